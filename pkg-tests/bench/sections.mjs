/** What is measured in Node. Each function gives rows: a name, the value, its unit, and the budget if there is one. */

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { sizes as budgets } from "../../scripts/sizes.mjs";
import { installed, root } from "../lib/consumer.mjs";
import { faultAtTheEnd, faultyFile, ordinaryFile, seeded, validFile } from "../lib/samples.mjs";
import { median, once, sideBySide } from "./measure.mjs";
import { json2, jsoncParser, makeAjv, makeLanguageService } from "./peers.mjs";

/**
 * What was measured; `peers` are the ratios of others in the same run.
 * @typedef {{ name: string, value: number, unit: string, most?: number, note?: string, peers?: Record<string, number> }} Row
 */
/** @typedef {typeof import("agent-response")} Package */

const KB = 1000;
const SIZES = [KB, 10 * KB, 100 * KB, 1000 * KB, 10_000 * KB];
const KINDS = /** @type {const} */ (["ascii", "raw", "meta"]);
const options = { format: /** @type {const} */ ("agent-response") };

/** A string as read from a file: flat, with one byte per character if that is enough. */
export const flat = (/** @type {string} */ text) => Buffer.from(text).toString("utf8");

export const sizeName = (/** @type {number} */ size) =>
  size >= 1000 * KB ? `${size / 1000 / KB} MB` : `${size / KB} KB`;

/** Budgets of ordinary files and of those with ten findings, by size. */
const ORDINARY = [5, 2.5, 1.5, 1.2, 1.2];
const FAULTY = [8, 4, 1.6, 1.3, 1.3];

/** Files as models write them, with three to six findings: both levels, all rules, compared with parsing them. */
export function* ordinary(/** @type {Package} */ ar) {
  const peers = makePeers();
  for (const kind of KINDS) warmUp(ar, flat(ordinaryFile(kind, KB)));
  for (const kind of KINDS) {
    for (const [index, size] of SIZES.entries()) {
      const text = flat(ordinaryFile(kind, size));
      const { valid, diagnostics } = ar.validate(text, options);
      if (!valid || diagnostics.length < 3 || diagnostics.length > 6)
        throw new Error(`${kind} ${size}: ${diagnostics.map((it) => it.message).join("; ")}`);
      const found = sideBySide(
        {
          json2: () => json2(text),
          "agent-response": () => ar.validate(text, options),
          ...(size > 1000 * KB ? {} : peers(text)),
        },
        { rounds: size > 100 * KB ? 5 : 11 },
      );
      yield against(`ordinary ${kind} ${sizeName(size)}`, found, ORDINARY[index] ?? 0);
    }
  }
}

/**
 * In the background, the engine compiles code that runs often; code that is not compiled by then would be measured as
 * slow. So this continues until three thousand calls are no faster than the fastest before.
 */
function warmUp(/** @type {Package} */ ar, /** @type {string} */ text) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 8; round++) {
    const time = once(() => {
      for (let call = 0; call < 3000; call++) ar.validate(text, options);
    });
    if (time > 0.97 * best) return;
    best = time;
  }
}

/** The other tools that can be run on a text, by name. */
function makePeers() {
  const ajv = makeAjv();
  const service = makeLanguageService();
  return (/** @type {string} */ text) => ({
    ajv: () => ajv(text),
    "vscode-json-languageservice": () => service(text),
    "jsonc-parser": () => jsoncParser(text),
  });
}

/** Valid files: both levels, all rules, compared with parsing them and with the peers. */
export function* valid(/** @type {Package} */ ar) {
  const peersOf = makePeers();
  for (const kind of KINDS) warmUp(ar, flat(validFile(kind, KB)));
  for (const kind of KINDS) {
    for (const size of SIZES) {
      const text = flat(validFile(kind, size));
      // A hint about how the text is written (ASCII escapes) is part of the work; a valid file has nothing worse.
      const wrong = ar.validate(text, options).diagnostics.find((it) => it.severity !== "hint");
      if (wrong) throw new Error(`${kind} ${size}: ${wrong.message}`);
      const own = { json2: () => json2(text), "agent-response": () => ar.validate(text, options) };
      const peers = peersOf(text);
      const found = sideBySide(size > 1000 * KB ? own : { ...own, ...peers }, {
        rounds: size > 100 * KB ? 5 : 11,
      });
      yield against(`valid ${kind} ${sizeName(size)}`, found, 1.5);
    }
  }
}

