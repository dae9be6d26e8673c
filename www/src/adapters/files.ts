/** What is in a file: its text, and its bytes when they are not exactly that text in UTF-8. */
export interface Opened {
  name: string;
  text: string;
  bytes: Uint8Array | null;
}

/** The text of a file, byte order mark and line ends included. */
export function read(name: string, bytes: Uint8Array): Opened {
  try {
    return {
      name,
      text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes),
      bytes: null,
    };
  } catch {
    return { name, text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), bytes };
  }
}

/** Which of several files is the one to check and which is the request it answers. */
export function pair(files: readonly Opened[]): { file: Opened | undefined; request: Opened | undefined } {
  if (files.length < 2) return { file: files[0], request: undefined };
  const request = files.find((it) => /^\.?agent[-_.]request/i.test(it.name));
  return { file: files.find((it) => it !== request), request };
}
