/** A place, and an escape, at each level of encoding. */
import type { DocumentSymbol, InnerDocument, InnerOffset, Place } from "agent-response/editor";

/** What the checker answers about the text of a file. */
export interface Reader {
  toInner(text: string, offset: number): InnerOffset[];
  toFile(text: string, pointer: string, from: number, to: number): Place;
  document(text: string, pointer: string): InnerDocument | null;
}

/** The name of a level: the file, the payload in it, and texts in the payload. */
const nameOf = (level: number): string => ["file", "payload"][level] ?? "section";

/** The member at an offset, as an RFC 6901 pointer that continues into encoded texts; empty outside of all members. */
export function pointerAt(all: readonly DocumentSymbol[], offset: number): string {
  const found = all.find((it) => it.from <= offset && offset <= it.to);
  return found === undefined ? "" : pointerAt(found.children, offset) || found.pointer;
}

/** Where an offset is: "/response/boundaries · file 5:188 · payload 9:5 · escaped once". */
export function placeAt(
  text: string,
  offset: number,
  pointer: string,
  inside: readonly InnerOffset[],
): string {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  const places = [
    `${line}:${offset - before.lastIndexOf("\n")}`,
    ...inside.map(({ position }) => `${position.line + 1}:${position.character + 1}`),
  ].map((it, level) => `${nameOf(level)} ${it}`);
  const n = inside.length;
  const escaped = n === 0 ? [] : [`escaped ${n === 1 ? "once" : n === 2 ? "twice" : `${n} times`}`];
  return [...(pointer === "" ? [] : [pointer]), ...places, ...escaped].join(" · ");
}

/** The escape at an offset, and how the same character is written at each level; null where nothing is escaped. */
export function escapeAt(
  text: string,
  offset: number,
  { toInner, toFile, document }: Reader,
): { from: number; to: number; levels: string[] } | null {
  const last = toInner(text, offset).at(-1);
  if (last === undefined) return null;
  const point = document(text, last.pointer)?.text.codePointAt(last.offset);
  if (point === undefined) return null;
  const { from, to } = toFile(text, last.pointer, last.offset, last.offset + (point > 0xffff ? 2 : 1));
  const written = text.slice(from, to);
  if (!written.includes("\\")) return null;
  const [starts, ends] = [toInner(text, from), toInner(text, to)];
  const inside = starts.map(({ pointer, offset: start }, idx) => {
    const end = ends[idx]?.pointer === pointer ? (ends[idx]?.offset ?? start) : start;
    return document(text, pointer)?.text.slice(start, Math.max(end, start + 1)) ?? "";
  });
  return { from, to, levels: [written, ...inside].map((it, level) => `${nameOf(level)} ${shown(it)}`) };
}

const WORDS: Record<string, string> = {
  "\n": "line break",
  "\r": "carriage return",
  "\t": "tab",
  " ": "space",
};
const shown = (text: string): string => WORDS[text] ?? `\`${text}\``;