/** Files with ten faults, and one fault at the end of a long payload. */
export function* faulty(/** @type {Package} */ ar) {
  const compare = (
    /** @type {string} */ name,
    /** @type {string} */ whole,
    /** @type {string} */ text,
    most = 2.5,
  ) =>
    against(
      name,
      sideBySide(
        { json2: () => json2(whole), "agent-response": () => ar.validate(text, options) },
        { rounds: text.length > 100 * KB ? 5 : 11 },
      ),
      most,
    );
  const kinds = KINDS.slice(0, 2);
  for (const kind of kinds) warmUp(ar, flat(faultyFile(kind, KB)));
  for (const kind of kinds) {
    for (const [index, size] of SIZES.entries()) {
      const text = flat(faultyFile(kind, size));
      const n = ar.validate(text, options).diagnostics.length;
      if (n < 10) throw new Error(`${kind} ${size}: ${n} findings`);
      yield compare(`${n} findings, ${kind} ${sizeName(size)}`, text, text, FAULTY[index]);
    }
  }
  // A parser stops at a fault, so the unit is the same file without the fault.
  const whole = flat(validFile("raw", 100 * KB));
  for (const part of [0.01, 0.5, 0.99]) {
    yield compare(`inner fault at ${part * 100} % of 100 KB`, whole, flat(faultAt(100 * KB, part)));
  }
  const ascii = flat(validFile("ascii", 100 * KB));
  yield compare("inner fault at the end of 100 KB, ascii", ascii, flat(faultAtTheEnd(100 * KB)));
}

/** One character typed at random places in a 1 MB file: into the valid file each time, and on top of all before it. */
export function* keystroke(/** @type {Package} */ ar) {
  for (const kind of KINDS) {
    const whole = flat(validFile(kind, 1000 * KB));
    for (let round = 0; round < 10; round++) ar.validate(whole, options);
    for (const isMended of [true, false]) {
      const random = seeded(7);
      let text = whole;
      const times = Array.from({ length: 100 }, () => {
        const at = random(text.length);
        const typed = text.slice(0, at) + 'x,"{'[random(4)] + text.slice(at);
        if (!isMended) text = typed;
        return once(() => ar.validate(typed, options)) / 1000;
      });
      const before = isMended ? "" : " with up to 100 broken places";
      const note = `median ${median(times).toFixed(1)}`;
      yield {
        name: `keystroke in 1 MB${before}, ${kind}, worst of 100`,
        value: Math.max(...times),
        unit: "ms",
        most: 8,
        note,
      };
    }
  }
}

/** Inputs of all kinds, each at n and 2n bytes: nothing may grow faster than the text. */
export function* doubling(/** @type {Package} */ ar) {
  for (const [name, make] of Object.entries(SHAPES)) {
    for (const size of [10 * KB, 100 * KB, 1000 * KB, 5000 * KB]) {
      const small = flat(make(size));
      const large = flat(make(2 * size));
      const once = { n: () => ar.validate(small, options), "2n": () => ar.validate(large, options) };
      const { ratio = NaN, time = NaN } = sideBySide(once, { rounds: size > 500 * KB ? 3 : 7 })["2n"] ?? {};
      const note = `${(time / 1000).toFixed(2)} ms`;
      yield { name: `time for 2n, ${name}, n = ${sizeName(size)}`, value: ratio, unit: "×", most: 2.5, note };
    }
  }
}

