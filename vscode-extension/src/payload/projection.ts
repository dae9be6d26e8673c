/**
 * How a document in a file is shown: as it is written, or formatted. Offsets in the shown text are translated to offsets in
 * the real one.
 * Knows nothing of VS Code's API.
 */

import { aligned, type Edit, type Layout, plain, toShown, toText } from "../../../common/layout.js";
import { edited, followed, layOut } from "./layout.js";
import { applied, change } from "./merge.js";
import { type Shown, shown } from "./shown.js";

export interface Projection {
  /** the decoded text */
  real: string;
  /** the text of the document in VS Code, with LF */
  text: string;
  realOffset(shown: number): number;
  /** where what follows a place is shown, or what precedes it */
  shownOffset(real: number, isEnd?: boolean): number;
  /** The edits of the real text for edits of the shown one, and how the result is shown if that is not a matter of course. */
  edited(edits: readonly Edit[]): { edits: Edit[]; after: Projection | undefined };
}

export function asWritten(real: string): Projection {
  const { text, toReal, realOffset, shownOffset } = shown(real);
  const inReal = (edits: readonly Edit[]) => ({ edits: edits.map(toReal), after: undefined });
  return { real, text, realOffset, shownOffset, edited: inReal };
}

/** A longer text is shown as it is written: laying it out at each key would take too long. */
const LONGEST = 500_000;

/** Whether it is JSON on one line, and not only a few words. */
export function canBeFormatted(real: string): boolean {
  const { text } = shown(real);
  return fresh(text).shown !== text;
}

/** Formatted if it is JSON on one line, else as it is written. */
export const formatted = (real: string): Projection => ofLayout(real, shown(real), fresh(shown(real).text));

const fresh = (text: string): Layout => laidOutOf(text) ?? plain(text);

const laidOutOf = (text: string): Layout | undefined => (text.length <= LONGEST ? layOut(text) : plain(text));

interface Formatted extends Projection {
  layout: Layout;
}

function ofLayout(real: string, { toReal, realOffset, shownOffset }: Shown, layout: Layout): Formatted {
  return {
    real,
    layout,
    text: layout.shown,
    realOffset: (it) => realOffset(toText(layout, it)),
    shownOffset: (it, isEnd) => toShown(layout, shownOffset(it), isEnd),
    edited(edits) {
      const done = edited(layout, edits);
      const made = done.edits.map(toReal);
      const now = applied(real, made);
      const unified = shown(now);
      const after = unified.text === done.layout.text ? ofLayout(now, unified, done.layout) : undefined;
      return { edits: made, after };
    },
  };
}

/** One change that does what several did. */
function united(before: string, after: string): Edit[][] {
  const all = change(before, after);
  return [all === undefined ? [] : [all]];
}

/** In UTF-16 code units. */
const MOST_KEPT = 8_000_000;

/**
 * The formatted texts of a document. What was typed there keeps its layout, and a text that is there again, after undo, is
 * written exactly as it was.
 */
export class Formatting {
  /** The newest last. All of them lead to each other by what was typed in the document. */
  private known: Formatted[] = [];

  /** How a text of the file is shown in a document that has this text. */
  of(real: string, document: string): Projection {
    const found = this.known.findLast((it) => it.real === real);
    if (found !== undefined) return found;
    const own = shown(real);
    const before = this.known.findLast((it) => it.text === document) ?? this.known.at(-1);
    const layout =
      aligned(own.text, document) ??
      laidOutOf(own.text) ??
      (before === undefined ? plain(own.text) : followed(before.layout, own.text));
    const made = ofLayout(real, own, layout);
    this.known = [made];
    return made;
  }

  /** The edits of the real text for changes of what is shown, one after the other. */
  edits(now: Projection, changes: readonly (readonly Edit[])[]): Edit[] {
    const text = changes.reduce(applied, now.text);
    const before = this.known.findLast((it) => it.text === text && it !== now);
    if (before !== undefined) {
      const all = change(now.real, before.real);
      this.keep(before);
      return all === undefined ? [] : [all];
    }
    const [first = []] = changes;
    let { edits, after } = now.edited(first);
    for (const it of changes.slice(1)) after = after?.edited(it).after;
    if (after === undefined) return changes.length > 1 ? this.edits(now, united(now.text, text)) : edits;
    this.keep(after as Formatted);
    if (changes.length > 1) edits = united(now.real, after.real).flat();
    return edits;
  }

  private keep(it: Formatted): void {
    this.known = [...this.known.filter((one) => one !== it), it];
    let size = this.known.reduce((all, { real, text }) => all + real.length + text.length, 0);
    while (size > MOST_KEPT && this.known.length > 2) {
      const first = this.known.shift();
      size -= (first?.real.length ?? 0) + (first?.text.length ?? 0);
    }
  }
}
