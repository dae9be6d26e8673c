import { counted, diff, type Part } from "./diff.ts";
import type { Doc } from "./inner.ts";
import { alike } from "./layout.ts";

/** What is needed of the payload in a text; nothing if there is none. */
export type FindPayload = (
  text: string,
) => Pick<Doc, "text" | "language" | "pointer" | "depth" | "from" | "to"> | undefined;

/** In the place of the payload while the text around it is laid out: a character for private use. */
const MARK = "\ue000";

/** How a text changed, word by word, with the payload decoded in its place, and every member on a line of its own. */
export function compared(before: string, after: string, find: FindPayload): Part[] {
  const [a, b] = [readable(before, find), readable(after, find)];
  // What differs may be only how it is written.
  return a === null || b === null || a === b ? counted(diff(before, after)) : diff(a, b);
}

/** A text as people read it; null if it does not begin as JSON. */
function readable(text: string, find: FindPayload): string | null {
  if (!/^[\s\ufeff]*[{[]/.test(text) || text.includes(MARK)) return null;
  const payload = find(text);
  if (payload === undefined || payload.depth === 0) return alike(text);
  const depth = payload.pointer.split("/").length - 1;
  const inside = payload.language === "json" ? alike(payload.text, depth) : payload.text;
  const around = alike(text.slice(0, payload.from) + MARK + text.slice(payload.to));
  return around.replace(MARK, () => inside);
}
