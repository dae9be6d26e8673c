/** The line under the file: where the cursor is, at each level of encoding; and what an escape under the pointer is. */
import type { Text } from "@codemirror/state";
import type { DocumentSymbol } from "agent-response/editor";
import { escapeAt, inFull, pointerAt, whereIs } from "../../../common/levels.ts";
import { visible } from "../../../common/visible.ts";
import type { Known } from "../editor/cards.ts";
import { stringOf } from "../editor/text.ts";
import { element, make, prose } from "../elements.ts";
import { later } from "../idle.ts";
import { file, isUnread, session } from "./file.ts";

/** How long the cursor rests before its place is looked up. */
const REST = 80;

let stop = (): void => undefined;
let last: (() => number | null) | undefined;
/** where an offset of a document is in the pane, which lays it out */
let laidOut: (pointer: string, offset: number) => string | null = () => null;
/** the members of the text that was asked about last */
let seen: { of: Text; symbols: readonly DocumentSymbol[] } | undefined;

export function start(of: typeof laidOut): void {
  laidOut = of;
}

/** Shows the same place again: the payload is shown in another way. */
export function again(): void {
  if (last !== undefined) show(last);
}

/** Shows where an offset of the file is, once the cursor rests. */
export function show(offset: () => number | null): void {
  last = offset;
  stop();
  // The payload pane may show no part of the file that came meanwhile.
  stop = later(() => draw(offset() ?? file.state.selection.main.from), REST);
}

function draw(offset: number): void {
  const { checker, asked, report } = session;
  const { doc } = file.state;
  const box = element("cursor", HTMLParagraphElement);
  box.hidden = checker === undefined || report === undefined;
  if (checker === undefined || report === undefined || offset > doc.length) return;
  const text = stringOf(doc);
  if (seen?.of !== doc) seen = { of: doc, symbols: checker.symbols(text, asked) };
  const inside = isUnread() ? [] : checker.toInner(text, offset, asked);
  const where = whereIs(text, offset, pointerAt(seen.symbols, offset), inside);
  for (const [idx, it] of inside.entries()) {
    const place = laidOut(it.pointer, it.offset);
    if (place !== null) where.places[idx + 1] = `formatted ${place}`;
  }
  box.textContent = inFull(where);
}

/** What is known about a place, after the levels of the escape there. */
export function withLevels(known: Known | null, offset: number): Known | null {
  const { checker, asked } = session;
  if (checker === undefined || isUnread()) return known;
  const found = escapeAt(stringOf(file.state.doc), offset, {
    toInner: (text, at) => checker.toInner(text, at, asked),
    toFile: (text, pointer, from, to) => checker.toFile(text, pointer, from, to, asked),
    document: (text, pointer) => checker.document(text, pointer, asked),
  });
  if (found === null) return known;
  const { from, to } = found.place;
  const levels = found.levels.map((it) => `${it.level} ${it.word ?? `\`${visible(it.text)}\``}`);
  const words = make("p", {}, ...prose(levels.join(" · ")));
  const card = make("div", { class: "card about" }, words, ...(known?.card.childNodes ?? []));
  return { from, to, card };
}
