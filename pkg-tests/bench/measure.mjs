/** Measures side by side: alternating rounds, processor time of this process, medians of the ratios within a round. */

/** @typedef {{ [name: string]: () => unknown }} Candidates functions that do comparable work, by name */

/** Milliseconds that one sample takes at least: the clock is accurate to a few microseconds. */
const SAMPLE = 2;
let sink = 0;

/**
 * Times candidates alternately.
 * @param {Candidates} candidates
 * @param {{ rounds?: number, unit?: string }} options `unit` names the candidate that the others are compared with
 * @returns {Record<string, { time: number, ratio: number }>} medians: microseconds per call, and the ratio to the unit
 */
export function sideBySide(candidates, { rounds = 11, unit = Object.keys(candidates)[0] ?? "" } = {}) {
  const names = Object.keys(candidates);
  const calls = Object.fromEntries(
    names.map((it) => [it, callsPerSample(/** @type {() => unknown} */ (candidates[it]))]),
  );
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(names.map((it) => [it, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names)
      times[name]?.push(sample(/** @type {() => unknown} */ (candidates[name]), calls[name] ?? 1));
  }
  const base = times[unit] ?? [];
  return Object.fromEntries(
    names.map((it) => {
      const own = times[it] ?? [];
      return [
        it,
        { time: median(own), ratio: median(own.map((time, round) => time / (base[round] ?? time))) },
      ];
    }),
  );
}

/** The processor time of one call, in microseconds. */
export function once(/** @type {() => unknown} */ run) {
  return sample(run, 1);
}

/** The median of some numbers. */
export function median(/** @type {number[]} */ numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

function callsPerSample(/** @type {() => unknown} */ run) {
  // Runs until the engine has compiled what it is going to compile.
  const until = performance.now() + 60;
  let calls = 0;
  while (performance.now() < until || calls < 2) {
    keep(run());
    calls++;
  }
  const time = Math.min(sample(run, 1), sample(run, 1), sample(run, 1));
  return Math.max(1, Math.ceil((SAMPLE * 1000) / Math.max(time, 0.2)));
}

function sample(/** @type {() => unknown} */ run, /** @type {number} */ calls) {
  const start = process.cpuUsage();
  for (let left = calls; left > 0; left--) keep(run());
  const { user, system } = process.cpuUsage(start);
  return (user + system) / calls;
}

/** Uses a result, so that no engine can optimize the work away. */
function keep(/** @type {unknown} */ result) {
  if (result) sink++;
  return sink;
}
