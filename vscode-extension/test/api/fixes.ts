import * as vscode from "vscode";
import { encodingOf } from "../../src/bom.js";
import { clean, mistakes } from "../fixtures.js";
import { equal, eventually, expect, ok, repeat, test } from "./harness.js";
import {
  action,
  actions,
  apply,
  codes,
  deleted,
  finding,
  fresh,
  onDisk,
  replaceAll,
  save,
  serious,
  set,
  show,
  withSetting,
  write,
} from "./tools.js";

const objectUnderResult = mistakes["object-under-result"]?.text ?? "";
const broken = clean.replace('"response"', '"result"').replace('"success"', '"SUCCESS"');

test("a quick fix repairs the file on disk", async () => {
  const uri = await fresh(objectUnderResult);
  const { document } = await show(uri);
  const found = await finding(uri, "misnamed-field");
  equal(document.getText(found.range), '"result"');
  const fix = await action(uri, found.range, /response/);
  equal(fix.isPreferred, true);
  equal(fix.kind?.value, "quickfix");
  await apply(fix);
  await expect(() => serious(uri).length === 0, "a clean file");
  await save(document);
  const text = await onDisk(uri);
  equal(JSON.parse(JSON.parse(text).response), { answer: "forty-two" });
  equal(
    text.length - text.indexOf('  "error_message"'),
    clean.length - clean.indexOf('  "error_message"'),
    "the rest",
  );
});

test("a suggestion is offered, labelled and not preferred", async () => {
  const uri = await fresh(clean.replace('"metadata"', '"confidence": 0.9,\n  "metadata"'));
  await show(uri);
  const found = await finding(uri, "unknown-field");
  equal(found.tags, [vscode.DiagnosticTag.Unnecessary]);
  const guess = await action(uri, found.range, /\(suggestion\)$/);
  equal(guess.isPreferred ?? false, false);
  equal(guess.kind?.value, "quickfix.agentResponse.suggestion");
  equal((await actions(uri, found.range, "source.fixAll")).length, 0, "fix all does not guess");
});

test("fix all repairs what is safe, in one edit", async () => {
  const uri = await fresh(broken);
  const { document } = await show(uri);
  await finding(uri, "misnamed-field");
  const everything = new vscode.Range(0, 0, document.lineCount, 0);
  const all = await action(uri, everything, /./, "source.fixAll.agentResponse");
  equal([all.kind?.value, all.title], ["source.fixAll.agentResponse", "Agent Response: Fix 2 safely"]);
  await apply(all);
  await expect(() => serious(uri).length === 0, "a clean file");
  equal(document.getText(), clean);
});

test("the quick fixes end with all of them, where there are more than one", async () => {
  const uri = await fresh(broken);
  const { document } = await show(uri);
  const found = await finding(uri, "misnamed-field");
  const all = await action(uri, found.range, /^Fix 2 safely$/);
  const offered = await actions(uri, found.range);
  const titles = offered.map((it) => it.title);
  const own = titles.filter((it) => !/misnamed-field|agent-response.toml/.test(it));
  equal(own.at(-1), all.title, "the last of the fixes");
  equal(offered.filter((it) => it.isPreferred).length, 1, "the fix of the finding is the preferred one");
  await apply(all);
  equal(document.getText(), clean);
  const one = await fresh(clean.replace('"response"', '"result"'));
  await show(one);
  const alone = await finding(one, "misnamed-field");
  await action(one, alone.range, /response/);
  ok(!(await actions(one, alone.range)).some((it) => /^Fix \d/.test(it.title)), "one is all");
});

test("a rule is turned off in the settings or in the project file, and its page is a click away", async () => {
  const uri = await fresh(clean.replace('"response"', '"result"'));
  await show(uri);
  const find = () => finding(uri, "misnamed-field");
  const page = await action(uri, (await find()).range, /documentation of misnamed-field/);
  equal(page.command?.arguments, ["misnamed-field"]);
  const run = ({ command }: vscode.CodeAction): Thenable<unknown> =>
    vscode.commands.executeCommand(command?.command ?? "", ...(command?.arguments ?? []));
  await run(await action(uri, (await find()).range, /^Turn off misnamed-field in the settings/));
  await expect(() => !codes(uri).includes("misnamed-field"), "the rule is off in the settings");
  equal(vscode.workspace.getConfiguration("agentResponse").get("rules"), { "misnamed-field": "off" });
  await set("agentResponse.rules", undefined);
  const toml = vscode.Uri.joinPath(uri, "../agent-response.toml");
  const title = /^Turn off misnamed-field in agent-response.toml/;
  const offered = async (): Promise<vscode.CodeAction | undefined> =>
    (await actions(uri, (await find()).range)).find((it) => title.test(it.title));
  const text = '[rules]\nnot-pretty = "off"\n';
  const inProject = await repeat(() => write(toml, text), offered, "the project file");
  await run(inProject);
  await expect(() => !codes(uri).includes("misnamed-field"), "the rule is off in the project file");
  equal(await onDisk(toml), '[rules]\nmisnamed-field = "off"\nnot-pretty = "off"\n');
  await deleted(toml, () => codes(uri).includes("misnamed-field"), "the finding again");
});

