import assert from "node:assert/strict";
import { test } from "node:test";
import { type Diagnostic as Finding, type Fix, type Severity, tokenTypes } from "agent-response/editor";
import { toAction, toDiagnostic, toSeverity, toWorkspaceEdit } from "../../src/adapt.js";
import { TOKEN_TYPES } from "../../src/inside/tokenTypes.js";
import { anywhere, isReserved, pairedRequest, partnerName, RESERVED_GLOB } from "../../src/names.js";
import type { Settings } from "../../src/settings.js";
import { type Counts, sentence, tally, words } from "../../src/summary.js";
import { causesMore, isCause, isHidden } from "../../src/syntax.js";
import { isLargerThan } from "../../src/which.js";
import { Range, Uri } from "./vscode.js";

const range = { start: { line: 4, character: 14 }, end: { line: 4, character: 20 } };
const place = { range, from: 80, to: 86, bytes: { from: 82, to: 88 } };
const finding: Finding = {
  code: "misnamed-field",
  severity: "error",
  message: "`result` should be `response`",
  docs: "rules/misnamed-field",
  pointer: "/result",
  inner: [],
  related: [],
  fixes: [],
  ...place,
};
const uri = Uri.from({ scheme: "file", path: "/project/.agent-response.json" });
// The stand-in has what the adapters use, which is less than VS Code's own types.
const shownAt = (): never => new Range(7, 0, 7, 1) as never;
const diagnosticOf = (it: Finding, decoded?: Uri) =>
  toDiagnostic(it, uri as never, decoded && { decoded: { uri: decoded as never, range: shownAt } });
const actionOf = (fix: Fix, preferred = true) => toAction(fix, [], preferred);
const callsOf = (fix: Fix) => (toWorkspaceEdit(fix, uri as never) as unknown as { calls: unknown[][] }).calls;

test("a diagnostic has the place, the source and a code that leads to the rule's page", () => {
  const it = diagnosticOf(finding);
  assert.equal(it.message, finding.message);
  assert.deepEqual({ ...it.range.start }, range.start);
  assert.deepEqual({ ...it.range.end }, range.end);
  assert.equal(it.source, "agent-response");
  assert.ok(typeof it.code === "object");
  assert.equal(it.code.value, "misnamed-field");
  assert.equal(String(it.code.target), "agent-response-rule:/misnamed-field.md");
  assert.equal(it.tags, undefined);
});

test("each severity has its own in VS Code", () => {
  const severities: Severity[] = ["error", "warning", "info", "hint"];
  assert.deepEqual(severities.map(toSeverity), [0, 1, 2, 3]);
});

test("an unknown field is shown faded", () => {
  assert.deepEqual(diagnosticOf({ ...finding, code: "unknown-field" }).tags, [1]);
});

test("other places, and the place in the decoded text, become related information", () => {
  const inner = [
    {
      pointer: "/a",
      range: { start: { line: 0, character: 3 }, end: { line: 0, character: 5 } },
      from: 3,
      to: 5,
    },
  ];
  const related = [{ message: "opened here", ...place }];
  const decoded = Uri.from({ scheme: "agent-response", path: "/x" });
  const it = diagnosticOf({ ...finding, inner, related }, decoded).relatedInformation ?? [];
  assert.deepEqual(
    it.map((one) => [one.message, String(one.location.uri)]),
    [
      ["opened here", "file:///project/.agent-response.json"],
      ["the same place in the decoded text", "agent-response:/x"],
    ],
  );
  assert.equal(it[1]?.location.range.start.line, 7, "where it is shown");
  assert.equal(diagnosticOf({ ...finding, inner }).relatedInformation?.length, 0);
});

