/** Delayed tasks, at most one for each key: a later one replaces the one that is waiting. */
export interface Later {
  /** Runs the task after `delay` milliseconds. */
  schedule(key: string, task: () => void, delay: number): void;
  cancel(key: string): void;
  isWaiting(key: string): boolean;
  dispose(): void;
}

export function createLater(): Later {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  function cancel(key: string): void {
    clearTimeout(timers.get(key));
    timers.delete(key);
  }
  return {
    cancel,
    schedule(key, task, delay) {
      cancel(key);
      const run = (): void => {
        timers.delete(key);
        task();
      };
      timers.set(key, setTimeout(run, delay));
    },
    isWaiting: (key) => timers.has(key),
    dispose() {
      for (const key of [...timers.keys()]) cancel(key);
    },
  };
}