test("Preview Fix All compares the file with the fixed one, and applies it", async () => {
  const uri = await fresh(broken);
  const { document } = await show(uri);
  await finding(uri, "misnamed-field");
  await vscode.commands.executeCommand("agentResponse.previewFixes");
  const tab = await eventually(() => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    return input instanceof vscode.TabInputTextDiff ? input : undefined;
  }, "the comparison");
  equal(tab.original.toString(), uri.toString());
  const fixed = await vscode.workspace.openTextDocument(tab.modified);
  equal(fixed.getText(), clean);
  equal(document.getText(), broken, "nothing is changed yet");
  await vscode.commands.executeCommand("agentResponse.applyPreview");
  await expect(() => document.getText() === clean, "the fixed file");
});

test("where a payload changes, the comparison shows it decoded, and on request as it is written", async () => {
  const text = clean.replace(
    /"response": .*,/,
    () => `"response": ${JSON.stringify('{"a":[1,2] "b":{"c":"d"}}')},`,
  );
  const uri = await fresh(text);
  const { document } = await show(uri);
  await finding(uri, "missing-comma");
  const comparison = (side: string): Promise<vscode.TabInputTextDiff> =>
    eventually(() => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      if (!(input instanceof vscode.TabInputTextDiff)) return undefined;
      return new URLSearchParams(input.modified.query).get("side") === side ? input : undefined;
    }, `the comparison, ${side}`);
  const textOf = async (it: vscode.Uri): Promise<string> =>
    (await vscode.workspace.openTextDocument(it)).getText();
  await vscode.commands.executeCommand("agentResponse.previewFixes");
  const decoded = await comparison("after");
  const [before, after] = [await textOf(decoded.original), await textOf(decoded.modified)];
  ok(before.includes('\n    "a": [1, 2]\n    "b": {\n'), before);
  equal(after, before.replace("2]", "2],"));
  await vscode.commands.executeCommand("agentResponse.previewWritten");
  const written = await comparison("written");
  equal(written.original.toString(), uri.toString());
  equal(await textOf(written.modified), text.replace("2]", "2],"));
  await vscode.commands.executeCommand("agentResponse.applyPreview");
  await expect(() => document.getText() === text.replace("2]", "2],"), "the fixed file");
});

test("fix all runs on save when the setting asks for it", async () => {
  const uri = await fresh(broken);
  const editor = await show(uri);
  await finding(uri, "misnamed-field");
  await withSetting("editor.codeActionsOnSave", { "source.fixAll.agentResponse": "explicit" }, async () => {
    // VS Code saves without the fixes if they take too long.
    const change = async (): Promise<void> => {
      await replaceAll(editor, broken.replace("{", "{ "));
      await save(editor.document);
    };
    const isRepaired = async (): Promise<boolean> => (await onDisk(uri)) === clean.replace("{", "{ ");
    await repeat(change, isRepaired, "the repaired file");
  });
});

test("the command Fix All repairs the file in the editor and can be undone", async () => {
  const uri = await fresh(broken);
  const { document } = await show(uri);
  await finding(uri, "misnamed-field");
  await vscode.commands.executeCommand("agentResponse.fixAll");
  equal(document.getText(), clean);
  await vscode.commands.executeCommand("undo");
  await expect(() => document.getText() === broken, "the text before");
});

test("a file is completed with its time, and with the duration if the user knows it", async () => {
  const incomplete = clean.replace(/"(?:created_at|duration_seconds)": [^,]*,/g, "");
  const uri = await fresh(incomplete);
  const { document } = await show(uri);
  const found = await finding(uri, "missing-field");
  const complete = await action(uri, found.range, /^Complete with the time of the file/);
  const { command = "", arguments: args = [] } = complete.command ?? {};
  let isDone = false;
  const done = vscode.commands.executeCommand(command, ...args).then(() => {
    isDone = true;
  });
  // The input is left empty: the user does not know the duration.
  await repeat(
    () => vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem"),
    () => isDone,
    "the end of the command",
  );
  await done;
  const written = new Date((await vscode.workspace.fs.stat(uri)).mtime).toISOString();
  ok(document.getText().includes(`"created_at": "${written}"`), document.getText());
  ok(!document.getText().includes("duration_seconds"), "a duration that nobody gave");
});

test("an error that nothing repairs leads to a prompt for the model", async () => {
  const uri = await fresh(clean.replace(/"created_at": "[^"]*"/, '"created_at": "noon"'));
  await show(uri);
  const found = await finding(uri, "bad-timestamp");
  const { command } = await action(uri, found.range, /^Copy Prompt for the Model$/);
  await vscode.env.clipboard.writeText("before");
  await vscode.commands.executeCommand(command?.command ?? "", ...(command?.arguments ?? []));
  const prompt = await vscode.env.clipboard.readText();
  ok(prompt.includes("created_at") && prompt.includes("noon"), prompt);
});

test("a byte order mark is found in an open document and taken off the file", async () => {
  const uri = await fresh(`\ufeff${clean}`);
  const { document } = await show(uri);
  if (encodingOf(document) === undefined) return; // before VS Code 1.100, extensions cannot know
  const found = await finding(uri, "byte-order-mark");
  const fix = await action(uri, found.range, /byte order mark/);
  ok(fix.command !== undefined, "no command");
  await vscode.commands.executeCommand(fix.command.command, ...(fix.command.arguments ?? []));
  equal(await onDisk(uri), clean);
  // VS Code reads the encoding again when it hears that the file has changed.
  await repeat(
    (n) => n > 0 && write(uri, clean),
    () => !codes(uri).includes("byte-order-mark"),
    "no finding",
  );
  equal(document.getText(), clean);
});
