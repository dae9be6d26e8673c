/** A package that merges hostile JSON gives every object a property. No option, and nothing in one, is read from there. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { installed, loadEditor } from "../lib/consumer.mjs";
import { envelope } from "../lib/samples.mjs";

const ar = await loadEditor();
/** @type {typeof import("agent-response/adapters")} */
const { toLspDiagnostics } = await import(pathToFileURL(join(installed("dist/adapters.js"))).href);

const PLAIN = envelope('{"sections": ["a"], "a": "# A", "list": [1, ]}').replace('"success"', '"done"');
/** The package replaces half a character in texts and options, and passes on other options then. */
const TEXTS = { "a text": PLAIN, "a text with half a character": PLAIN.replace("# A", "# \ud800") };

/** @typedef {Record<string, any>} Extra what is added to the object in question */

/** The functions with options. @type {Record<string, (text: string, options: Extra | undefined) => unknown>} */
const FUNCTIONS = {
  validate: (text, it) => ar.validate(text, it),
  fix: (text, it) => ar.fix(text, it),
  wrap: (text, it) => ar.wrap(text, it),
  recover: (text, it) => ar.recover(text, it),
  agentText: (text, it) => ar.agentText(text, it),
  repairPrompt: (text, it) => ar.repairPrompt(text, it),
  validateWith: (text, it) => ar.validateWith(text, () => [], it),
  checkPayload: (text, it) => ar.checkPayload(text, () => true, it),
  documents: (text, it) => ar.documents(text, it),
  document: (text, it) => ar.document(text, "/response", it),
  edit: (text, it) => ar.edit(text, "/response", [{ from: 1, to: 1, text: "\ud800 " }], it),
  toFile: (text, it) => ar.toFile(text, "/response", 1, 2, it),
  toInner: (text, it) => ar.toInner(text, 5, it),
  locateAll: (text, it) => ar.locateAll(text, ["/response/a"], it),
  hover: (text, it) => ar.hover(text, 5, it),
  complete: (text, it) => ar.complete(text, 5, it),
  symbols: (text, it) => ar.symbols(text, it),
  definition: (text, it) => ar.definition(text, 5, it),
  folding: (text, it) => ar.folding(text, it),
  selectionRanges: (text, it) => ar.selectionRanges(text, [5], it),
  tokens: (text, it) => ar.tokens(text, it),
  format: (text, it) => ar.format(text, "", it),
  readers: (text, it) => ar.readers(text, it),
};
const WITHOUT = [
  "applyEdits",
  "explain",
  "formats",
  "init",
  "initSync",
  "locate",
  "rules",
  "tokenTypes",
  "unwrap",
];

test("every function with options is here", () => {
  assert.deepEqual([...Object.keys(FUNCTIONS), ...WITHOUT].sort(), Object.keys(ar).sort());
});

/** What comes out, or what is thrown, as text without the current time. */
function outcome(/** @type {() => unknown} */ run) {
  try {
    return JSON.stringify(run()).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "now");
  } catch (error) {
    return String(error);
  }
}

/** Adds a property to the object, which changes the outcome, and then to every object, which does not. */
function ignores(
  /** @type {string} */ name,
  /** @type {unknown} */ value,
  /** @type {(extra: Extra | undefined) => unknown} */ run,
) {
  const plain = [outcome(() => run({})), outcome(() => run(undefined))];
  assert.ok(outcome(() => run({ [name]: value })) !== plain[0], `${name} has an effect`);
  const all = /** @type {Extra} */ (Object.prototype);
  all[name] = value;
  const polluted = [outcome(() => run({})), outcome(() => run(undefined))];
  delete all[name];
  assert.deepEqual(polluted, plain, name);
}

/** The names in the error about one that does not exist. */
const known = (/** @type {() => unknown} */ run) => {
  const [, names] = /; known are (.*)$/.exec(outcome(run)) ?? assert.fail("no error");
  return /** @type {string} */ (names).split(", ");
};

/** A value that no option may have, so that whoever reads it throws an error. */
const wrong = () => "wrong";

