// How many tests passed and failed, and which failed, by what a test runner printed. A run may hold several
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

/** @returns {string[]} the names of the tests that failed, each once */
export function failed(output) {
  const text = plain(output);
  const names = failures.flatMap((it) => [...text.matchAll(it)].map(({ groups }) => groups.name));
  return [...new Set(names)].filter((it) => it !== "failing tests:");
}

/** Without colours, and with lines that end as ours do. */
function plain(output) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
  return output.replace(/\x1b\[[0-9;]*m/g, "").replace(/\r/g, "");
}
