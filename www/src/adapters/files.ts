/** What is in a file: its text, and its bytes when they are not exactly that text in UTF-8. */
export interface Opened {
  name: string;
  text: string;
  bytes: Uint8Array<ArrayBuffer> | null;
  /** some of the bytes could not be decoded, and the text has U+FFFD for them */
  isLossy: boolean;
  /** when the file was written, in ISO 8601 */
  written?: string;
  /** where the file can be saved in place */
  handle?: FileSystemFileHandle;
}

/** The text of a file, including byte order mark and line endings; null for files without text, such as images. */
export function read(name: string, bytes: Uint8Array<ArrayBuffer>): Opened | null {
  const wide = utf16(bytes);
  const wideText = wide && strictly(wide, bytes);
  if (wideText !== null) return { name, text: wideText, bytes, isLossy: false };
  const text = strictly("utf-8", bytes);
  // An empty file is not the same as no file.
  if (text !== null) return { name, text, bytes: text === "" ? bytes : null, isLossy: false };
  if (wide === null && bytes.includes(0)) return null;
  return { name, text: decode("utf-8", bytes, false), bytes, isLossy: true };
}

/** The variant of UTF-16, detected as in the checker: by the byte order mark, or by the zero bytes of ASCII. */
function utf16(bytes: Uint8Array): string | null {
  const start = bytes
    .subarray(0, 4)
    .map((it) => (it > 0 && it < 0x80 ? 1 : it))
    .join();
  // UTF-32: as UTF-16, the text would begin with a zero character.
  if (start === "255,254,0,0") return null;
  if (start === "1,0,1,0" || start.startsWith("255,254")) return "utf-16le";
  return start === "0,1,0,1" || start.startsWith("254,255") ? "utf-16be" : null;
}

function strictly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return decode(encoding, bytes, true);
  } catch {
    return null;
  }
}

// The checker also counts from after the byte order mark of UTF-16.
const decode = (encoding: string, bytes: Uint8Array, fatal: boolean): string =>
  new TextDecoder(encoding, { fatal, ignoreBOM: encoding === "utf-8" }).decode(bytes);

/**
 * Which of several files is the one to check, and which is the request that it answers. A request alone is added to the
 * current file, rather than replacing it.
 */
export function pair(
  files: readonly Opened[],
  isBesideResponse = false,
): { file: Opened | undefined; request: Opened | undefined } {
  const request = files.find((it) => isRequest(it.name));
  if (files.length < 2 && !isBesideResponse) return { file: files[0], request: undefined };
  const others = files.filter((it) => it !== request);
  return { file: others.find((it) => /agent[-_.]?response[^/]*$/i.test(it.name)) ?? others[0], request };
}

/** Whether a file is named like a request, in whatever folder. */
export const isRequest = (name: string): boolean => /(?:^|\/)\.?agent[-_.]request[^/]*$/i.test(name);
