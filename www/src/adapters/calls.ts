/** The calls of tools in a file, by the arguments in them. */
import { valueAt } from "./payload.ts";

/** More of them are in the file, but not in its tabs. */
export const MOST = 40;

/** A name for each of the documents: that of the tool it is for, or its title, with a number if others have it, too. */
export function namesOf(all: readonly { pointer: string; title: string }[], text: string): string[] {
  const value = parsed(text);
  const seen = new Map<string, number>();
  return all.map(({ pointer, title }) => {
    const sibling = valueAt(value, `${pointer.slice(0, pointer.lastIndexOf("/"))}/name`);
    const name = typeof sibling === "string" && sibling !== "" ? sibling : title;
    const n = (seen.get(name) ?? 0) + 1;
    seen.set(name, n);
    return n === 1 ? name : `${name} ${n}`;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
