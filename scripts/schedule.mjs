// Which of the rows of steps.mjs run beside each other.

/** Cargo uses all cores, downloads none, and tests in a browser wait half of the time. */
const AT_ONCE = 2;

/**
 * The row to start now: the first one for which nothing has to be waited. A row waits until those that it needs, and those
 * that it comes after, have ended, and nothing runs that occupies what it occupies. No compiler runs beside one that waits
 * for answers, and nothing beside one that runs alone.
 */
export function next(waiting, running) {
  if (running.some((it) => it.alone) || running.length === AT_ONCE) return undefined;
  const unfinished = [...waiting, ...running].map((it) => it.name);
  const occupied = running.flatMap((it) => it.occupies ?? []);
  return waiting.find(
    (it) =>
      ![...(it.needs ?? []), ...(it.after ?? [])].some((name) => unfinished.includes(name)) &&
      !it.occupies?.some((thing) => occupied.includes(thing)) &&
      running.every((other) => !it.alone && Boolean(other.waits) === Boolean(it.waits)),
  );
}

/** Runs all rows, each with `perform`, which must not fail. */
export async function performAll(rows, perform) {
  const waiting = [...rows];
  const running = new Map();
  while (waiting.length + running.size > 0) {
    const row = next(waiting, [...running.keys()]);
    if (row === undefined) {
      if (running.size === 0) throw new Error(`these wait for each other: ${waiting.map((it) => it.name)}`);
      await Promise.race(running.values());
      continue;
    }
    waiting.splice(waiting.indexOf(row), 1);
    running.set(
      row,
      Promise.resolve(perform(row)).finally(() => running.delete(row)),
    );
  }
}

/**
 * What rows print, one after the other: that of the row that began first as it comes, that of the others when it is their
 * turn. `open` gives a row its two functions.
 */
export function inTurn(write) {
  const turns = [];
  return function open() {
    const turn = { kept: [], ended: false };
    turns.push(turn);
    const flush = () => {
      while (turns.length > 0) {
        for (const it of turns[0].kept.splice(0)) write(...it);
        if (!turns[0].ended) return;
        turns.shift();
      }
    };
    return {
      print(...printed) {
        turn.kept.push(printed);
        flush();
      },
      end() {
        turn.ended = true;
        flush();
      },
    };
  };
}
