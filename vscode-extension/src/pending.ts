/**
 * What the extension still has to do for what has happened so far: delayed tasks, and work that waits for a file or for
 * VS Code. Only tests ask.
 * Knows nothing of VS Code's API.
 */

const works = new Set<{ what: string }>();
const listeners = new Set<() => void>();

/** Work that has begun, until the result is called. */
export function begin(what: string): () => void {
  const work = { what };
  works.add(work);
  return () => {
    if (works.delete(work) && works.size === 0) for (const it of listeners) it();
  };
}

/** Work that ends with a promise. */
export const during = <T>(what: string, work: Promise<T>): Promise<T> => work.finally(begin(what));

/** What has not ended, for messages. */
export const pending = (): string[] => Array.from(works, (it) => it.what);

/** Resolves when there is nothing to do, and what ended last has not begun anything else. */
export async function idle(): Promise<void> {
  do {
    if (works.size > 0) await ended();
    // What waits for the same promise runs before the next timer.
    await new Promise((done) => setTimeout(done));
  } while (works.size > 0);
}

const ended = (): Promise<void> =>
  new Promise((done) => {
    const end = (): void => {
      listeners.delete(end);
      done();
    };
    listeners.add(end);
  });
