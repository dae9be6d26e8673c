import type { Location, Unwrapped } from "agent-response/editor";

/** An envelope whose payload was taken out to be edited, and where the payload is in it. */
export interface Envelope {
  text: string;
  fileName: string;
  from: number;
  to: number;
}

/** The functions of the checker that are needed here. */
interface Reader {
  locate(text: string, pointer: string): Location | null;
  unwrap(text: string): Unwrapped | null;
}

/** The envelope around a payload; null if the payload is not one JSON value in the text. */
export function envelopeOf(text: string, fileName: string, content: string, reader: Reader): Envelope | null {
  for (const pointer of ["/response", "/data", ...pointersTo(content, text)]) {
    const place = reader.locate(text, pointer);
    if (place === null || place.inner.length > 0) continue;
    const envelope = { text, fileName, from: place.from, to: place.to };
    const value = text.slice(place.from, place.to);
    if (value === content || parse(value) === content || isReadThere(envelope, content, reader))
      return envelope;
  }
  return null;
}

/** The envelope with other content: only the payload in it changes, which is written in the same way as before. */
export function putBack({ text, from, to }: Envelope, content: string): string {
  const before = text.slice(from, to);
  if (before === content || parse(before) === content) return text;
  return text.slice(0, from) + (before.startsWith('"') ? encode(content, before) : content) + text.slice(to);
}

/** As JSON, in ASCII if the previous text was. */
function encode(content: string, before: string): string {
  const encoded = JSON.stringify(content);
  if (!/\\u[0-9a-f]{4}/i.test(before) || /[^\0-\x7f]/.test(before)) return encoded;
  return encoded.replace(/[^\0-\x7f]/g, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Whether unwrapping reads the content from this place, even if the text is not valid JSON. */
function isReadThere(envelope: Envelope, content: string, { unwrap }: Reader): boolean {
  const { text, from } = envelope;
  if (text[from] !== '"' || unwrap(text)?.content !== content) return false;
  return unwrap(putBack(envelope, PROBE))?.content === PROBE;
}
const PROBE = "probe";

/** The pointers of all strings that equal the content. */
function* pointersTo(content: string, text: string): Generator<string> {
  const open: [string, unknown][] = [["", parse(text)]];
  for (let it = open.pop(); it !== undefined; it = open.pop()) {
    const [pointer, value] = it;
    if (value === content) yield pointer;
    if (typeof value !== "object" || value === null) continue;
    for (const [key, inner] of Object.entries(value))
      open.push([`${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, inner]);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
