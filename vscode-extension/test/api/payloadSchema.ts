/** Payloads compared with a JSON Schema that the project file or a setting names. */

import * as vscode from "vscode";
import { clean, request } from "../fixtures.js";
import { equal, expect, idle, ok, test } from "./harness.js";
import {
  action,
  apply,
  at,
  codeOf,
  codes,
  deleted,
  ours,
  replaceAll,
  revert,
  show,
  withSetting,
  write,
  written,
} from "./tools.js";

const SCHEMA = {
  type: "object",
  required: ["title"],
  additionalProperties: false,
  properties: {
    title: { type: "string", description: "What it is called." },
    score: { maximum: 10 },
    tag: { $ref: "common.json#/$defs/tag" },
  },
};
const COMMON = { $defs: { tag: { enum: ["low", "high"] } } };
const FILES = '[[files]]\nglob = ".agent-response-*.json"\npayload-schema = "schemas/report.schema.json"\n';

const withPayload = (payload: string): string =>
  clean.replace(/"response": .*,/, () => `"response": ${JSON.stringify(payload)},`);

/** A folder with a response, and with the files of a schema. */
async function folder(name: string, payload: string): Promise<(path: string) => vscode.Uri> {
  const inside = (path: string): vscode.Uri => at(`${name}/${path}`);
  await write(inside(".agent-request-phase7.json"), request());
  await write(inside(".agent-response-phase7.json"), withPayload(payload));
  await write(inside("schemas/report.schema.json"), JSON.stringify(SCHEMA));
  await write(inside("schemas/common.json"), JSON.stringify(COMMON));
  return inside;
}

const found = (document: vscode.TextDocument): string[] =>
  ours(document.uri)
    .filter((it) => codeOf(it) === "payload-schema")
    .map((it) => `${document.getText(it.range)} ${it.message}`);

async function expectFound(document: vscode.TextDocument, ...expected: string[]): Promise<void> {
  await idle();
  equal(found(document), expected, "findings");
}

/** In Restricted Mode, where no schema is used, the last test is run instead. */
const trusted: typeof test = vscode.workspace.isTrusted ? test : () => {};
const untrusted: typeof test = vscode.workspace.isTrusted ? () => {} : test;

trusted("a schema of the project file judges the payload, at places inside the string", async () => {
  const inside = await folder("schema-project", '{"tittle": "é😀", "score": 11, "tag": "lo"}');
  const toml = inside("agent-response.toml");
  await write(toml, FILES);
  const uri = inside(".agent-response-phase7.json");
  const { document } = await show(uri);
  const score = "11 `score` is 11; expected at most 10";
  const tag = '\\"lo\\" `tag` is `lo`; expected `low` or `high`';
  await expectFound(
    document,
    '\\"tittle\\" `tittle` is not allowed by the schema; did you mean `title`?',
    score,
    tag,
  );
  const key = ours(uri).find((it) => it.message.startsWith("`tittle`"))?.range;
  ok(key, "no finding");
  await apply(await action(uri, key, /title/, "quickfix.agentResponse.suggestion"));
  await expectFound(document, score, tag);

  // The schema and what it refers to, on disk and in an editor.
  const isFound =
    (...expected: string[]) =>
    (): boolean =>
      String(found(document)) === String(expected);
  const other = JSON.stringify(COMMON).replace("low", "lo");
  await written(inside("schemas/common.json"), other, isFound(score), "the other part");
  const schema = inside("schemas/report.schema.json");
  const editor = await show(schema);
  await replaceAll(editor, JSON.stringify(SCHEMA).replace('"maximum":10', '"maximum":20'));
  await expectFound(document);
  await revert();
  await expectFound(document, score);

  // What is wrong with the schema is said where it is named, and not in the payload.
  const saidInProject = (): string =>
    ours(toml)
      .map((it) => `${it.range.start.line} ${it.message}`)
      .join();
  const invalid = "2 `schemas/report.schema.json` is not a valid JSON Schema at `/type`";
  await written(schema, '{"type": "strin"}', () => saidInProject().startsWith(invalid), "the wrong type");
  await expectFound(document);
  const missing = "2 `schemas/report.schema.json` cannot be read";
  await deleted(schema, () => saidInProject() === missing, "the missing file");
  await written(schema, JSON.stringify(SCHEMA), isFound(score), "the schema as it was");
  await expect(() => codes(toml).length === 0, "nothing to say about the schema");
  await deleted(toml, isFound(), "no schema");
});

trusted("a schema of the settings does the same, and explains and completes the payload", async () => {
  const inside = await folder("schema-setting", '{"title": 1, "tag": "low", "": 0}');
  const uri = inside(".agent-response-phase7.json");
  const { document } = await show(uri);
  const schemas = { "**/schema-setting/*.json": "schema-setting/schemas/report.schema.json" };
  await withSetting("agentResponse.payloadSchemas", schemas, async () => {
    await expect(
      () => found(document).includes("1 `title` must be a string, but is a number"),
      "the wrong type",
    );
    const place = (text: string): vscode.Position =>
      document.positionAt(document.getText().indexOf(text) + 2);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      "vscode.executeHoverProvider",
      uri,
      place("title"),
    );
    const words = hovers.flatMap((it) => it.contents).map((it) => (typeof it === "string" ? it : it.value));
    ok(words.join().includes("What it is called."), `the hover says ${words}`);
    const inKey = document.positionAt(document.getText().indexOf('\\"\\"') + 2);
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      uri,
      inKey,
    );
    const labels = items.map((it) => (typeof it.label === "string" ? it.label : it.label.label));
    ok(labels.includes("score"), `completed are ${labels}`);
    ok(!labels.includes("title"), "what is there already");
  });
  await expectFound(document);
});

untrusted("no schema is used before the folder is trusted, and the project file says so", async () => {
  const inside = await folder("schema-restricted", '{"score": 11}');
  const toml = inside("agent-response.toml");
  await write(toml, FILES);
  const { document } = await show(inside(".agent-response-phase7.json"));
  const why =
    "`schemas/report.schema.json` is not used in Restricted Mode; it will be once you trust the workspace";
  await expect(
    () =>
      ours(toml)
        .map((it) => it.message)
        .join() === why,
    "the reason",
  );
  equal(ours(toml)[0]?.severity, vscode.DiagnosticSeverity.Information, "severity");
  await expectFound(document);
  const schemas = { "**/schema-restricted/*.json": "schema-restricted/schemas/report.schema.json" };
  const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration("agentResponse");
  const { Workspace } = vscode.ConfigurationTarget;
  await settings().update("payloadSchemas", schemas, Workspace);
  equal(settings().get("payloadSchemas"), {}, "the setting of the folder");
  await expectFound(document);
  await settings().update("payloadSchemas", undefined, Workspace);
});