/** @type {Record<string, (size: number) => string>} */
const SHAPES = {
  ascii: (size) => validFile("ascii", size),
  raw: (size) => validFile("raw", size),
  meta: (size) => validFile("meta", size),
  "ten findings": (size) => faultyFile("raw", size),
  "open brackets": (size) => "[".repeat(size),
  "open objects": (size) => '{"a":'.repeat(size / 5),
  quotes: (size) => `{"response": "${'say "hi", '.repeat(size / 10)}"}`,
  backslashes: (size) => `{"response": "${"\\\\".repeat(size / 2)}"}`,
  "bad escapes": (size) => `{"response": "${"\\x ".repeat(size / 3)}"}`,
  "trailing commas": (size) => `{"metadata": {"a": [${"[1,],".repeat(size / 5)}]}}`,
  "unknown keys": (size) => `{${Array.from({ length: size / 16 }, (_, it) => `"key${it}": 1`).join(",\n")}}`,
  "the same key": (size) => `{${'"a": 1, '.repeat(size / 8)}"a": 1}`,
  "missing commas": (size) => `{"metadata": [${"1 ".repeat(size / 2)}]}`,
  "single quotes": (size) => `{"metadata": [${"'a', ".repeat(size / 5)}1]}`,
  "line breaks in a string": (size) => `{"response": "${"text\n".repeat(size / 5)}"}`,
  "many lines": (size) => "\n".repeat(size),
  "a string within a string within a string": (size) =>
    JSON.stringify({ response: JSON.stringify(JSON.stringify({ a: "é\n".repeat(size / 16) })) }),
  "one section a line": (size) =>
    JSON.stringify({
      response: JSON.stringify({ sections: Array.from({ length: size / 24 }, (_, it) => `section_${it}`) }),
    }),
  rubbish: (size) => {
    const random = seeded(3);
    return Array.from({ length: size }, () => '{}[]",:\\ \n1ae'[random(13)]).join("");
  },
};

/** A fresh process: import and first validation, minus an empty process. */
export function coldStart(/** @type {string} */ folder) {
  const text = validFile("ascii", KB);
  writeFileSync(join(folder, "empty.mjs"), REPORT);
  writeFileSync(
    join(folder, "first.mjs"),
    `import { validate } from "agent-response";\nvalidate(${JSON.stringify(text)});\n${REPORT}`,
  );
  writeFileSync(
    join(folder, "first.cjs"),
    `const { validate } = require("agent-response");\nvalidate(${JSON.stringify(text)});\n${REPORT}`,
  );
  writeFileSync(join(folder, "empty.cjs"), REPORT);
  /** @type {Record<string, { cpu: number[], wall: number[] }>} */
  const all = {};
  for (let round = 0; round < 21; round++) {
    for (const name of ["empty.mjs", "first.mjs", "empty.cjs", "first.cjs"]) {
      const [cpu, wall] = JSON.parse(
        execFileSync(process.execPath, [name], { cwd: folder, encoding: "utf8" }),
      );
      all[name] ??= { cpu: [], wall: [] };
      all[name].cpu.push(cpu);
      all[name].wall.push(wall);
    }
  }
  return ["mjs", "cjs"].map((it) => {
    const over = (/** @type {"cpu" | "wall"} */ key) =>
      median(all[`first.${it}`]?.[key] ?? []) - median(all[`empty.${it}`]?.[key] ?? []);
    return {
      name: `import and first validation, .${it}`,
      value: over("wall"),
      unit: "ms",
      most: 22,
      note: `processor ${over("cpu").toFixed(1)} ms`,
    };
  });
}

const REPORT = `const { user, system } = process.cpuUsage();
process.stdout.write(JSON.stringify([(user + system) / 1000, performance.now()]));\n`;

