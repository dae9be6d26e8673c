/** What a reply changed as asked, without the rest. */
import type { DocumentSymbol } from "agent-response/editor";
import { beyond, type Difference } from "./beyond.ts";

/** More differences are not separated: after each, the members are looked up again. */
const MOST = 50;

type Symbols = (text: string) => readonly DocumentSymbol[];

/**
 * The text of a reply, in which each member that was changed beyond what was asked is as in the repaired file, with the
 * characters that it has there. Null unless exactly these members differ from the reply afterwards.
 */
export function separated(
  reply: string,
  repaired: string,
  more: readonly Difference[],
  symbols: Symbols,
): string | null {
  if (more.length === 0 || more.length > MOST || more.some((it) => it.isMixed)) return null;
  const wanted = symbols(repaired);
  let text = reply;
  for (const { path } of more) {
    const next = reverted(text, symbols(text), repaired, wanted, path);
    if (next === null) return null;
    text = next;
  }
  const rest = beyond({ was: text, repaired: text, now: reply }, []);
  if (rest === null || !isSameSet(rest, more) || !areAlike(text, repaired, more)) return null;
  return text;
}

const isSameSet = (a: readonly Difference[], b: readonly Difference[]): boolean => {
  const paths = new Set(a.map((it) => it.path));
  return paths.size === b.length && b.every((it) => paths.has(it.path));
};

/** Whether members have the same values in two texts. */
function areAlike(text: string, repaired: string, more: readonly Difference[]): boolean {
  const left = beyond({ was: repaired, repaired, now: text }, []);
  return left !== null && !left.some(({ path }) => more.some((it) => isIn(path, it.path)));
}

/** A text in which a member is as in another text: replaced, removed or inserted. */
function reverted(
  text: string,
  symbols: readonly DocumentSymbol[],
  repaired: string,
  wanted: readonly DocumentSymbol[],
  path: string,
): string | null {
  const parent = path.slice(0, path.lastIndexOf("/"));
  const [here, there] = [membersOf(symbols, parent), membersOf(wanted, parent)];
  if (path === "" || here === undefined || there === undefined) return null;
  const [now, then] = [
    here.findIndex((it) => it.pointer === path),
    there.findIndex((it) => it.pointer === path),
  ];
  const [own, other] = [here[now], there[then]];
  if (own !== undefined && other !== undefined)
    return text.slice(0, own.from) + repaired.slice(other.from, other.to) + text.slice(own.to);
  if (own !== undefined) return removed(text, here, now);
  return other === undefined ? null : inserted(text, here, repaired, there, then);
}

/** Without a member, and without the comma before or after it. */
function removed(text: string, all: readonly DocumentSymbol[], idx: number): string | null {
  const [before, own, after] = [all[idx - 1], all[idx], all[idx + 1]];
  if (own === undefined) return null;
  const from = before?.to ?? own.from;
  const to = before === undefined ? (after?.from ?? own.to) : own.to;
  return text.slice(0, from) + text.slice(to);
}

/** With a member of another text, after the one that precedes it there or before all others, and with the comma from there. */
function inserted(
  text: string,
  here: readonly DocumentSymbol[],
  repaired: string,
  there: readonly DocumentSymbol[],
  idx: number,
): string | null {
  const [before, own, after] = [there[idx - 1], there[idx], there[idx + 1]];
  const same = before && here.find((it) => it.pointer === before.pointer);
  if (own !== undefined && before !== undefined && same !== undefined)
    return text.slice(0, same.to) + repaired.slice(before.to, own.to) + text.slice(same.to);
  const [first] = here;
  if (own === undefined || before !== undefined || after === undefined || first === undefined) return null;
  return text.slice(0, first.from) + repaired.slice(own.from, after.from) + text.slice(first.from);
}

/** The members of the object or the list with a pointer. */
function membersOf(all: readonly DocumentSymbol[], pointer: string): readonly DocumentSymbol[] | undefined {
  if (pointer === "") return all;
  const found = all.find((it) => isIn(pointer, it.pointer));
  return found && (found.pointer === pointer ? found.children : membersOf(found.children, pointer));
}

const isIn = (path: string, outer: string): boolean => `${path}/`.startsWith(`${outer}/`);
