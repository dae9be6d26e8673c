/** A place, and an escape, at each level of encoding, as the page and the extension for VS Code show them. */
import type { DocumentSymbol, InnerDocument, InnerOffset, Place } from "agent-response/editor";
import { visible } from "./visible.js";

/** What the checker answers about the text of a file. */
export interface Reader {
  toInner(text: string, offset: number): InnerOffset[];
  toFile(text: string, pointer: string, from: number, to: number): Place;
  document(text: string, pointer: string): InnerDocument | null;
}

/** Where an offset is. */
export interface Where {
  /** the member there, as an RFC 6901 pointer that continues into encoded texts; empty outside of all members */
  pointer: string;
  /** from the file inwards, such as "file 5:188" and "payload 9:5" */
  places: string[];
  /** "escaped twice"; empty where nothing is encoded */
  escaped: string;
}

/** The name of a level: the file, the payload in it, and texts in the payload. */
export const nameOf = (level: number): string => ["file", "payload"][level] ?? "section";

/** The member at an offset; empty outside of all members. */
export function pointerAt(all: readonly DocumentSymbol[], offset: number): string {
  const found = all.find((it) => it.from <= offset && offset <= it.to);
  return found === undefined ? "" : pointerAt(found.children, offset) || found.pointer;
}

/** Where an offset of a file is, with the member and the documents there. */
export function whereIs(
  text: string,
  offset: number,
  pointer: string,
  inside: readonly InnerOffset[],
): Where {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  const places = [
    `${line}:${offset - before.lastIndexOf("\n")}`,
    ...inside.map(({ position }) => `${position.line + 1}:${position.character + 1}`),
  ].map((it, level) => `${nameOf(level)} ${it}`);
  const n = inside.length;
  const escaped = n === 0 ? "" : `escaped ${n === 1 ? "once" : n === 2 ? "twice" : `${n} times`}`;
  return { pointer, places, escaped };
}

/** As one line: "/response/boundaries · file 5:188 · payload 9:5 · escaped once". */
export const inFull = ({ pointer, places, escaped }: Where): string =>
  listed([visible(pointer), ...places, escaped]);

export const listed = (parts: readonly string[]): string => parts.filter((it) => it !== "").join(" · ");

/** A text of at most so many characters, without its middle. */
export function shortened(text: string, most: number): string {
  const all = Array.from(text);
  if (all.length <= most) return text;
  const start = Math.floor((most - 1) / 2);
  return `${all.slice(0, start).join("")}…${all.slice(start + 1 - most).join("")}`;
}

/** A character as a level of encoding has it. */
export interface Written {
  /** the name of the level */
  level: string;
  /** where it is: in the file, or in the document with this pointer */
  pointer: string;
  from: number;
  to: number;
  text: string;
  /** what to call it, if it cannot be shown */
  word: string | undefined;
}

/** The escape at an offset of a file, and how the same character is written at each level; null where nothing is escaped. */
export function escapeAt(
  text: string,
  offset: number,
  { toInner, toFile, document }: Reader,
): { place: Place; levels: Written[] } | null {
  const last = toInner(text, offset).at(-1);
  if (last === undefined) return null;
  const point = document(text, last.pointer)?.text.codePointAt(last.offset);
  if (point === undefined) return null;
  const place = toFile(text, last.pointer, last.offset, last.offset + (point > 0xffff ? 2 : 1));
  const { from, to } = place;
  const ofFile = { pointer: "", from, to, text: text.slice(from, to) };
  if (!ofFile.text.includes("\\")) return null;
  const [starts, ends] = [toInner(text, from), toInner(text, to)];
  const inside = starts.map(({ pointer, offset: start }, idx) => {
    const end = ends[idx]?.pointer === pointer ? (ends[idx]?.offset ?? start) : start;
    const stretch = { pointer, from: start, to: Math.max(end, start + 1) };
    return { ...stretch, text: document(text, pointer)?.text.slice(start, stretch.to) ?? "" };
  });
  const levels = [ofFile, ...inside].map((it, idx) => ({ ...it, level: nameOf(idx), word: WORDS[it.text] }));
  return { place, levels };
}

const WORDS: Record<string, string> = {
  "\n": "line break",
  "\r": "carriage return",
  "\t": "tab",
  " ": "space",
  "`": "backtick",
};
