/** Hover and completion come from VS Code's own JSON support and the schemas, which never report anything. */

import * as vscode from "vscode";
import { clean, mistakes, syntax } from "../fixtures.js";
import { equal, eventually, expect, idle, note, ok, test } from "./harness.js";
import { at, builtin, codeOf, fresh, inNode, replaceAll, serious, show } from "./tools.js";

const text = (it: vscode.MarkdownString | vscode.MarkedString): string =>
  typeof it === "string" ? it : it.value;

/** What is shown over a word of a document. */
async function hover(document: vscode.TextDocument, word: string): Promise<string> {
  const place = document.positionAt(document.getText().indexOf(word) + 1);
  const command = "vscode.executeHoverProvider";
  const found = await vscode.commands.executeCommand<vscode.Hover[]>(command, document.uri, place);
  return (found ?? [])
    .flatMap((it) => it.contents)
    .map(text)
    .join("\n");
}

/** The completions after a part of a document's text. */
async function offered(document: vscode.TextDocument, before: string): Promise<string[]> {
  const place = document.positionAt(document.getText().indexOf(before) + before.length);
  const command = "vscode.executeCompletionItemProvider";
  const found = await vscode.commands.executeCommand<vscode.CompletionList>(command, document.uri, place);
  return found.items.map((it) => (typeof it.label === "string" ? it.label : it.label.label));
}

test("fields of responses and requests say what they are for", async () => {
  const response = (await show(at("clean/.agent-response-phase7.json"))).document;
  await eventually(async () => (await hover(response, '"status"')).includes("How the run ended"), "a hover");
  ok((await hover(response, '"response"')).includes("as JSON in a string"), "the payload");
  const request = (await show(at("clean/.agent-request-phase7.json"))).document;
  await eventually(
    async () => (await hover(request, '"timeout_seconds"')).includes("How long the program waits"),
    "a hover in the request",
  );
});

test("names of fields and their words are offered", async () => {
  const uri = await fresh('{\n  "status": \n}\n');
  const { document } = await show(uri);
  const words = ['"success"', '"error"', '"timeout"'];
  await eventually(async () => {
    const found = await offered(document, '"status": ');
    return words.every((it) => found.includes(it));
  }, "the words of `status`");
  const editor = await show(uri);
  await replaceAll(editor, '{\n  "status": "success",\n  \n}\n');
  const names = await eventually(async () => {
    const found = await offered(document, '"success",\n  ');
    return found.includes("created_at") && found;
  }, "the names of fields");
  for (const name of ["request_id", "response", "metadata"]) ok(names.includes(name), `no ${name}`);
  ok(!names.includes("status"), "a field that is there already");
  await replaceAll(editor, "\n");
  await eventually(async () => (await offered(document, "")).includes("agent response"), "a whole file");
});

test("the schemas report nothing: what VS Code finds in a file is its syntax alone", async () => {
  if (!inNode()) return; // many tabs, and nothing in it depends on the host
  // Of each kind a few: pkg-tests/test/schemas.test.mjs asks the service of VS Code about thousands of texts.
  const folders = { mistakes: Object.keys(mistakes).slice(0, 4), syntax: Object.keys(syntax).slice(0, 2) };
  const all = Object.entries(folders).flatMap(([group, names]) => names.map((it) => `${group}/${it}`));
  let n_ours = 0;
  const twice: string[] = [];
  for (const name of all) {
    const uri = at(`${name}/.agent-response-phase7.json`);
    const { document } = await show(uri);
    const isJson = parses(document.getText());
    // The schema has been read and the file checked against it once there is a hover.
    if (isJson && document.getText().includes('"status"'))
      await eventually(async () => (await hover(document, '"status"')).includes("How the run ended"), name);
    await idle();
    n_ours += serious(uri).length;
    const found = builtin(uri).filter((it) => it.source === "json" && !isSyntax(it));
    for (const it of found) twice.push(`${name}: ${it.message}`);
  }
  equal(twice, [], "problems of schemas");
  // Every known kind of value in the wrong place: the schema asserts none of it.
  const odd = clean.replace('"success"', "7").replace("1.5", '"long"').replace('"1.0"', "[]");
  const uri = await fresh(odd.replace('"metadata"', '"no_such_key"'));
  await show(uri);
  await expect(() => serious(uri).length > 3, "ours");
  equal(builtin(uri), [], "VS Code's");
  note(`${all.length} files, ${n_ours} problems of ours, none of them twice`);
});

/** Syntax errors and duplicate keys have their own codes in VS Code's JSON support, except two. */
function isSyntax(it: vscode.Diagnostic): boolean {
  const number = Number(codeOf(it));
  return (number > 0x100 && number < 0x300) || /^(?:Expected a JSON object|End of file)/.test(it.message);
}

function parses(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}
