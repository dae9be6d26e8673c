import { during } from "./pending.js";

/** One run after the other for each key: of two at once, the one that read the older text could end last. */
export interface Turns<T> {
  /** Runs when no other run is active; whoever asks before that run has begun gets the same one. */
  take(key: string, run: () => Promise<T>): Promise<T>;
}

export function createTurns<T>(): Turns<T> {
  /** The last run that began or waits. */
  const last = new Map<string, Promise<T>>();
  const waiting = new Map<string, Promise<T>>();
  return {
    take(key, run) {
      const planned = waiting.get(key);
      if (planned !== undefined) return planned;
      const begin = (): Promise<T> => {
        waiting.delete(key);
        return run();
      };
      const before: Promise<unknown> = last.get(key) ?? Promise.resolve();
      const turn = during(`turn: ${key}`, before.then(begin, begin)).finally(() => {
        if (last.get(key) === turn) last.delete(key);
      });
      waiting.set(key, turn);
      last.set(key, turn);
      return turn;
    },
  };
}
