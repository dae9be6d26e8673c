// What the things that are downloaded may weigh, in bytes (the wasm, the scripts and the page after gzip -9, the two
// archives as they are), and how long the page may take to its first finding on a slow phone, in milliseconds of work.
//
// `budget` is the limit, which `make bench` asks for too. `today` is what was measured last and 2 % more: `make test` fails
// beyond it, so that a size grows only by a decision, with the new number written here. The sizes over budget are
// so because of the questions of editors (`src/ide`, a fifth of the wasm) and of the command in the package: features and
// speed win over size.
/** @type {Record<"wasm" | "entry" | "script" | "glue" | "tarball" | "extension" | "page" | "rulePage" | "firstFinding", { budget: number, today?: number, unit?: string }>} */
export const sizes = {
  // node scripts/wasm-size.mjs
  wasm: { budget: 245_760, today: 476_900 },
  // npm test -w agent-response-pkg-tests -- package. The script is the entry without a bundler.
  entry: { budget: 261_120, today: 490_900 },
  script: { budget: 261_120, today: 491_400 },
  glue: { budget: 6_144, today: 9_500 },
  // It has the wasm three times, which gzip cannot share: as a file, in the entry, and in the script. The pages of rules,
  // the schemas, the types and the glue may weigh 92,000.
  tarball: { budget: 245_760 + 2 * 261_120 + 92_000, today: 2_246_000 },
  // npm test -w agent-response-vscode -- size
  extension: { budget: 460_800, today: 754_900 },
  // npm test -w agent-response-page
  page: { budget: 409_600, today: 562_400 },
  // The largest of the pages about rules and formats, with all that it may load and the main page does not.
  rulePage: { budget: 61_440 },
  firstFinding: { budget: 1_000, unit: "ms" },
};

/** Whether a size is as it may be, and the sentence that says so. */
export function judge(/** @type {keyof typeof sizes} */ name, /** @type {number} */ size) {
  const { budget, today, unit = "bytes" } = sizes[name];
  const most = today ?? budget;
  const over = size > budget ? `, over the budget of ${budget}` : ` of ${budget}`;
  return {
    kept: size <= most,
    text: `${name}: ${Math.round(size)} ${unit}${over}${size > most ? `; it grew beyond ${most}` : ""}`,
  };
}
