/** `formatReport` prints what the command prints; `parse` gives the payload or throws that. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { command } from "../lib/command.mjs";
import { consumer, load, root } from "../lib/consumer.mjs";
import { envelope } from "../lib/samples.mjs";

const ar = await load();
writeFileSync(join(consumer(), "report.mjs"), 'export * from "agent-response/report";\n');
/** @type {typeof import("agent-response/report")} */
const { AgentResponseError, formatReport, parse } = await import(
  pathToFileURL(join(consumer(), "report.mjs")).href
);

const ids = new Set(ar.formats().map((it) => it.id));

/** The example of every page: its format, if it has one, and its text without the findings. */
function examples() {
  const pages = ["tests/specs", "tests/cases", "src/rules", "src/formats"].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(root, folder, name)),
  );
  return pages
    .filter((it) => it.endsWith(".md"))
    .sort()
    .flatMap((page) =>
      Array.from(
        readFileSync(page, "utf8").matchAll(/^(`{3,})(\w+) ?(.*)\n([\s\S]*?)^\1$/gm),
        ([, , , words, text]) => ({
          format: /** @type {import("agent-response").FormatId | "auto"} */ (
            (words ?? "").split(" ").find((it) => ids.has(/** @type {any} */ (it))) ?? "auto"
          ),
          text: (text ?? "").replace(/^ *\^.*\n/gm, ""),
        }),
      ),
    );
}

/** Texts that no page has: wide, combining and hidden characters, tabs and long lines around a mark. */
function drawn() {
  const words = [
    "日本語",
    "é😀",
    "e\u0301",
    "\t",
    "\u200b",
    "👩‍👩‍👧",
    "❤️",
    "##[x]",
    "\u001b[31m",
    "::error::",
    "ｱ",
    "x".repeat(70),
  ];
  return words.flatMap((a) =>
    words.flatMap((b) => [
      {
        format: /** @type {const} */ ("agent-response"),
        text: `{"status": "${a}", "${b}": 1, "metadata": {"a": "${a}${b}" 1}}\n`,
      },
      {
        format: /** @type {const} */ ("agent-response"),
        text: envelope(
          JSON.stringify({ sections: [b, `${a} "`], n: "x" })
            .replace("}", ",}")
            .replaceAll("\\t", "\t"),
        ),
      },
    ]),
  );
}

