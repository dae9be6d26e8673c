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
    const char = text[idx];
    if (is && char === "\\") idx++;
    else if (char === '"') is = !is;
  }
  return is;
}

const isValue = (token: string): boolean => token !== "" && !"{}[],:".includes(token);

/** The text with each member on a line of its own, as far as it is JSON; `ofValue` may show strings in another way. */
export function laidOut(text: string, ofValue = (string: string): string => string): string {
  const tokens = withLists(text);
  let [out, before, depth, isApart] = ["", "", 0, false];
  tokens.forEach((token, idx) => {
    if (isBlank(token[0])) {
      isApart = true;
      return;
    }
    const isClosing = token === "}" || token === "]";
    const isFirst = before === "{" || before === "[";
    if (isClosing) depth = Math.max(depth - 1, 0);
    const after = isBlank(tokens[idx + 1]?.[0]) ? tokens[idx + 2] : tokens[idx + 1];
    const isKey = token[0] === '"' && after === ":";
    if (isClosing ? !isFirst : isFirst || before === "," || (isKey && before !== ""))
      out += `\n${"  ".repeat(depth)}`;
    else if (before === ":" || (isApart && isValue(before) && isValue(token))) out += " ";
    out += token[0] === '"' && !isKey ? ofValue(token) : token;
    if (token === "{" || token === "[") depth++;
    [before, isApart] = [token, false];
  });
  return out;
}

function inOneLine(list: string): string {
  const tokens = tokensOf(list);
  const isApart = (idx: number): boolean => isValue(tokens[idx - 1] ?? "") && isValue(tokens[idx + 1] ?? "");
  return tokens
    .map((it, idx) => (it === "," ? ", " : isBlank(it[0]) ? (isApart(idx) ? " " : "") : it))
    .join("")
    .replace(/ (?=\]$)/, "");
}

/** The tokens, where a short list is one of them. */
function withLists(text: string): string[] {
  const out: string[] = [];
  for (let at = 0; at < text.length; ) {
    [TOKEN.lastIndex, SHORT.lastIndex] = [at, at];
    const list = SHORT.exec(text)?.[0];
    const token = list ?? TOKEN.exec(text)?.[0] ?? "";
    out.push(list === undefined ? token : inOneLine(list));
    at += token.length;
  }
  return out;
}
