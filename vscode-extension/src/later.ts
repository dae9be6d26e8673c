import type * as vscode from "vscode";
import { begin } from "./pending.js";

/** Delayed tasks, at most one for each key: a later one replaces the one that is waiting. */
export interface Later {
  /** Runs the task after `delay` milliseconds. */
  schedule(key: string, task: () => void, delay: number): void;
  cancel(key: string): void;
  isWaiting(key: string): boolean;
  dispose(): void;
}

export function createLater(): Later {
  const waiting = new Map<string, () => void>();
  function cancel(key: string): void {
    waiting.get(key)?.();
    waiting.delete(key);
  }
  return {
    cancel,
    schedule(key, task, delay) {
      cancel(key);
      const end = begin(`later: ${key}`);
      const timer = setTimeout(() => {
        waiting.delete(key);
        try {
          task();
        } finally {
          end();
        }
      }, delay);
      waiting.set(key, () => {
        clearTimeout(timer);
        end();
      });
    },
    isWaiting: (key) => waiting.has(key),
    dispose() {
      for (const key of [...waiting.keys()]) cancel(key);
    },
  };
}

/** The next time that an event happens, or a token is canceled. */
export const happens = (event: vscode.Event<unknown>, token?: vscode.CancellationToken): Promise<void> =>
  new Promise((done) => {
    const subscriptions = [event(stop), token?.onCancellationRequested(stop)];
    function stop(): void {
      for (const it of subscriptions) it?.dispose();
      done();
    }
  });
