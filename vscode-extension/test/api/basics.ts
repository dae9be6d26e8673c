import * as vscode from "vscode";
import { clean, innerFaults } from "../fixtures.js";
import { equal, expect, note, ok, test } from "./harness.js";
import {
  action,
  at,
  codeOf,
  codes,
  deleted,
  expectCodes,
  finding,
  fresh,
  isActive,
  isClosed,
  Memory,
  nothingIn,
  ours,
  replaceAll,
  revert,
  serious,
  set,
  show,
  withSetting,
  write,
} from "./tools.js";

test("a fault inside the string is marked at its characters in the file", async () => {
  const uri = at("inner/.agent-response-phase7.json");
  const { document } = await show(uri);
  const found = await expect(() => serious(uri).length === 2 && serious(uri), "two findings");
  const offsets = found.map((it) => [document.offsetAt(it.range.start), document.offsetAt(it.range.end)]);
  const comma = innerFaults.indexOf(", ]");
  equal(offsets[0], [comma, comma + 1], "the comma too many");
  // After a check mark and an emoji: columns are counted in UTF-16.
  const [from = 0, to = 0] = offsets[1] ?? [];
  const value = innerFaults.indexOf(String.raw`\"✅ 😀\"`);
  const key = innerFaults.indexOf(String.raw`\"more\"`);
  note(`the missing comma is marked at ${JSON.stringify(innerFaults.slice(from, to))}`);
  ok(from >= value && to <= key + 8, `the missing comma is marked at ${from}-${to}`);
  for (const it of found) {
    equal(it.severity, vscode.DiagnosticSeverity.Error);
    ok(typeof it.code === "object", "the code has no link");
    equal(it.code.target.toString(), `agent-response-rule:/${it.code.value}.md`);
    const inside = it.relatedInformation?.find((one) => one.location.uri.scheme === "agent-response");
    ok(inside !== undefined, "the place in the decoded text is missing");
  }
  const inside = found[0]?.relatedInformation?.find((it) => it.location.uri.scheme === "agent-response");
  ok(inside !== undefined, "no place in the decoded text");
  const decoded = await vscode.workspace.openTextDocument(inside.location.uri);
  equal(decoded.getText(inside.location.range), ",", "the same place in the decoded text");
  equal(decoded.languageId, "json");
});

