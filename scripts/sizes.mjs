// What the things that are downloaded may weigh, in bytes; all but the tarball after gzip -9.
//
// `budget` is what they have to keep. Where `today` stands beside it the budget is not kept yet: `make bench` says so and
// fails, and `make test` sees to it that the size does not grow on the way there. With the budget kept the entry goes.
/** @type {Record<"wasm" | "entry" | "script" | "glue" | "tarball" | "page", { budget: number, today?: number }>} */
export const sizes = {
  wasm: { budget: 61_440, today: 124_000 },
  entry: { budget: 81_920, today: 131_000 },
  script: { budget: 81_920, today: 131_000 },
  glue: { budget: 6_144 },
  tarball: { budget: 256_000, today: 430_000 },
  page: { budget: 256_000, today: 275_000 },
};

/** Whether a size is as it may be, and the sentence that says so. */
export function judge(/** @type {keyof typeof sizes} */ name, /** @type {number} */ size) {
  const { budget, today } = sizes[name];
  const most = today ?? budget;
  const over = size > budget ? `, over the budget of ${budget}` : ` of ${budget}`;
  return {
    kept: size <= most,
    text: `${name}: ${size} bytes${over}${size > most ? `; it grew beyond ${most}` : ""}`,
  };
}
