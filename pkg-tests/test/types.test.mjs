/** The types, as a strict TypeScript program sees them with each way of resolving modules. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { consumer, installed, root } from "../lib/consumer.mjs";

const program = `
import { agentText, explain, fix, formats, init, initSync, locate, recover, repairPrompt, rules, unwrap, validate, wrap } from "agent-response";
import type { AppliedFix, Diagnostic, FileChange, Fix, FixBytesResult, FixResult, FormatId, FormatInfo, InnerPlace, Location, Offsets, Position,
  Range, Recovered, Related, Report, RuleId, RuleInfo, Safety, Severity, TextEdit, Unwrapped, ValidateOptions, WrapOptions } from "agent-response";
import * as slim from "agent-response/slim";

const options: ValidateOptions = { fileName: "a", format: "auto", profile: "strict", payloads: "off", rules: { syntax: "off", comment: undefined }, request: "",
  now: "", siblings: { a: "b" }, files: ["a"] };
const report: Report = validate(new Uint8Array(), options);
const first: Diagnostic | undefined = report.diagnostics[0];
const id: FormatId | null = report.format.id;
if (first) {
  const severity: "error" | "warning" | "info" | "hint" = first.severity;
  const places: [Range, Position, Offsets, number, string] = [first.range, first.range.start, first.bytes, first.from, first.pointer];
  const inner: InnerPlace[] = first.inner;
  const related: Related[] = first.related;
  const fixes: Fix[] = first.fixes;
  const safety: Safety | undefined = fixes[0]?.safety;
  const edits: TextEdit[] | undefined = fixes[0]?.edits;
  const file: FileChange | null | undefined = fixes[0]?.file;
  if (file?.kind === "create") file.text satisfies string;
  else file?.name satisfies string | undefined;
  void [severity, places, inner, related, safety, edits];
}
const fixed: FixResult = fix("", { ...options, suggestions: true });
const ledger: AppliedFix[] = fixed.applied;
const wrapOptions: WrapOptions = { status: "timeout", durationSeconds: 1, metadata: { a: 1 }, repair: "all", force: true };
const text: string = wrap("", wrapOptions);
const recovered: Recovered = recover("", { repair: true });
const whole: "json" | "text" | "cut" = recovered.payload;
const done: [AppliedFix[], Report, string] = [recovered.applied, recovered.report, recovered.text];
const bytes: Uint8Array = fix(new Uint8Array(), { only: ["comment", ...report.diagnostics], docs: "", limits: { maxBytes: 1 } }).bytes;
const task = unwrap<{ sections: string[] }>(text);
const sections: string[] | undefined = task?.kind === "json" ? task.value.sections : task?.value;
const either: FixResult | FixBytesResult = fix(text as string | Uint8Array);
const words: string = agentText("", { maxFindings: 1, minSeverity: "error" }) + repairPrompt("");
void [bytes, sections, either, words];
const payload: Unwrapped | null = unwrap(text);
const kind: "json" | "text" | "cut" | undefined = payload?.kind;
const place: Location | null = locate(text, "/response");
const rule: RuleInfo | null = explain("syntax");
const code: RuleId | undefined = first?.code ?? rule?.code ?? ledger[0]?.code;
const settled: boolean = fixed.settled;
const level: Severity | undefined = rules()[0]?.severity;
const all: FormatInfo[] = formats();
const ready: Promise<void> = init(new Uint8Array());
initSync(new Uint8Array());
void [id, whole, done, ledger, code, settled, kind, place, rule, level, all, ready];
slim.validate satisfies typeof validate;

// @ts-expect-error a number is no text
validate(1);
// @ts-expect-error there is no such profile
validate("", { profile: "soft" });
// @ts-expect-error there is no such rule
validate("", { rules: { nope: "error" } });
// @ts-expect-error a rule that does not exist is never found
first?.code === "nope";
// @ts-expect-error the words are on and off
validate("", { payloads: true });
// @ts-expect-error there is no such option
validate("", { suggestions: true });
// @ts-expect-error what is repaired is all or what is safe
wrap("", { repair: "some" });
// @ts-expect-error bytes return as bytes
fix(new Uint8Array()).text;
// @ts-expect-error there is no such limit
validate("", { limits: { time: 1 } });
// @ts-expect-error no rule has this name
fix("", { only: ["nope"] });
// @ts-expect-error what is cut off has no value
if (task?.kind === "cut") task.value.sections;
// @ts-expect-error a number is no wasm
init(5);
// @ts-expect-error null is not left out
const never: Unwrapped = unwrap("");
void never;
`;

/** @type {[string, string, object][]} */
const settings = [
  ["bundler", "program.ts", { module: "preserve", moduleResolution: "bundler" }],
  ["node16 as a module", "program.mts", { module: "node16", moduleResolution: "node16" }],
  ["node16 as CommonJS", "program.cts", { module: "node16", moduleResolution: "node16" }],
  ["nodenext as a module", "program.mts", { module: "nodenext", moduleResolution: "nodenext" }],
  ["nodenext as CommonJS", "program.cts", { module: "nodenext", moduleResolution: "nodenext" }],
];

for (const [name, file, options] of settings) {
  test(`a strict program compiles: ${name}`, () => {
    writeFileSync(join(consumer(), file), program);
    const config = {
      // No DOM and no Node types: the package's own types need neither.
      compilerOptions: {
        ...options,
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        lib: ["ES2022"],
        types: [],
      },
      files: [file],
    };
    const path = join(consumer(), `tsconfig.${file}.json`);
    writeFileSync(path, JSON.stringify(config));
    const { stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", path], {
      cwd: consumer(),
      encoding: "utf8",
    });
    assert.equal(stdout, "");
  });
}

test("every function and type says what it is", () => {
  const types = ["index.d.cts", "formats.d.cts", "tool-calls.d.cts"]
    .map((it) => readFileSync(installed("dist", it), "utf8"))
    .join("");
  const bare = [...types.matchAll(/(?<!\*\/\n)export [^\n{;]*/g)].map((it) => it[0]);
  assert.deepEqual(bare, []);
});

test("a type of a file with calls of tools does not hide another type of the package", () => {
  const names = ["tools.d.cts", "formats.d.cts", "tool-calls.d.cts"].flatMap((it) =>
    Array.from(
      readFileSync(installed("dist", it), "utf8").matchAll(/^export (?:type|interface|enum) (\w+)/gm),
      (it) => it[1],
    ),
  );
  assert.deepEqual(
    names.filter((it, idx) => names.indexOf(it) !== idx),
    [],
  );
});

test("the types of the package itself are at most 30 KB", () => {
  assert.ok(statSync(installed("dist/index.d.cts")).size <= 30_000);
});
