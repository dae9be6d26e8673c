/** Texts for the tests and the measurements: valid files of any size, and what can go wrong with them. */

/** @typedef {"ascii" | "raw" | "meta"} Kind as Python writes it, with characters left as they are, or mostly metadata */

const WORDS =
  "agent answer before between boundary check code compose context data default each error example field file format given handle input keep layer list method module name never only order parse path pattern place plan point program query read result return rule schema section service state step string system table task template test text token type unit update use value verify when write".split(
    " ",
  );
const SIGNS = ["✅", "❌", "⚠️", "→", "é", "“done”", "naïve", "🙂", "🚀"];

/** Numbers that look random and are the same in every run. */
export function seeded(seed = 1) {
  let state = seed >>> 0;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A file without a finding, of about this many bytes. */
export function validFile(/** @type {Kind} */ kind, /** @type {number} */ bytes, seed = 1) {
  const random = seeded(seed);
  const ascii = kind === "ascii";
  let size = bytes;
  // Escaping makes text longer: two rounds come close enough.
  let text = "";
  for (let round = 0; round < 3; round++) {
    text = kind === "meta" ? metaFile(random, size) : proseFile(random, size, ascii);
    const there = Buffer.byteLength(text);
    if (Math.abs(there - bytes) < bytes / 20) break;
    size = Math.max(1, Math.round((size * bytes) / there));
  }
  return text;
}

/** An envelope around a payload. */
export function envelope(/** @type {string} */ payload, metadata = {}, ascii = false) {
  const fields = {
    request_id: "2f1c7a52-5d0b-4b3e-9a61-0c8d1e7f4a90",
    version: "1.0",
    status: "success",
    response: payload,
    error_message: null,
    error_type: null,
    created_at: "2025-11-24T14:22:45.123456+00:00",
    duration_seconds: 12.5,
    metadata,
  };
  const text = `${JSON.stringify(fields, null, 2)}\n`;
  return ascii ? escaped(text) : text;
}

/** The payload of the sections format, with this many characters of prose. */
export function sections(/** @type {(below: number) => number} */ random, /** @type {number} */ length) {
  const names = ["related_templates", "examples", "boundaries"];
  const more = ["capabilities", "best_practices", "anti_patterns", "detailed_examples"].slice(
    0,
    length > 4000 ? 4 : 0,
  );
  const share = Math.ceil(length / (more.length + 2));
  /** @type {Record<string, unknown>} */
  const all = { sections: [...names, ...more] };
  all.related_templates = `## Related Templates\n\n- templates/agents/${word(random)}-reviewer.md: reviews what this agent writes\n`;
  all.examples = `## Examples\n\n${prose(random, Math.max(share, 120))}\n`;
  all.boundaries = boundaries();
  for (const name of more) all[name] = `## ${title(name)}\n\n${prose(random, share)}\n`;
  all.frontmatter_metadata = {
    stack: ["typescript", "python"],
    phase: "review",
    capabilities: ["Reviews schemas", "Checks the order of keys", "Names broken rules"],
    keywords: ["schema", "review", "validation", "json", "contract"],
  };
  return all;
}

/** Boundaries in all three parts, as many as required. */
export function boundaries() {
  const rules = (/** @type {string} */ sign, /** @type {string[]} */ all) =>
    all.map((it) => `- ${sign} ${it}`).join("\n");
  const always = [
    "Read the schema first",
    "Name the rule that was broken",
    "Keep the order of keys",
    "Write UTF-8 without a mark",
    "Close every string",
  ];
  const never = [
    "Never drop a field",
    "Never guess an id",
    "Never write two values",
    "Never nest an answer",
    "Never use smart quotes",
  ];
  const ask = [
    "Naming: Ask when two names fit",
    "Scope: Ask when the task grows",
    "Removal: Ask before a field goes",
  ];
  return [
    "## Boundaries",
    `### ALWAYS\n${rules(
      "✅",
      always.map((it) => `${it} (the reader depends on it)`),
    )}`,
    `### NEVER\n${rules(
      "❌",
      never.map((it) => `${it} (the work would be lost)`),
    )}`,
    `### ASK\n${rules(
      "⚠️",
      ask.map((it) => `${it} (only a person knows)`),
    )}`,
  ].join("\n\n");
}

/** Lines of Markdown, with a piece of code, a quotation or a sign now and then. */
export function prose(/** @type {(below: number) => number} */ random, /** @type {number} */ length) {
  const lines = [];
  let size = 0;
  while (size < length) {
    const words = Array.from({ length: 6 + random(8) }, () => word(random));
    const kind = random(6);
    if (kind === 0) words.splice(2, 0, `"${word(random)}"`);
    if (kind === 1) words.splice(1, 0, SIGNS[random(SIGNS.length)] ?? "");
    if (kind === 2) words.push(`\`${word(random)}("${word(random)}")\``);
    const line = kind === 3 ? `- ${words.join(" ")}` : words.join(" ");
    lines.push(line);
    size += line.length + 1;
  }
  return lines.join("\n");
}

/** Writes every character beyond ASCII as an escape, as Python does. */
export function escaped(/** @type {string} */ json) {
  return json.replace(/[^\0-\x7f]/g, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** `text` with ten faults of different kinds in it, spread over the envelope and the payload. */
export function faultyFile(/** @type {Kind} */ kind, /** @type {number} */ bytes) {
  const text = validFile(kind, bytes);
  const value = JSON.parse(text);
  // Added to the existing sections, so that the payload keeps its length.
  const inner = { ...sections(seeded(5), 0), ...JSON.parse(value.response) };
  inner.sections.push("no_such_section", "examples");
  inner.boundaries = inner.boundaries
    .replace("- ✅", "- ❌")
    .replace("### NEVER", "### Never")
    .replace("- ⚠️", "* ⚠️");
  const { error_type, metadata, duration_seconds, ...rest } = value;
  const faulty = { ...rest, status: "done", version: "1", duration: "12.5", metadata, extra: 1 };
  faulty.created_at = "2025-11-24 14:22";
  faulty.response = JSON.stringify(inner);
  return `${JSON.stringify(faulty, null, 2)}\n`;
}

/** A file as models write it: without errors, but with a few things that could be better in its sections. */
export function ordinaryFile(/** @type {Kind} */ kind, /** @type {number} */ bytes) {
  let size = bytes;
  let text = "";
  // Escaping makes text longer.
  for (let round = 0; round < 4; round++) {
    text = ordinary(seeded(bytes), kind, size);
    const there = Buffer.byteLength(text);
    if (Math.abs(there - bytes) < bytes / 20) break;
    size = Math.max(1, Math.round((size * bytes) / there));
  }
  return text;
}

/** With rules that are not sorted into their parts, and few of the recommended sections. */
function ordinary(
  /** @type {(below: number) => number} */ random,
  /** @type {Kind} */ kind,
  /** @type {number} */ size,
) {
  const ascii = kind === "ascii";
  const length = kind === "meta" ? size * 0.1 : size - 420;
  const names = ["quick_start", "boundaries", "best_practices", "anti_patterns"];
  /** @type {Record<string, unknown>} */
  const payload = { sections: names.slice(0, length < 3000 ? 2 : 4) };
  for (const name of /** @type {string[]} */ (payload.sections))
    payload[name] = `## ${title(name)}\n\n${prose(random, Math.max(40, length / (length < 3000 ? 2 : 4)))}\n`;
  const json = JSON.stringify(payload);
  const metadata =
    kind === "meta"
      ? Object.fromEntries(entries(random, size * 0.85))
      : { model: "large", tools: ["read", "write"] };
  return envelope(ascii ? escaped(json) : json, metadata, ascii);
}

/** A valid file whose payload ends with one fault. */
export function faultAtTheEnd(/** @type {number} */ bytes) {
  const value = JSON.parse(validFile("ascii", bytes));
  return envelope(value.response.replace(/\}$/, ",}"), {}, true);
}

function proseFile(
  /** @type {(below: number) => number} */ random,
  /** @type {number} */ size,
  /** @type {boolean} */ ascii,
) {
  const payload = JSON.stringify(size < 3000 ? small(random, size) : sections(random, size));
  return envelope(ascii ? escaped(payload) : payload, {}, ascii);
}

/** Too small for the sections format, so an object of another phase. */
function small(/** @type {(below: number) => number} */ random, /** @type {number} */ size) {
  return { summary: prose(random, Math.max(20, size - 400)), files: [`src/${word(random)}.ts`], done: true };
}

function metaFile(/** @type {(below: number) => number} */ random, /** @type {number} */ size) {
  const metadata = Object.fromEntries(entries(random, size * 0.85));
  const payload = { summary: prose(random, Math.max(20, size * 0.12)), done: true };
  return envelope(JSON.stringify(payload), metadata);
}

/** Members of metadata, of about this many bytes. */
function entries(/** @type {(below: number) => number} */ random, /** @type {number} */ bytes) {
  /** @type {[string, object][]} */
  const all = [];
  for (let left = bytes; left > 0; left -= 150) {
    const entry = {
      id: random(1e6),
      name: word(random),
      tags: [word(random), word(random)],
      ratio: random(1000) / 1000,
      ok: random(2) === 0,
    };
    all.push([`${word(random)}_${all.length}`, entry]);
  }
  return all;
}

function word(/** @type {(below: number) => number} */ random) {
  return WORDS[random(WORDS.length)] ?? "word";
}

function title(/** @type {string} */ name) {
  return name.replace(/(^|_)(.)/g, (_, gap, letter) => (gap ? " " : "") + letter.toUpperCase());
}
