import type { Diagnostic, Fix } from "agent-response/editor";
import { diff, type Part } from "./diff.ts";

/** A value that a reply changed. */
export interface Difference {
  /** where: the keys from the file through the payload */
  path: string;
  /** how it changed, from the repaired file to that of the reply */
  parts: Part[];
  /** whether a part of it may be what was asked */
  isMixed: boolean;
}

/** What is needed of a finding. */
export type Place = Pick<Diagnostic, "code" | "severity" | "message" | "pointer" | "inner"> & {
  fixes: readonly Pick<Fix, "safety" | "partial">[];
};

/** What one value is in the file, in the repaired file, and in that of the reply. */
interface Versions {
  was: unknown;
  repaired: unknown;
  now: unknown;
}

/**
 * What a reply changed beyond the findings: values that are neither those of the file nor those of the repaired
 * file, outside the places of findings that more than one value would satisfy. How JSON is laid out and encoded does not
 * matter. Null if the repaired file or that of the reply is not JSON.
 */
export function beyond(
  texts: { was: string; repaired: string; now: string },
  findings: readonly Place[],
): Difference[] | null {
  const [repaired, now] = [parse(texts.repaired), parse(texts.now)];
  if (repaired === undefined || now === undefined) return null;
  const out: Difference[] = [];
  const asked = findings.filter((it) => it.severity === "error" || it.severity === "warning").map(toOpen);
  try {
    walk("", { was: parse(texts.was), repaired, now }, asked, out);
  } catch {
    // It is too deep.
    return null;
  }
  return out;
}

/** A finding that several values satisfy. */
interface Open {
  path: string;
  message: string;
  /** whether the end of the file is missing */
  isCut: boolean;
  /** where in the text of the value, if a text is meant */
  at: { from: number; to: number } | null;
  isOpen: boolean;
}

function toOpen({ code, pointer, inner, message, fixes: [first] }: Place): Open {
  const last = inner.at(-1);
  return {
    path: pointer + inner.map((it) => it.pointer).join(""),
    message,
    isCut: code === "truncated",
    at: last?.pointer === "" ? { from: last.from, to: last.to } : null,
    isOpen: first?.safety !== "safe" || first.partial,
  };
}

function walk(path: string, versions: Versions, findings: readonly Open[], out: Difference[]): void {
  const { was, repaired, now } = versions;
  if (isSame(repaired, now) || isSame(was, now)) return;
  const [a, b] = [decoded(repaired), decoded(now)];
  const isNested = a !== undefined && b !== undefined && Array.isArray(a) === Array.isArray(b);
  const isLike = isNested && (!Array.isArray(a) || Object.keys(a).length === Object.keys(b).length);
  if (!isLike) {
    const about = findings.filter((it) => it.isOpen && isAbout(it, path));
    if (isAsked(versions, about, findings)) return;
    const isMixed = about.length > 0 || findings.some((it) => it.isCut && isAround(it.path, path));
    out.push({ path, parts: diff(shown(repaired), shown(now)), isMixed });
    return;
  }
  const before = decoded(was);
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const inner = { was: own(before, key), repaired: own(a, key), now: own(b, key) };
    walk(`${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, inner, findings, out);
  }
}

const own = (value: Record<string, unknown> | undefined, key: string): unknown =>
  value !== undefined && Object.hasOwn(value, key) ? value[key] : undefined;

/** An object or a list, also one that is encoded in a string. */
function decoded(value: unknown): Record<string, unknown> | undefined {
  const found = typeof value === "string" ? parse(value) : value;
  return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : undefined;
}

/** Whether a value is what findings ask for, some of which are about it. */
function isAsked({ was, repaired, now }: Versions, about: readonly Open[], all: readonly Open[]): boolean {
  // What is written after the place where the file was cut off.
  const isEnd = repaired === undefined || (typeof repaired === "string" && String(now).startsWith(repaired));
  if (isEnd && all.some((it) => it.isCut)) return true;
  if (about.length === 0) return false;
  const places = about.flatMap(({ at }) => (at === null ? [] : [at]));
  if (places.length < about.length || typeof was !== "string" || typeof now !== "string") return true;
  return onlyAt(was, now, places);
}

/** Whether a finding is about a value: it is at the value, in a list, or misses the key. */
function isAbout({ path: at, message }: Open, path: string): boolean {
  const [, parent = "", key = ""] = /^(.*)\/([^/]*)$/.exec(path) ?? [];
  return (
    at === path ||
    at.startsWith(`${path}/`) ||
    (at.startsWith(parent) && key !== "" && message.includes(`\`${key}\``))
  );
}

/** Whether one of two places is inside the other. */
const isAround = (a: string, b: string): boolean =>
  `${a}/`.startsWith(`${b}/`) || `${b}/`.startsWith(`${a}/`);

/** Whether a text changed only in lines with findings. */
function onlyAt(was: string, now: string, places: readonly { from: number; to: number }[]): boolean {
  let at = 0;
  for (const { kind, text } of diff(was, now)) {
    const end = kind === "come" ? at : at + text.length;
    if (kind !== "same" && !places.some((it) => lineStart(was, it.from) <= at && end <= lineEnd(was, it.to)))
      return false;
    at = end;
  }
  return true;
}

const lineStart = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;

function lineEnd(text: string, at: number): number {
  const found = text.indexOf("\n", at);
  return found === -1 ? text.length : found;
}

/** Whether two values mean the same. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  const [one, other] = typeof a === typeof b ? [decoded(a), decoded(b)] : [undefined, undefined];
  if (one === undefined || other === undefined || Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((it) => Object.hasOwn(other, it) && isSame(one[it], other[it]))
  );
}

const shown = (value: unknown): string =>
  value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value, null, 2);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
