/** A colored stretch of a line. */
export interface Token {
  kind: "key" | "string" | "encoded" | "atom" | "sign" | "escape" | "inner-key";
  from: number;
  to: number;
}

const STRING = /"(?:[^"\\]|\\.)*"?/g;
const TOKEN = /("(?:[^"\\]|\\.)*"?)(?=\s*(:)?)|(-?\d[\d.eE+-]*|\b(?:true|false|null)\b)|([{}[\],:])/g;
/** How far around a stretch to look for a key of encoded JSON. */
const BEYOND = 200;
/** The beginning of a string that holds JSON. */
const ENCODED = /^"(?:\s|\\[nrt])*(?:[[{]|\\")/;
/** A key of JSON that is encoded in a string, or else an escape. */
const INSIDE = /(\\+)("(?:[^"\\]|\\(?!"|\\))*)(\\+)"(?=\s*:)|(\\+(?:u[0-9a-fA-F]{4}|[^"\\]|))/g;

/**
 * The tokens to color in a part of a line of JSON, even if the JSON is broken: a string never continues on the next line.
 * Escapes have a color of their own, so that JSON encoded in a string can be read past them. Before that part, only the
 * starts of strings are searched for, so that a keystroke in a long line costs no more than what is on the screen.
 */
export function tokens(line: string, from = 0, to = line.length): Token[] {
  const out: Token[] = [];
  TOKEN.lastIndex = from === 0 ? 0 : beginning(line, from);
  for (let match = TOKEN.exec(line); match !== null && match.index < to; match = TOKEN.exec(line)) {
    const [whole, string, colon, atom] = match;
    const end = match.index + whole.length;
    const token = { from: Math.max(match.index, from), to: Math.min(end, to) };
    if (string === undefined) out.push({ kind: atom === undefined ? "sign" : "atom", ...token });
    else {
      const isEncoded = colon === undefined && ENCODED.test(string);
      out.push({ kind: colon === undefined ? (isEncoded ? "encoded" : "string") : "key", ...token });
      inside(line.slice(0, Math.min(end, to + BEYOND)), match.index, token, isEncoded, out);
    }
  }
  return out;
}

/** Where to start reading: at the string that contains a place, or else at the place. */
function beginning(line: string, at: number): number {
  STRING.lastIndex = 0;
  for (let it = STRING.exec(line); it !== null && it.index < at; it = STRING.exec(line))
    if (STRING.lastIndex > at) return it.index;
  return at;
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
