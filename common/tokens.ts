/** The tokens of JSON texts, broken ones included, and how they are laid out. */

const TOKEN = /"(?:[^"\\]|\\[\s\S])*"?|[{}[\],:]|[ \t\n\r]+|[^ \t\n\r"{}[\],:]+/g;
const SCALAR = /^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
/** A list of a few words, which stays on one line. */
const SHORT = /\[[^[\]{}\\\n\r]{0,60}\]/y;

export const isBlank = (char: string | undefined): boolean =>
  char === " " || char === "\n" || char === "\t" || char === "\r";

export const isWord = (char: string | undefined): boolean =>
  char !== undefined && !isBlank(char) && !'"{}[],:'.includes(char);

export const tokensOf = (text: string): string[] => text.match(TOKEN) ?? [];

/** Whether a text consists of tokens of JSON, in any order: then its quotes say what is inside a string. */
export const areTokens = (text: string): boolean =>
  tokensOf(text).every((it) =>
    it[0] === '"' ? it.length > 1 && !isInString(it, it.length) : !isWord(it[0]) || SCALAR.test(it),
  );

/** Where a string ends whose beginning is before the text: after its quote, if there is one. */
export const endOfString = (text: string): number => /^(?:[^"\\]|\\[\s\S])*"?/.exec(text)?.[0].length ?? 0;

/** Whether a place is inside a string, judging by the quotes before it. */
export function isInString(text: string, at: number, isInside = false): boolean {
  let is = isInside;
  for (let idx = 0; idx < at; idx++) {
    const char = text.charCodeAt(idx);
    if (is && char === 0x5c) idx++;
    else if (char === 0x22) is = !is;
  }
  return is;
}

/** A string with something else in place of each of its escaped line breaks. */
export const withBreaks = (string: string, instead: (written: string) => string): string =>
  string.replace(/\\(?:r\\n|[\s\S])/g, (it) => (it === "\\n" || it === "\\r\\n" ? instead(it) : it));

const isValue = (token: string): boolean => token !== "" && !"{}[],:".includes(token);

/** How a text is laid out. */
export interface Manner {
  /** how a string is shown that is not a key */
  ofValue?: (string: string) => string;
  /** a short list: on one line with spaces after its commas, on one line as it is written, or on several like any other */
  lists?: "spaced" | "written" | "long";
  /** how deep the text is inside another one */
  depth?: number;
}

/** The text with each member on a line of its own, as far as it is JSON. */
export function laidOut(
  text: string,
  { ofValue = (it) => it, lists = "spaced", depth: around = 0 }: Manner = {},
): string {
  const tokens = tokensOf(text);
  let [out, before, blanks, depth, at, endOfList] = ["", "", "", around, 0, 0];
  tokens.forEach((token, idx) => {
    const start = at;
    at += token.length;
    if (isBlank(token[0])) {
      blanks = token;
      return;
    }
    const isClosing = token === "}" || token === "]";
    const isFirst = before === "{" || before === "[";
    if (isClosing) depth = Math.max(depth - 1, 0);
    const after = isBlank(tokens[idx + 1]?.[0]) ? tokens[idx + 2] : tokens[idx + 1];
    const isKey = token[0] === '"' && after === ":";
    const isApart = blanks !== "" && isValue(before) && (isValue(token) || token === "[" || token === "{");
    // As if a comma were before it.
    const isNext =
      (isKey && before !== "") || (lists === "long" && isApart && before[0] === '"' && token[0] === '"');
    const isInList = start < endOfList;
    if (isInList && lists === "written") out += blanks;
    else if (!isInList && (isClosing ? !isFirst : isFirst || before === "," || isNext))
      out += `\n${"  ".repeat(depth)}`;
    else if (isApart || (!isClosing && (before === ":" || before === ","))) out += " ";
    out += token[0] === '"' && !isKey ? ofValue(token) : token;
    if (token === "{" || token === "[") depth++;
    if (token === "[" && lists !== "long") endOfList = Math.max(endOfList, endOfShort(text, start));
    [before, blanks] = [token, ""];
  });
  return out;
}

/** Where the short list ends that begins at a place, if there is one. */
function endOfShort(text: string, at: number): number {
  SHORT.lastIndex = at;
  const list = SHORT.exec(text)?.[0] ?? "";
  return isInString(list, list.length - 1) ? at : at + list.length;
}
