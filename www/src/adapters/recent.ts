/** The files that were checked last on this device. */
export interface Recent {
  id: number;
  fileName: string;
  text: string;
  /** the verdict in words, and its tone */
  verdict: string;
  look: string;
}

export const MOST = 10;
/** How long a text may be, and all of them together, in UTF-16 units: the storage of a site is small. */
const LONGEST = 200_000;
const ALL = 1_000_000;

/** The list with a file in front: in place of its older state, and of the same file that was opened before. */
export function withFile(all: readonly Recent[], it: Recent): Recent[] {
  if (it.text === "" || it.text.length > LONGEST) return [...all];
  const others = all.filter(
    ({ id, fileName, text }) => id !== it.id && (fileName !== it.fileName || text !== it.text),
  );
  let size = 0;
  return [it, ...others].slice(0, MOST).filter(({ text }) => {
    size += text.length;
    return size <= ALL;
  });
}

/** Reads what was stored; null if nothing is to be remembered. */
export function read(stored: string | null): Recent[] | null {
  if (stored === null) return null;
  try {
    const all: unknown = JSON.parse(stored);
    if (!Array.isArray(all)) return [];
    return all.filter(
      (it): it is Recent =>
        typeof it?.id === "number" &&
        ["fileName", "text", "verdict", "look"].every((key) => typeof it[key] === "string"),
    );
  } catch {
    return [];
  }
}
