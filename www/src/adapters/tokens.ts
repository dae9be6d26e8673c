/** A coloured stretch of a line. */
export interface Token {
  kind: "key" | "string" | "atom" | "sign" | "escape";
  from: number;
  to: number;
}

const TOKEN = /("(?:[^"\\]|\\.)*"?)(?=\s*(:)?)|(-?\d[\d.eE+-]*|\b(?:true|false|null)\b)|([{}[\],:])/g;
const ESCAPE = /\\+(?:u[0-9a-fA-F]{4}|[^"\\]|)/g;

/**
 * What to colour in one line of JSON, broken or not: a string of JSON ends with its line. Escapes stand out from the
 * rest of their string, so that JSON encoded in a string can be read past them.
 */
export function tokens(line: string): Token[] {
  const out: Token[] = [];
  for (const match of line.matchAll(TOKEN)) {
    const [whole, string, colon, atom] = match;
    const from = match.index;
    const to = from + whole.length;
    if (string !== undefined) {
      out.push({ kind: colon === undefined ? "string" : "key", from, to });
      for (const it of string.matchAll(ESCAPE))
        out.push({ kind: "escape", from: from + it.index, to: from + it.index + it[0].length });
    } else out.push({ kind: atom === undefined ? "sign" : "atom", from, to });
  }
  return out;
}