test("a safe fix is preferred, a suggestion is labelled and never preferred", () => {
  const fix: Fix = {
    title: "Rename to `response`",
    safety: "safe",
    partial: false,
    edits: [{ ...place, text: '"response"' }],
    file: null,
  };
  const safe = actionOf(fix);
  assert.equal(safe.title, "Rename to `response`");
  assert.equal(safe.kind?.value, "quickfix");
  assert.equal(safe.isPreferred, true);
  const guess = actionOf({ ...fix, safety: "suggestion" });
  assert.equal(guess.title, "Rename to `response` (suggestion)");
  assert.equal(guess.kind?.value, "quickfix.agentResponse.suggestion");
  assert.equal(guess.isPreferred, false);
});

test("edits come before changes of files", () => {
  const edits = [{ ...place, text: "x" }];
  const rename = callsOf({
    title: "t",
    safety: "safe",
    partial: false,
    edits,
    file: { kind: "rename", name: ".agent-response-phase7.json" },
  });
  assert.deepEqual(
    rename.map((it) => it.slice(0, 3).map(String)),
    [
      ["set", "file:///project/.agent-response.json", "[object Object]"],
      ["rename", "file:///project/.agent-response.json", "file:///project/.agent-response-phase7.json"],
    ],
  );
  const create = callsOf({
    title: "t",
    safety: "safe",
    partial: false,
    edits: [],
    file: { kind: "create", name: "new.json", text: "{é}" },
  });
  assert.deepEqual(create, [["create", "file:///project/new.json", "{é}"]]);
});

const ours = [
  ".agent-response.json",
  ".agent-response-phase8.json",
  ".agent-request-x.json",
  "review.agent-response.json",
  ".review.agent-request.json",
  "review.agent-response-phase8.json",
  "agentResponse.json",
  "agent response phase 8.json5",
  "agent-response.json",
  "agent-response-phase-8.json",
  ".agent_response.json",
  ".Agent-Response.JSON",
  ".agent-response.jsonc",
];

test("the names of the bridge, and those that are meant to be one, are checked without a setting", () => {
  for (const it of ours) assert.ok(isReserved(it), it);
  for (const it of [
    ".agent-response.json.bak",
    "package.json",
    ".agent-respons.json",
    "my-agent-response.json",
    "agent-response.annotations.schema.json",
    "agent-response.toml",
    "agent-response-notes.json",
  ])
    assert.ok(!isReserved(it), it);
});

test("the pattern for the search finds all of them", () => {
  // As VS Code reads it: `*`, `[…]` and `{a,b}`.
  const source = RESERVED_GLOB.replace(/\./g, "\\.")
    .replace(/\*/g, ".*")
    .replace(/\{([^{}]*)\}/g, (_, it: string) => `(?:${it.replaceAll(",", "|")})`);
  for (const it of ours) assert.match(it, new RegExp(`^${source}$`));
});

test("a response is paired with the request of its name, or with the only one", () => {
  assert.equal(partnerName(".agent-response-phase8.json"), ".agent-request-phase8.json");
  assert.equal(partnerName(".agent-request.json"), ".agent-response.json");
  assert.equal(partnerName("a.agent-response.json"), "a.agent-request.json");
  assert.equal(partnerName("a.agent-request.json"), "a.agent-response.json");
  const two = { ".agent-request-phase1.json": "one", ".agent-request-phase8.json": "eight" };
  assert.equal(pairedRequest(".agent-response-phase8.json", two), ".agent-request-phase8.json");
  assert.equal(pairedRequest("content.json", two), undefined);
  assert.equal(
    pairedRequest("content.json", { ".agent-request.json": "only", "x.json": "" }),
    ".agent-request.json",
  );
});

test("a pattern without a folder means any folder", () => {
  assert.equal(anywhere("*.reply.json"), "**/*.reply.json");
  assert.equal(anywhere("replies/*.json"), "replies/*.json");
});