test("every rule has a page", async () => {
  const page = await vscode.workspace.openTextDocument(
    vscode.Uri.parse("agent-response-rule:/misnamed-field.md"),
  );
  ok(page.getText().startsWith("# misnamed-field\n"), page.getText().slice(0, 80));
  equal(page.languageId, "markdown");
  // What the preview of the bare page would not show.
  const pair = await vscode.workspace.openTextDocument(vscode.Uri.parse("agent-response-rule:/pair-id.md"));
  const text = pair.getText();
  ok(/^# pair-id\n\n\*\*(?:error|warning)\*\*: /.test(text), text.slice(0, 80));
  ok(/\n\*Beside it: `\.agent-request[^`]*`\*\n\n```json sibling=/.test(text), text.slice(0, 600));
  ok(/\n\*After the fix\*\n\n```json fixed\n/.test(page.getText()), page.getText().slice(0, 600));
});

test("other JSON files are left alone until a setting names them", async () => {
  const uri = at("other/answers.json");
  await show(at("other/settings.json"));
  await show(uri);
  await show(at("inner/.agent-response-phase7.json"));
  await expect(() => ours(at("inner/.agent-response-phase7.json")).length > 0);
  equal(ours(uri), [], "before");
  await withSetting("agentResponse.files", ["other/*.json"], async () => {
    await expect(() => codes(uri).includes("misnamed-field"), "a finding in the named file");
  });
  await nothingIn(uri, "no finding without the setting");
});

test("dotted names are checked with their own request, and names that are meant to be ours too", async () => {
  const uri = at("dotted/review.agent-response.json");
  await show(uri);
  await expect(() => serious(uri).length === 2, "the two findings inside the string");
  ok(!codes(uri).some((it) => it.startsWith("pair-")), `${codes(uri)}`);
  for (const name of ["agent-response-phase-8.json", ".agent_response.json"]) {
    const near = at(`near/${name}`);
    await show(near);
    await expect(() => codes(near).includes("near-miss-name"), `the name ${name}`);
  }
});

test("Check This File checks any document, in any language, until it is closed", async () => {
  const wrong = clean.replace('"response"', '"result"');
  for (const language of ["plaintext", "json", "markdown"]) {
    const document = await vscode.workspace.openTextDocument({ content: wrong, language });
    await show(document.uri);
    await vscode.commands.executeCommand("agentResponse.checkFile");
    const found = await finding(document.uri, "misnamed-field");
    await action(document.uri, found.range, /response/);
    await revert();
    await isClosed(document.uri);
    await nothingIn(document.uri, "nothing about a closed document");
  }
  const uri = at("other/closed.json");
  await write(uri, wrong);
  // Not through the API: what an extension has opened, VS Code keeps for minutes.
  await vscode.commands.executeCommand("vscode.open", uri);
  await isActive(uri);
  await vscode.commands.executeCommand("agentResponse.checkFile");
  await expect(() => codes(uri).includes("misnamed-field"), "a file with a name that is none of ours");
  await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
  await isClosed(uri);
  await nothingIn(uri, "nothing about a closed file");
});

test("settings change severities, switch a file off, and survive nonsense", async () => {
  const uri = at("mistakes/object-under-result/.agent-response-phase7.json");
  await show(uri);
  const first = (): vscode.Diagnostic | undefined => ours(uri).find((it) => codeOf(it) === "misnamed-field");
  await expect(() => first()?.severity === vscode.DiagnosticSeverity.Error);
  await withSetting(
    "agentResponse.rules",
    { "misnamed-field": "hint", "no-such-rule": "off", syntax: 7 },
    async () => {
      await expect(() => first()?.severity === vscode.DiagnosticSeverity.Hint, "the other severity");
      await set("agentResponse.rules", { "misnamed-field": "off" });
      await expect(() => first() === undefined, "the rule switched off");
    },
  );
  await expect(first, "the rule again");
  await withSetting("agentResponse.enable", false, () => expectCodes(uri));
  await expect(first, "the file again");
  await withSetting("agentResponse.maxFileSize", "much", async () => {
    await expect(first, "the usual limit");
  });
});

test("a result is never older than its document", async () => {
  const uri = await fresh(clean);
  const editor = await show(uri);
  await expect(() => serious(uri).length === 0, "no finding");
  const wrong = clean.replace('"response"', '"result"');
  let stale = 0;
  const watching = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    if (!uris.some((it) => it.toString() === uri.toString())) return;
    // The range of each finding must be that of a key which is there now.
    for (const it of ours(uri)) {
      if (codeOf(it) === "misnamed-field" && editor.document.getText(it.range) !== '"result"') stale++;
    }
  });
  for (let round = 0; round < 12; round++) {
    await replaceAll(editor, `${" \n".repeat(round)}${round % 2 === 0 ? wrong : clean}`);
  }
  await expect(() => !codes(uri).includes("misnamed-field"), "the clean text");
  await replaceAll(editor, `\n${wrong}`);
  equal((await finding(uri, "misnamed-field")).range.start.line, 5);
  watching.dispose();
  equal(stale, 0, "findings of an older text");
});

test("closing and deleting a file take its findings away", async () => {
  const uri = await fresh(clean.replace('"response"', '"result"'));
  // Not through the API: what an extension has opened, VS Code keeps for minutes.
  const open = async (): Promise<void> => {
    await vscode.commands.executeCommand("vscode.open", uri);
    await isActive(uri);
  };
  await open();
  await finding(uri, "misnamed-field");
  await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
  await isClosed(uri);
  await nothingIn(uri, "no findings after closing");
  await open();
  await finding(uri, "misnamed-field");
  await deleted(uri, () => ours(uri).length === 0, "no findings after deleting");
});

test("files that only VS Code knows, as in a virtual workspace, are checked with their neighbours", async () => {
  const files = new Map([
    ["/project/.agent-response-phase7.json", clean.replace('"response"', '"result"')],
    ["/project/.agent-request-phase7.json", clean],
  ]);
  const provider = vscode.workspace.registerFileSystemProvider("agent-response-memory", new Memory(files));
  const uri = vscode.Uri.parse("agent-response-memory:/project/.agent-response-phase7.json");
  await show(uri);
  await expect(() => codes(uri).includes("misnamed-field"), "the finding");
  provider.dispose();
});
