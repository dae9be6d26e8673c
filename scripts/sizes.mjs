// How large the downloads may be, in bytes (the wasm, the scripts and the page after gzip -9, the two archives as they
// are), and how long the page may take to show its first finding on a slow phone, in milliseconds of work.
//
// `budget` is the limit, which `make bench` checks too. `today` is the last measurement plus 2 %: `make test` fails
// beyond it, so that a size grows only by a decision, with the new number written here.
/** @type {Record<"wasm" | "columns" | "editor" | "tools" | "entry" | "script" | "glue" | "tarball" | "extension" | "page" | "rulePage" | "firstFinding", { budget: number, today?: number, unit?: string }>} */
export const sizes = {
  // node scripts/wasm-size.mjs
  wasm: { budget: 389_120 },
  // For hosts without JavaScript, with the checks of calls of tools: loaded once, so only its growth is watched.
  columns: { budget: 409_600, today: 390_000 },
  // npm test -w agent-response-pkg-tests -- package. The one for editors is compiled for size. The script is the entry point without a bundler.
  // Reading long broken texts in strides takes 900 bytes of it, what is repaired of escapes and streams 700, and quotes, lists and
  // comments of other languages 4,000.
  editor: { budget: 375_000, today: 379_500 },
  // The one for editors with the formats in which models call tools; loaded only for these. To join fragments, pair the calls of
  // a session and compare outputs with their schemas takes 17,000 of it; to judge what requests declare and choose, the revisions of
  // MCP, batches and logs takes as much again. That arguments with faults are judged, and schemas of which a part cannot be compiled,
  // takes 6,000; what each API refuses in requests, choices, blocks and schemas 12,000.
  tools: { budget: 425_000, today: 487_000 },
  entry: { budget: 404_480 },
  script: { budget: 404_480 },
  glue: { budget: 6_144, today: 8_725 },
  // It contains the wasm three times, which gzip cannot deduplicate: as a file, in the entry point, and in the script.
  // The one for editors takes 381,000, the one for tool calls 487,000, the command 836,000, of which 100,000 are for tool calls; the rule pages, the schemas, the types and the glue code may take 100,000.
  tarball: { budget: 2_000_000, today: 3_190_000 },
  // npm test -w agent-response-vscode -- size
  // One wasm in the editor knows all formats: those in which models call tools, and what compares their arguments with schemas,
  // take 118,000 bytes more. To read what models write between and in values takes 6,000 of it.
  extension: { budget: 675_840, today: 808_500 },
  // npm test -w agent-response-page
  page: { budget: 409_600, today: 606_000 },
  // The largest of the rule and format pages, with everything that it may load and the main page does not.
  rulePage: { budget: 61_440 },
  firstFinding: { budget: 1_000, unit: "ms" },
};

/** Whether a size is within its limit, and the sentence that says so. */
export function judge(/** @type {keyof typeof sizes} */ name, /** @type {number} */ size) {
  const { budget, today, unit = "bytes" } = sizes[name];
  const most = today ?? budget;
  const over = size > budget ? `, over the budget of ${budget}` : ` of ${budget}`;
  return {
    kept: size <= most,
    text: `${name}: ${Math.round(size)} ${unit}${over}${size > most ? `; it grew beyond ${most}` : ""}`,
  };
}
