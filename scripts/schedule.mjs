// Which of the rows of steps.mjs run beside each other.

/** Cargo uses all cores, and downloads use none. */
const AT_ONCE = 2;
/** Tests of what answers later wait half of the time or more. */
const WAITING_AT_ONCE = 3;

/**
 * The row to start now: the first one that has to wait for nothing. A row waits until the rows that it needs, or comes after,
 * have ended, and until nothing runs that occupies what it occupies. No compiler runs beside a row that waits for answers, and
 * nothing beside one that runs alone, except for one row in the background, beside any that does not measure.
 */
export function next(waiting, running) {
  const unfinished = [...waiting, ...running].map((it) => it.name);
  const isReady = (it) =>
    ![...(it.needs ?? []), ...(it.after ?? [])].some((name) => unfinished.includes(name));
  const [front, background] = [running.filter((it) => !it.background), running.filter((it) => it.background)];
  const shares = (one, others) =>
    others.some((it) => it.occupies?.some((thing) => one.occupies?.includes(thing)));
  return waiting.find((it) => {
    if (!isReady(it) || shares(it, running)) return false;
    if (it.background) {
      // A row that everything waits for must not wait in turn for one that gets what time is left.
      const isWanted = shares(
        it,
        waiting.filter((other) => !other.background),
      );
      return background.length === 0 && !isWanted && !running.some((other) => other.measures);
    }
    const most = it.waits ? WAITING_AT_ONCE : AT_ONCE;
    if (front.length >= most || (it.measures && background.length > 0)) return false;
    return front.every((other) => !other.alone && !it.alone && Boolean(other.waits) === Boolean(it.waits));
  });
}

/**
 * The rows that a wish selects, and what those need. A wish is words between commas, each of which selects the rows with it in
 * their names; a row that only runs by name has to begin with it. Without a wish, these are all others.
 */
export function select(rows, wish = "") {
  const words = wish.split(",").flatMap((it) => it.trim() || []);
  const isWished = ({ name, named }) =>
    named
      ? words.some((it) => name.startsWith(it))
      : words.length === 0 || words.some((it) => name.includes(it));
  const wanted = new Set();
  const want = (name) => {
    wanted.add(name);
    for (const need of rows.find((it) => it.name === name).needs ?? []) want(need);
  };
  for (const it of rows) if (it.run !== undefined && isWished(it)) want(it.name);
  return rows.filter(({ name }) => wanted.has(name));
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
 * What rows print, one after the other: the output of the row that began first as it comes, that of the others when it is
 * their turn. A row in the background has its turn after its end, so that nothing waits for it. `open` gives a row its two
 * functions.
 */
export function inTurn(write) {
  const turns = [];
  return function open({ background = false } = {}) {
    const turn = { kept: [], ended: false };
    if (!background) turns.push(turn);
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
        if (turns.includes(turn)) flush();
      },
      end() {
        if (background) turns.push(turn);
        turn.ended = true;
        flush();
      },
    };
  };
}