for (const [name, run] of Object.entries(FUNCTIONS))
  for (const [what, text] of Object.entries(TEXTS))
    test(`${name} of ${what}`, () => {
      for (const option of known(() => run(text, { nonsense: 1 })))
        ignores(option, wrong, (it) => run(text, it));
    });

test("validate: values that an option may have", () => {
  for (const [name, value] of Object.entries({
    profile: "strict",
    format: "factory",
    rules: { "unknown-value": "off" },
  }))
    ignores(name, value, (it) => ar.validate(PLAIN, it));
});

test("limits", () => {
  const run = (/** @type {Extra | undefined} */ it) => ar.validate(PLAIN, { limits: it });
  for (const name of known(() => run({ nonsense: 1 }))) ignores(name, wrong, run);
  ignores("maxFindings", 1, run);
});

const POINTER = { pointer: "/a", message: "no" };
const AT = PLAIN.indexOf("sections") + 1;

test("schemas", () => {
  ignores(
    "violations",
    () => [POINTER],
    (it) => ar.validate(PLAIN, { schema: /** @type {any} */ (it) }),
  );
  const hover = (/** @type {any} */ schema) => ar.hover(PLAIN, AT, { schema });
  const violations = () => [];
  ignores(
    "known",
    () => ({ description: "polluted" }),
    (it) => hover({ violations, ...it }),
  );
  for (const name of ["title", "description", "shape", "example"])
    ignores(name, "1", (it) => hover({ violations, known: () => ({ ...it }) }));
  const complete = (/** @type {Extra} */ known) => {
    const text = PLAIN.replace("[1, ]", "1");
    return ar.complete(text, text.indexOf('{\\"sections') + 1, {
      schema: { violations, known: () => known },
    });
  };
  for (const [name, value] of Object.entries({ required: true, shape: "s", description: "d", value: "5" }))
    ignores(name, value, (it) => complete({ members: [{ name: "polluted", ...it }] }));
});

test("violations", () => {
  const text = PLAIN.replace("[1, ]", "1");
  for (const [name, value] of Object.entries({ key: true, meant: '"b"' }))
    ignores(name, value, (it) => ar.validateWith(text, () => [{ ...POINTER, ...it }]));
  const ajv = (/** @type {Extra | undefined} */ params) =>
    ar.checkPayload(
      text,
      Object.assign(() => false, {
        errors: [{ keyword: "k", instancePath: "", message: "no", params: { ...params } }],
      }),
    );
  for (const name of ["additionalProperty", "unevaluatedProperty", "propertyName"]) ignores(name, "a", ajv);
  const standard = (/** @type {Extra | undefined} */ result) =>
    ar.checkPayload(text, { "~standard": { version: 1, vendor: "x", validate: () => ({ ...result }) } });
  ignores("issues", [{ message: "no" }], standard);
  ignores("path", ["a"], (it) => standard({ issues: [{ message: "no", ...it }] }));
  ignores("keys", ["a"], (it) => standard({ issues: [{ message: "no", code: "unrecognized_keys", ...it }] }));
});

test("what is fixed and edited", () => {
  const { code, from, to } =
    ar.validate(PLAIN).diagnostics.find((it) => it.fixes.length > 0) ?? assert.fail("no fix");
  const fix = (/** @type {any} */ it) => ar.fix(PLAIN, { only: [it] });
  ignores("code", code, (it) => fix({ from, to, ...it }));
  ignores("from", from, (it) => fix({ code, to, ...it }));
  ignores("to", to, (it) => fix({ code, from, ...it }));
  for (const text of Object.values(TEXTS)) {
    const edit = (/** @type {any} */ it) => ar.applyEdits(text, [it]);
    ignores("text", "x", (it) => edit({ from: 0, to: 0, ...it }));
    ignores("from", 0, (it) => edit({ to: 0, text: "x", ...it }));
    ignores("to", 0, (it) => edit({ from: 0, text: "x", ...it }));
  }
});

test("findings for a language server", () => {
  const report = ar.validate(PLAIN.replace('"status"', '"status": "error", "status"'));
  assert.ok(report.diagnostics.some((it) => it.related.length > 0));
  for (const name of ["docs", "uri"])
    ignores(name, "https://example.org/", (it) => toLspDiagnostics(report, it));
});
