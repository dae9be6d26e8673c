// What the things that are downloaded may weigh, in bytes (all but the tarball after gzip -9), and how long the page may
// take to its first finding on a slow phone, in milliseconds of work.
//
// `budget` is what they have to keep. Where `today` stands beside it the budget is not kept yet: `make bench` says so and
// fails, and `make test` sees to it that the size does not grow on the way there. With the budget kept the entry goes.
/** @type {Record<"wasm" | "entry" | "script" | "glue" | "tarball" | "page" | "rulePage" | "firstFinding", { budget: number, today?: number, unit?: string }>} */
export const sizes = {
  // What reads broken texts without losing any of them, and tells one mistake once, weighs 10 KB of these.
  wasm: { budget: 61_440, today: 131_600 },
  entry: { budget: 81_920, today: 138_800 },
  script: { budget: 81_920, today: 139_300 },
  glue: { budget: 6_144 },
  // The schemas and types of all formats came into it, and the pages of 30 more rules.
  tarball: { budget: 256_000, today: 490_000 },
  page: { budget: 256_000, today: 263_700 },
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