/** The peak memory of a process that checks a large file, minus that of a process that only reads it. */
export function* memory(/** @type {string} */ folder) {
  const size = 10_000 * KB;
  for (const kind of KINDS) {
    writeFileSync(join(folder, "large.json"), validFile(kind, size));
    const script = (/** @type {boolean} */ checks) => `
      import { readFileSync } from "node:fs";
      import { validate } from "agent-response";
      validate("{}");
      const text = readFileSync("large.json", "utf8");
      ${checks ? "validate(text);" : ""}
      process.stdout.write(String(process.resourceUsage().maxRSS * 1024 + text.length * 0));`;
    const peak = (/** @type {boolean} */ checks) =>
      median(
        [1, 2, 3].map(() => {
          const args = ["--input-type=module", "-e", script(checks)];
          return Number(execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" }));
        }),
      );
    const over = (peak(true) - peak(false)) / size;
    yield { name: `memory over the text, 10 MB ${kind}`, value: over, unit: "× text", most: 4 + 32e6 / size };
  }
}

/** The command on 10,000 files, compared with only reading them. */
export function command() {
  const program = join(root, "target/dist/agent-response");
  if (!existsSync(program)) throw new Error("build the command first: make package");
  const folder = mkdtempSync(join(tmpdir(), "agent-response-files-"));
  const random = seeded(11);
  let bytes = 0;
  for (let index = 0; index < 10_000; index++) {
    const inner = join(folder, `d${index % 100}`, `f${index}`);
    mkdirSync(inner, { recursive: true });
    const text = validFile(index % 2 ? "ascii" : "raw", 500 + random(10_000), index + 1);
    bytes += text.length;
    writeFileSync(join(inner, ".agent-response.json"), text);
  }
  const read = () =>
    spawnSync("sh", ["-c", "find . -type f -print0 | xargs -0 cat >/dev/null"], { cwd: folder });
  const check = () => spawnSync(program, ["check", "."], { cwd: folder, encoding: "utf8", maxBuffer: 1e9 });
  read();
  check();
  /** @type {number[]} */
  const ratios = [];
  const timed = (/** @type {() => unknown} */ run) => {
    const start = performance.now();
    run();
    return performance.now() - start;
  };
  let time = 0;
  for (let round = 0; round < 7; round++) {
    const reading = timed(read);
    time = timed(check);
    ratios.push(time / reading);
  }
  rmSync(folder, { recursive: true });
  const note = `${time.toFixed(0)} ms, ${(bytes / 1e6).toFixed(0)} MB`;
  return [
    {
      name: "command on 10,000 files, against reading them",
      value: median(ratios),
      unit: "×",
      most: 3,
      note,
    },
  ];
}

/** A list of objects with three misnamed keys each: every key is a finding with its own fix. */
export function* fixes(/** @type {Package} */ ar) {
  const row = (/** @type {number} */ it) =>
    `{"Name": "agent-${it}", "Description": "a", "Reason": "b", "technologies": ["c"], "priority": 5}`;
  const text = flat(`[${Array.from({ length: 25_000 }, (_, it) => row(it)).join(",\n")}]`);
  const { applied, settled } = ar.fix(text, { format: "agents" });
  if (applied.length !== 75_000 || !settled) throw new Error(`${applied.length} fixes`);
  const value = median([1, 2, 3, 4, 5].map(() => once(() => ar.fix(text, { format: "agents" })) / 1000));
  yield { name: "fix of 75,000 misnamed keys", value, unit: "ms", most: 500 };
}

/** Bytes over the wire. */
export function sizes() {
  const gzip = (/** @type {string} */ name) =>
    gzipSync(readFileSync(installed("dist", name)), { level: 9 }).length / 1000;
  return [
    { name: "wasm, gzip", value: gzip("agent-response.wasm"), unit: "KB", most: budgets.wasm.budget / 1000 },
    { name: "browser entry, gzip", value: gzip("index.js"), unit: "KB", most: budgets.entry.budget / 1000 },
    { name: "glue, gzip", value: gzip("slim.js"), unit: "KB", most: budgets.glue.budget / 1000 },
  ];
}

/** Converts times to a row: the package with its budget, the peers without one. */
export function against(
  /** @type {string} */ name,
  /** @type {ReturnType<typeof sideBySide>} */ found,
  /** @type {number} */ most,
) {
  const { json2: unit, "agent-response": own, ...others } = found;
  const peers = Object.fromEntries(Object.entries(others).map(([peer, it]) => [peer, it.ratio]));
  const note = `${own?.time.toFixed(1)} µs, json2 ${unit?.time.toFixed(1)} µs`;
  return { name, value: own?.ratio ?? Number.NaN, unit: "× json2", most, note, peers };
}

/** A file of that size with an extra comma at that part of its payload. */
function faultAt(/** @type {number} */ size, /** @type {number} */ part) {
  const value = JSON.parse(validFile("raw", size));
  const { length } = value.response;
  const at = value.response.indexOf('","', Math.floor(length * part * 0.9));
  const from = at < 0 ? length - 1 : at + 2;
  value.response = `${value.response.slice(0, from)},${value.response.slice(from)}`;
  return JSON.stringify(value, null, 2);
}