/** The examples without those of formats that only the command knows. */
function known() {
  const all = examples();
  const folder = mkdtempSync(join(tmpdir(), "agent-response-report-"));
  try {
    const names = all.map((_, index) => `${index}.json`);
    for (const [index, name] of names.entries()) writeFileSync(join(folder, name), all[index]?.text ?? "");
    const options = { cwd: folder, encoding: /** @type {const} */ ("utf8"), maxBuffer: 1 << 28 };
    const { stdout } = spawnSync(command, ["check", "--no-config", "--format", "json", ...names], options);
    const ids = new Set(ar.formats().map((it) => it.id));
    const others = new Set();
    for (const { path, format } of JSON.parse(stdout).files)
      if (format?.id && !ids.has(format.id)) others.add(path);
    return all.filter((_, index) => !others.has(`${index}.json`));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What the command prints about each of these texts, in files with these names. */
function printed(/** @type {{ format: string, text: string }[]} */ texts, columns = "") {
  const folder = mkdtempSync(join(tmpdir(), "agent-response-report-"));
  try {
    const output = new Map();
    for (const format of new Set(texts.map((it) => it.format))) {
      const names = texts.flatMap((it, index) => (it.format === format ? [`${index}.json`] : []));
      mkdirSync(join(folder, format));
      for (const name of names)
        writeFileSync(join(folder, format, name), texts[Number.parseInt(name, 10)]?.text ?? "");
      const args = [
        "check",
        "--as",
        format,
        "--no-config",
        "--min-severity",
        "hint",
        "--color",
        "never",
        ...names,
      ];
      const { stdout } = spawnSync(command, args, {
        cwd: join(folder, format),
        encoding: "utf8",
        maxBuffer: 1 << 28,
        env: { ...process.env, COLUMNS: columns },
      });
      output.set(format, stdout);
    }
    return output;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The findings of a text, as the package prints them. */
function formatted(
  /** @type {{ format: any, text: string }} */ { format, text },
  /** @type {number} */ index,
  width = 100,
) {
  const report = ar.validate(text, { format, now: new Date().toISOString(), files: [] });
  return formatReport(report, text, { fileName: `${index}.json`, minSeverity: "hint", width });
}

for (const [name, texts, least] of /** @type {const} */ ([
  ["each page", known(), 700],
  ["odd characters", drawn(), 280],
]))
  for (const width of [100, 50])
    test(`the report of ${name} is what the command prints in ${width} columns`, () => {
      assert.ok(texts.length > least, `${texts.length}`);
      const output = printed(texts, String(width));
      for (const [format, expected] of output) {
        const all = texts.map((it, index) => (it.format === format ? formatted(it, index, width) : ""));
        const lines = all.join("").split("\n");
        // What the command says about a whole file is not about a finding.
        const expectedLines = expected
          .replace(/^note: .* (?:looks like the answer of a model|ends too early): .*\n\n/gm, "")
          .split("\n");
        const at = lines.findIndex((it, index) => it !== expectedLines[index]);
        // The last line of the command counts all files.
        if (at >= 0 && at < lines.length - 1)
          assert.equal(
            lines.slice(Math.max(at - 6, 0), at + 6).join("\n"),
            expectedLines.slice(Math.max(at - 6, 0), at + 6).join("\n"),
          );
        assert.equal(expectedLines.length - lines.length, 1, format);
      }
    });

test("a hint about the recovery of an answer is not a finding", () => {
  const text = 'Here it is:\n```json\n{"a": 1}\n```\n';
  assert.doesNotMatch(formatReport(ar.validate(text), text), /looks like/);
});

test("parse gives the payload", () => {
  /** @type {{ done: boolean }} */
  const payload = parse(envelope('{"done": true}'));
  assert.deepEqual(payload, { done: true });
  assert.equal(parse(envelope("Just words.")), "Just words.");
  assert.deepEqual(parse(envelope("[1]"), { fileName: ".agent-response.json" }), [1]);
});

test("parse throws one error with the report for people", () => {
  const text = envelope('{"done": True}').replace('"success"', '"sucess"');
  const options = /** @type {const} */ ({ fileName: ".agent-response-phase8.json" });
  const report = ar.validate(text, options);
  assert.throws(
    () => parse(text, options),
    (error) => {
      assert.ok(error instanceof AgentResponseError && error instanceof Error);
      assert.deepEqual([error.name, error.code], ["AgentResponseError", "invalid-response"]);
      assert.deepEqual(error.report, report);
      const findings = formatReport(report, text, { ...options, minSeverity: "error" });
      const head = ".agent-response-phase8.json is no valid agent response\n\nerror[";
      assert.ok(error.message.startsWith(head), error.message);
      assert.ok(error.message.endsWith(findings.trimEnd()), error.message);
      return true;
    },
  );
  for (const none of ["[1]", '{"a": 1}', '"x"'])
    assert.throws(() => parse(none), { code: "invalid-response", message: /^<text> is no agent response$/ });
});

test("parse throws the error of a run that failed", () => {
  const failed = (/** @type {Record<string, unknown>} */ fields) =>
    JSON.stringify({ ...JSON.parse(envelope("")), status: "error", response: null, ...fields });
  const tool = ar.wrap('{"code": "TOOL_ERROR", "message": "gone", "retryable": false}', {
    format: "delegator",
    tool: "_codex_local_run",
    requestId: "2f1c7a52-5d0b-4b3e-9a61-0c8d1e7f4a90",
    status: "error",
  });
  for (const [text, message] of /** @type {[string, string | RegExp][]} */ ([
    [failed({ error_message: "boom", error_type: "UNKNOWN" }), "<text> reports an error: boom"],
    [failed({ error_message: "boom", response: "[1]" }), "<text> reports an error: boom"],
    [failed({ error_message: "a\n\u001b[1mb" }), "<text> reports an error: a\n␛[1mb"],
    [failed({ status: "timeout", error_message: "too slow" }), "<text> reports a timeout: too slow"],
    [tool, /^<text> reports an error: gone$/],
  ])) {
    const report = ar.validate(text);
    if (!report.valid) assert.fail(formatReport(report, text));
    assert.throws(() => parse(text), {
      name: "AgentResponseError",
      code: "failed-response",
      message,
      report,
    });
  }
});

test("what is not there is an empty text", () => {
  assert.equal(formatReport(ar.validate("[1]"), "[1]", { minSeverity: "warning" }), "");
});

test("wrong arguments are named", () => {
  const call = (/** @type {any} */ it, /** @type {unknown[]} */ ...args) => it(...args);
  const report = ar.validate("[1]");
  for (const [message, run] of /** @type {[RegExp, () => unknown][]} */ ([
    [/^text must be a string, but is a Uint8Array$/, () => call(parse, new Uint8Array())],
    [/^options\.profile must be one of/, () => call(parse, "{}", { profile: "soft" })],
    [/^report must be a report, but is null$/, () => call(formatReport, null, "")],
    [/^report must be a report, but is an object$/, () => call(formatReport, {}, "")],
    [/^text must be a string, but is undefined$/, () => call(formatReport, report)],
    [/^options must be an object, but is 5$/, () => call(formatReport, report, "", 5)],
    [
      /^options\.widht is not an option; known are fileName, width, minSeverity$/,
      () => call(formatReport, report, "", { widht: 50 }),
    ],
    [/^options\.fileName must be a string, but is 1$/, () => call(formatReport, report, "", { fileName: 1 })],
    [
      /^options\.width must be a whole number, but is "x"$/,
      () => call(formatReport, report, "", { width: "x" }),
    ],
    [
      /^options\.minSeverity must be one of .*, but is "all"$/,
      () => call(formatReport, report, "", { minSeverity: "all" }),
    ],
  ]))
    assert.throws(run, { name: "TypeError", message, code: "invalid-argument" });
});