test("what VS Code marks itself is hidden, what it cannot see is not", () => {
  const settings = { syntaxErrors: "auto", builtinValidation: true } as Settings;
  const hidden = (
    code: typeof finding.code,
    language = "json",
    changed: Partial<Settings> = {},
    inner = finding.inner,
  ): boolean => isHidden({ ...finding, code, inner }, language, { ...settings, ...changed });
  assert.ok(hidden("trailing-comma"));
  assert.ok(hidden("comment"));
  assert.ok(!hidden("comment", "jsonc"), "allowed there by VS Code");
  assert.ok(!hidden("trailing-comma", "plaintext"), "nobody else marks it");
  assert.ok(!hidden("trailing-comma", "json", { builtinValidation: false }));
  assert.ok(!hidden("trailing-comma", "json", { syntaxErrors: "always" }));
  assert.ok(
    !hidden("trailing-comma", "json", {}, [{ pointer: "", range, from: 0, to: 1 }]),
    "inside a string",
  );
  assert.ok(!hidden("markdown-fence"), "names the cause");
  assert.ok(hidden("markdown-fence", "json", { syntaxErrors: "never" }));
  assert.ok(!hidden("misnamed-field", "json", { syntaxErrors: "never" }), "no fault of the syntax");
  const breaking = { start: range.start, end: { line: 5, character: 0 } };
  assert.ok(hidden("control-character"));
  assert.ok(isCause({ ...finding, code: "control-character", range: breaking }), "a line break in a string");
  for (const code of ["unescaped-quote", "unclosed-string"] as const)
    assert.ok(isCause({ ...finding, code }));
});

test("a finding that causes problems of VS Code says so", () => {
  const cause = { ...finding, code: "unescaped-quote" } as const;
  const settings = { syntaxErrors: "auto", builtinValidation: true } as Settings;
  assert.ok(causesMore(cause, "json", settings));
  assert.ok(!causesMore(cause, "plaintext", settings), "VS Code does not look at it");
  assert.ok(!causesMore(cause, "json", { ...settings, builtinValidation: false }));
  assert.ok(!causesMore(finding, "json", settings), "no fault of the syntax");
  const { message } = toDiagnostic(cause, uri as never, { cascades: true });
  assert.equal(message, `${finding.message} (this causes the JSON problems after it)`);
});

test("findings are counted by severity, as everywhere", () => {
  const counted = (...all: Severity[]): string =>
    words(tally(all.map((severity) => ({ severity, code: "syntax" }))));
  assert.equal(counted(), "no findings");
  assert.equal(counted("error"), "1 error");
  assert.equal(counted("error", "warning", "info", "hint"), "1 error, 1 warning, 1 info, 1 hint");
  assert.equal(counted("error", "error", "hint", "hint"), "2 errors, 2 hints");
  const cut = [
    { severity: "error", code: "syntax" },
    { severity: "info", code: "too-many-findings" },
  ] as const;
  assert.equal(words(tally(cut)), "1+ errors", "there may be more");
});

test("the check of a workspace ends with a sentence", () => {
  const ended = (more: Partial<Counts>): string =>
    sentence({ files: 16, faulty: 0, cancelled: false, ...tally([]), ...more });
  assert.equal(ended({ faulty: 9, errors: 20, warnings: 1 }), "20 errors, 1 warning in 9 of 16 files");
  assert.equal(ended({}), "no findings in 16 files");
  assert.equal(ended({ files: 1, faulty: 1, hints: 2 }), "2 hints in 1 file");
  assert.equal(ended({ files: 0 }), "there are no files to check in this workspace");
  const canceled = ended({ files: 2, faulty: 1, errors: 1, cancelled: true });
  assert.equal(canceled, "canceled after 2 files: 1 error in 1 of 2 files");
});

test("the limit counts bytes, of a text as of a file", () => {
  assert.ok(!isLargerThan(4, "abcd"));
  assert.ok(isLargerThan(4, "abcde"));
  assert.ok(!isLargerThan(4, "éé"));
  assert.ok(isLargerThan(4, "ééé"));
  assert.ok(isLargerThan(3, new Uint8Array(4)));
});

test("the colors are those of the package", () => {
  assert.deepEqual(TOKEN_TYPES, tokenTypes());
});
