// How many tests passed and failed, and which failed, from the output of a test runner. A run may print several
// summaries of one kind, which add up; a runner inside a runner is not counted twice, because the
// first kind that occurs decides.
const kinds = [
  // node --test, both of its reporters
  { passed: /^(?:ℹ|#) pass (\d+)$/gm, failed: /^(?:ℹ|#) (?:fail|cancelled) (\d+)$/gm },
  // cargo test
  {
    passed: /^test result: \w+\. (\d+) passed;/gm,
    failed: /^test result: \w+\. \d+ passed; (\d+) failed;/gm,
  },
  // our own
  { passed: /^\s*(\d+) passed, \d+ failed$/gm, failed: /^\s*\d+ passed, (\d+) failed$/gm },
];

/** @returns {{ passed: number, failed: number } | undefined} undefined when there is no summary */
export function counts(output) {
  const text = plain(output);
  const kind = kinds.find((it) => text.match(it.passed));
  return kind && { passed: sum(text, kind.passed), failed: sum(text, kind.failed) };
}

const sum = (text, pattern) => [...text.matchAll(pattern)].reduce((total, [, n]) => total + Number(n), 0);

/** How the runners name a test that failed: node --test, in its two formats and in those of a runner around it; cargo test. */
const failures = [
  /^(?:\S+: )?\s*(?:not ok(?: \d+ -)?|✖) (?<name>.+?)(?: \([\d.]+ms\))?$/gm,
  /^test (?<name>\S+).* \.\.\. FAILED$/gm,
  /^---- (?<name>\S+) stdout ----$/gm,
];

/** How many lines after the name of a failed test say why it failed, in most cases. */
const LINES = 10;

/** @returns {{ name: string, why: string }[]} the tests that failed, each once, with what follows its last mention */
export function failed(output) {
  const text = plain(output);
  const found = new Map();
  for (const kind of failures)
    for (const it of text.matchAll(kind)) {
      const { name } = it.groups;
      const end = it.index + it[0].length;
      if (name !== "failing tests:" && end >= (found.get(name) ?? 0)) found.set(name, end);
    }
  return [...found].map(([name, end]) => {
    const lines = text.slice(end, end + 10_000).split("\n");
    const why = lines.filter((it) => it.trim() !== "").slice(0, LINES);
    return { name, why: why.join("\n") };
  });
}

/**
 * What selects these tests: for "pattern" a regular expression, for "names" the names, as cargo test takes them.
 * @param {string[]} names
 * @param {"pattern" | "names"} kind
 */
export const allOf = (names, kind) =>
  kind === "names"
    ? names.join(" ")
    : `^(?:${names.map((it) => it.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|")})$`;

/** Whether a run has each of these tests, passed: node --test names them, cargo test only counts the wanted ones. */
export function havePassed(names, output) {
  const text = plain(output);
  const passed = new Set([...text.matchAll(/^\s*✔ (.+?)(?: \([\d.]+ms\))?$/gm)].map(([, name]) => name));
  const { passed: n_passed, failed: n_failed } = counts(output) ?? { passed: 0, failed: 1 };
  const isCargo = /^test result: /m.test(text);
  return n_failed === 0 && (isCargo ? n_passed === names.length : names.every((it) => passed.has(it)));
}

/** Without colors, and with our line endings. */
function plain(output) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: color codes begin with one
  return output.replace(/\x1b\[[0-9;]*m/g, "").replace(/\r/g, "");
}
