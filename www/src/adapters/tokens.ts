/** A colored stretch of a line. */
export interface Token {
  kind: "key" | "string" | "encoded" | "atom" | "sign" | "escape" | "inner-key";
  from: number;
  to: number;
}

const TOKEN = /(")|(-?\d[\d.eE+-]*|\b(?:true|false|null)\b)|[{}[\],:]/g;
const COLON = /\s*:/y;
/** How far around a stretch to look for a key of encoded JSON. */
const BEYOND = 200;
/** The beginning of a string that holds JSON. */
const ENCODED = /"(?:\s|\\[nrt])*(?:[[{]|\\")/y;
/** A key of JSON that is encoded in a string, or else an escape. */
const INSIDE = /(\\+)("(?:[^"\\]|\\(?!"|\\))*)(\\+)"(?=\s*:)|(\\+(?:u[0-9a-fA-F]{4}|[^"\\]|))/g;

/**
 * The tokens to color in a part of a line of JSON, even if the JSON is broken: a string never continues on the next line.
 * Escapes have a color of their own, so that JSON encoded in a string can be read past them. Regular expressions read only
 * that part, and the rest of a string is searched for quotes, which takes a hundredth of the time in some browsers: a
 * keystroke in a long line costs no more than what is on the screen.
 */
export function tokens(line: string, from = 0, to = line.length): Token[] {
  const out: Token[] = [];
  const near = line.slice(0, to + BEYOND);
  TOKEN.lastIndex = from === 0 ? 0 : beginning(line, from);
  for (let match = TOKEN.exec(near); match !== null && match.index < to; match = TOKEN.exec(near)) {
    const [, quote, atom] = match;
    if (quote !== undefined) TOKEN.lastIndex = endOf(line, match.index);
    const end = TOKEN.lastIndex;
    const token = { from: Math.max(match.index, from), to: Math.min(end, to) };
    if (quote === undefined) out.push({ kind: atom === undefined ? "sign" : "atom", ...token });
    else {
      [COLON.lastIndex, ENCODED.lastIndex] = [end, match.index];
      const isKey = COLON.test(line);
      const isEncoded = !isKey && ENCODED.test(line);
      out.push({ kind: isKey ? "key" : isEncoded ? "encoded" : "string", ...token });
      inside(near.slice(0, end), match.index, token, isEncoded, out);
    }
  }
  return out;
}

/** Where to start reading: at the string that contains a place, or else at the place. */
function beginning(line: string, at: number): number {
  for (let start = line.indexOf('"'); start >= 0 && start < at; ) {
    const end = endOf(line, start);
    if (end > at) return start;
    start = line.indexOf('"', end);
  }
  return at;
}

/** Where a string ends: after the next quote with an even number of backslashes before it, or with the line. */
function endOf(line: string, start: number): number {
  for (let at = line.indexOf('"', start + 1); at >= 0; at = line.indexOf('"', at + 1)) {
    let first = at;
    while (line[first - 1] === "\\") first -= 1;
    if ((at - first) % 2 === 0) return at + 1;
  }
  return line.length;
}

function inside(
  line: string,
  start: number,
  token: Omit<Token, "kind">,
  isEncoded: boolean,
  out: Token[],
): void {
  // Do not start in the middle of a run of backslashes.
  let first = Math.max(token.from - BEYOND, start);
  while (first > start && line[first - 1] === "\\") first -= 1;
  const push = (kind: Token["kind"], from: number, length: number): void => {
    const at = Math.max(from, token.from);
    const to = Math.min(from + length, token.to);
    if (at < to) out.push({ kind, from: at, to });
  };
  for (const it of line.slice(first).matchAll(INSIDE)) {
    const [whole, open = "", key = "", close = ""] = it;
    const from = first + it.index;
    if (key === "") push("escape", from, whole.length);
    else {
      push("escape", from, open.length);
      if (isEncoded) push("inner-key", from + open.length, key.length);
      push("escape", from + open.length + key.length, close.length);
    }
  }
}
