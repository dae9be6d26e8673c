/** Places in decoded texts, in columns as people count them. */

import type * as Api from "../../dist/index.js";
import { visible } from "./visible.ts";

/** One sentence for each decoded text, the outermost first. */
export function insides(finding: Api.Diagnostic, text: string): string[] {
  let [around, at, pointer]: [string | undefined, number, string] = [text, finding.from, finding.pointer];
  return finding.inner.map((place) => {
    const decoded: string | undefined = around === undefined ? undefined : decodedBefore(around, at, place);
    const { line, character } = place.range.start;
    const holder = pointer.split("/").at(-1)?.replaceAll("~1", "/").replaceAll("~0", "~") || "the string";
    const pairs = decoded?.slice(decoded.length - character).match(/[\ud800-\udbff][\udc00-\udfff]/g);
    [around, at, pointer] = [decoded, place.from, place.pointer];
    return `inside \`${visible(holder)}\`: line ${line + 1}, column ${character + 1 - (pairs?.length ?? 0)}`;
  });
}

/** The decoded text of the string before a place in it; nothing if no string at that place decodes to so much. */
function decodedBefore(text: string, at: number, { from }: Api.InnerPlace): string | undefined {
  // Each character takes at least one where it is encoded.
  for (let start = at - from - 1; start >= 0; start -= 1) {
    if (!/["'`]/.test(text.charAt(start))) continue;
    const decoded = unescaped(text.slice(start + 1, at));
    if (decoded.length === from) return decoded;
  }
  return undefined;
}

const SHORT: Record<string, string> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

const unescaped = (text: string): string =>
  text.replace(/\\(?:u([\da-fA-F]{4})|([\s\S]))/g, (_, hex?: string, ch?: string) =>
    hex ? String.fromCharCode(parseInt(hex, 16)) : (SHORT[ch as string] ?? (ch as string)),
  );
