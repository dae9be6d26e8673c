// Budgets in milliseconds are for a machine that does the work below in WORK milliseconds. One that is slower, or that
// shares its cores, takes longer for everything: the same code used half of a budget one day and exceeded it the next.

/**
 * How long the work usually takes on the machine on which the budgets were set, in milliseconds: the median of 36
 * measurements from 1.8 to 2.8. A smaller number would make the budgets larger there.
 */
const WORK = 2.5;

/** Objects, strings and numbers, as in the files that are checked. */
const value = Array.from({ length: 600 }, (_, it) => ({
  name: `section_${it}`,
  text: `A "quoted" line ${it},\nwith 😀 and \\ in it`.repeat(3),
  numbers: [it, it / 7, -it],
  done: it % 2 === 0,
}));

/** Parses, serializes and adds up, like a program that neither waits nor draws. */
function work() {
  const text = JSON.stringify(value);
  let sum = JSON.parse(text).length;
  for (let at = 0; at < text.length; at++) sum = (sum * 31 + text.charCodeAt(at)) | 0;
  return sum;
}

/**
 * How many times slower this machine is at the moment than the one that the budgets are for, and never less than 1:
 * divide a time that was measured just before or after by this.
 */
export function slowness() {
  let [best, sum] = [Number.POSITIVE_INFINITY, 0];
  // The best of many: a time says nothing if another program ran meanwhile.
  for (let round = 0; round < 25; round++) {
    const from = performance.now();
    sum += work();
    best = Math.min(best, performance.now() - from);
  }
  if (Number.isNaN(sum)) throw new Error("no work was done");
  return Math.max(1, best / WORK);
}
