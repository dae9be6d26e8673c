/** What is in a file: its text, and its bytes when they are not exactly that text in UTF-8. */
export interface Opened {
  name: string;
  text: string;
  bytes: Uint8Array | null;
}

/** The text of a file, byte order mark and line ends included; of a picture and the like, which hold none, null. */
export function read(name: string, bytes: Uint8Array): Opened | null {
  try {
    const text = decode("utf-8", bytes, true);
    // An empty file is something else than no file.
    return { name, text, bytes: text === "" ? bytes : null };
  } catch {
    const mark = `${bytes[0]} ${bytes[1]}`;
    const encoding = mark === "255 254" ? "utf-16le" : mark === "254 255" ? "utf-16be" : "utf-8";
    if (encoding === "utf-8" && bytes.includes(0)) return null;
    return { name, text: decode(encoding, bytes, false), bytes };
  }
}

// The checker, too, counts from behind the mark of UTF-16.
const decode = (encoding: string, bytes: Uint8Array, fatal: boolean): string =>
  new TextDecoder(encoding, { fatal, ignoreBOM: encoding === "utf-8" }).decode(bytes);

/** Which of several files is the one to check and which is the request it answers. */
export function pair(files: readonly Opened[]): { file: Opened | undefined; request: Opened | undefined } {
  if (files.length < 2) return { file: files[0], request: undefined };
  const request = files.find((it) => /^\.?agent[-_.]request/i.test(it.name));
  const others = files.filter((it) => it !== request);
  return { file: others.find((it) => /agent[-_.]?response/i.test(it.name)) ?? others[0], request };
}
