import * as vscode from "vscode";
import { type Counts, sentence } from "../../src/summary.js";
import { clean, request } from "../fixtures.js";
import { equal, eventually, expect, ok, test } from "./harness.js";
import {
  at,
  deleted,
  finding,
  fresh,
  isClosed,
  ours,
  replaceAll,
  revert,
  show,
  write,
  written,
} from "./tools.js";

const command = (name: string): Thenable<unknown> => vscode.commands.executeCommand(`agentResponse.${name}`);

test("Wrap puts the text into an envelope for the request beside it, once, and can be undone", async () => {
  const uri = at("wrapped/.agent-response.json");
  await write(at("wrapped/.agent-request.json"), request());
  await write(uri, '{"answer": "forty-two"}\n');
  const { document } = await show(uri);
  const before = document.getText();
  await command("wrap");
  const envelope = JSON.parse(document.getText());
  equal(envelope.request_id, JSON.parse(request()).request_id, "the request's id");
  equal(JSON.parse(envelope.response), { answer: "forty-two" });
  ok(Math.abs(Date.parse(envelope.created_at) - Date.now()) < 60_000, `created at ${envelope.created_at}`);
  const wrapped = document.getText();
  await command("wrap");
  equal(document.getText(), wrapped, "an envelope stays as it is");
  await vscode.commands.executeCommand("undo");
  await expect(() => document.getText() === before, "the text before");
  await revert();
});

test("Wrap leaves a file of another name alone: the envelope is a new document under the right name", async () => {
  const { document } = await show(at("scratch/content.txt"));
  const before = document.getText();
  await command("wrap");
  const editor = await eventually(() => {
    const active = vscode.window.activeTextEditor;
    return active?.document.isUntitled && active.document.getText() !== "" ? active : undefined;
  }, "the new document");
  equal(editor.document.uri.path, at("scratch/.agent-response.json").path);
  equal(JSON.parse(JSON.parse(editor.document.getText()).response), { answer: "forty-two" });
  equal(document.getText(), before);
  await revert();
});

test("Wrap wraps the selection only", async () => {
  const document = await vscode.workspace.openTextDocument({
    content: "keep\npart 😀\nkeep\n",
    language: "plaintext",
  });
  const editor = await show(document.uri);
  editor.selection = new vscode.Selection(1, 0, 1, 7);
  await command("wrap");
  const text = document.getText();
  ok(text.startsWith("keep\n{") && text.endsWith("\nkeep\n"), text);
  equal(JSON.parse(text.slice(5, text.lastIndexOf("}") + 1)).response, "part 😀");
  await revert();
});

test("what was pasted into a new document is JSON once it is wrapped", async () => {
  const document = await vscode.workspace.openTextDocument({ content: "# Plan\n", language: "plaintext" });
  await show(document.uri);
  await command("wrap");
  equal(JSON.parse(document.getText()).response, "# Plan\n");
  equal(document.languageId, "json");
  await vscode.commands.executeCommand("undo");
  await expect(() => document.getText() === "# Plan\n", "the text before");
  await revert();
});

test("Unwrap opens the decoded payload as a new document beside", async () => {
  await show(at("clean/.agent-response-phase7.json"));
  await command("unwrap");
  const editor = await eventually(() => {
    const active = vscode.window.activeTextEditor;
    return active?.document.isUntitled ? active : undefined;
  }, "the new document");
  equal(editor.document.getText(), '{"answer": "forty-two"}');
  equal(editor.document.languageId, "json");
  equal(editor.viewColumn, vscode.ViewColumn.Two);
  await revert();
  await isClosed(editor.document.uri);
});

test("Unwrap opens nothing when there is nothing to unwrap", async () => {
  const { document } = await show(at("other/settings.json"));
  await command("unwrap");
  equal(
    vscode.window.visibleTextEditors.map((it) => it.document.uri.path),
    [document.uri.path],
  );
});

test("Validate Workspace checks files that are not open, and follows them", async () => {
  const uri = await fresh(clean.replace('"response"', '"result"'));
  const counts = await vscode.commands.executeCommand<Counts & { message: string }>(
    "agentResponse.validateWorkspace",
  );
  ok(counts.files >= 30, `${counts.files} files`);
  ok(counts.errors >= 20 && counts.faulty < counts.files, `${counts.errors} errors in ${counts.faulty}`);
  equal(counts.message, `Agent Response: ${sentence(counts)}`);
  for (const it of [uri, at("mistakes/truncated/.agent-response-phase7.json")]) {
    ok(ours(it).length > 0, `nothing was found in ${it.path}`);
    ok(!vscode.workspace.textDocuments.some((one) => one.uri.toString() === it.toString()), "it is open");
  }
  const hasErrors = (): boolean => ours(uri).some((it) => it.severity === vscode.DiagnosticSeverity.Error);
  await written(uri, clean, () => !hasErrors(), "the repaired file");
  await written(uri, "{", hasErrors, "the broken file");
  await deleted(uri, () => ours(uri).length === 0, "the deleted file");
  // What was opened is closed again: its findings disappear, like those of any closed file.
  const { document } = await show(at("mistakes/object/.agent-response-phase7.json"));
  await expect(() => ours(document.uri).length > 0, "findings");
});

test("Show Rule opens a page", async () => {
  await vscode.commands.executeCommand("agentResponse.showRule", "missing-field");
  const tab = await eventually(() => {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    return activeTab && /missing-field/.test(activeTab.label) && activeTab;
  }, "the tab of the page");
  ok(tab.input instanceof vscode.TabInputCustom, "it is shown as source");
});

test("a document without a file is checked by its text once it is saved under such a name", async () => {
  const document = await vscode.workspace.openTextDocument(
    at("clean/.agent-response-phase7.json").with({
      scheme: "untitled",
      path: at("new/.agent-response-phase7.json").path,
    }),
  );
  const editor = await vscode.window.showTextDocument(document);
  await replaceAll(editor, clean.replace('"response"', '"result"'));
  await finding(document.uri, "misnamed-field");
  await revert();
});
