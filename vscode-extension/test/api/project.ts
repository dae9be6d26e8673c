import * as vscode from "vscode";
import { clean, request } from "../fixtures.js";
import { equal, expect, idle, note, ok, test } from "./harness.js";
import {
  at,
  codeOf,
  codes,
  deleted,
  Memory,
  nothingIn,
  ours,
  replaceAll,
  revert,
  set,
  show,
  withSetting,
  write,
  written,
} from "./tools.js";

const wrong = clean.replace('"response"', '"result"');
const rule = (severity: string): string => `[rules]\nmisnamed-field = "${severity}"\n`;
const { Error: ERROR, Warning: WARNING, Hint: HINT } = vscode.DiagnosticSeverity;

/** A folder of its own with a response that has one mistake, and with a project file. */
async function project(name: string, config: string): Promise<{ uri: vscode.Uri; toml: vscode.Uri }> {
  const [uri, toml] = [at(`${name}/deep/.agent-response-phase7.json`), at(`${name}/agent-response.toml`)];
  await write(at(`${name}/deep/.agent-request-phase7.json`), request());
  await write(uri, wrong);
  await write(toml, config);
  return { uri, toml };
}

const severity = (uri: vscode.Uri): vscode.DiagnosticSeverity | undefined =>
  ours(uri).find((it) => codeOf(it) === "misnamed-field")?.severity;

const has = (uri: vscode.Uri, expected: vscode.DiagnosticSeverity | undefined, what: string): Promise<void> =>
  idle().then(() => equal(severity(uri), expected, what));

/** Writes the project file of a file until the finding in it has the severity. */
const writtenFor = (
  uri: vscode.Uri,
  toml: vscode.Uri,
  text: string,
  expected: vscode.DiagnosticSeverity | undefined,
  what: string,
): Promise<unknown> => written(toml, text, () => severity(uri) === expected, what);

test("the nearest project file decides, as it is on disk and in its editor, without a reload", async () => {
  const { uri, toml } = await project("project-near", rule("warning"));
  await show(uri);
  await has(uri, WARNING, "the severity of the project file");
  await writtenFor(uri, toml, rule("hint"), HINT, "the severity after a change on disk");
  const editor = await show(toml);
  await replaceAll(editor, rule("error"));
  await has(uri, ERROR, "the severity that is only in the editor yet");
  await replaceAll(editor, "[rules]\nmisnamed-field = ");
  await expect(() => codes(toml).includes("config"), "the missing value");
  equal(severity(uri), ERROR, "what holds while the text is no TOML");
  await revert();
  await has(uri, HINT, "the severity on disk again");
  const near = at("project-near/deep/agent-response.toml");
  await writtenFor(uri, near, "", ERROR, "a nearer one, which says nothing");
  await deleted(near, () => severity(uri) === HINT, "the other one again");
  await deleted(toml, () => severity(uri) === ERROR, "no project file");
});

test("excluded files are not checked, open or closed", async () => {
  const { uri, toml } = await project("project-exclude", "");
  await show(uri);
  await has(uri, ERROR, "nothing is excluded");
  await writtenFor(uri, toml, 'exclude = ["deep"]\n', undefined, "its folder is excluded");
  await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
  await write(uri, wrong.replace("1.0", "1.1"));
  await vscode.commands.executeCommand("agentResponse.validateWorkspace");
  await nothingIn(uri, "a closed file");
  await show(uri);
  await writtenFor(uri, toml, 'exclude = ["other"]\n', ERROR, "another folder is excluded");
});

test("a wrong entry is marked in the project file, and the rest counts", async () => {
  const { uri, toml } = await project(
    "project-wrong",
    `profil = "strict"\n${rule("hint")}mising-field = "off"\n\n[[files]]\nglob = "[ab].json"\n`,
  );
  await show(uri);
  await has(uri, HINT, "the rest");
  const found = ours(toml).map((it) => [
    it.range.start.line,
    it.range.start.character,
    it.range.end.character,
    it.message,
  ]);
  equal(found, [
    [0, 0, 6, "`profil` is not a key of this file; did you mean `profile`?"],
    [3, 0, 12, "`mising-field` is not a rule; did you mean `missing-field`?"],
    [6, 7, 18, "`[` has no meaning in a glob; expected `*`, `**`, `?` or `{a,b}`"],
  ]);
  const [first] = ours(toml);
  ok(typeof first?.code === "object", "the code has no link");
  equal(first.code.target.toString(), "agent-response-rule:/config.md");
  const page = await vscode.workspace.openTextDocument(first.code.target);
  ok(page.getText().startsWith("# config\n"), page.getText().slice(0, 80));
  for (const it of ours(toml))
    note(`${it.range.start.line + 1}:${it.range.start.character + 1} ${it.message}`);
  await deleted(toml, () => ours(toml).length === 0, "nothing about a file that is gone");
});

test("a project file is checked when it is opened, whether files are that it is about or not", async () => {
  const toml = at("project-alone/agent-response.toml");
  await write(toml, "profile = strict\n");
  const editor = await show(toml);
  await expect(() => codes(toml).includes("config"), "the missing quotes");
  equal(editor.document.getText(ours(toml)[0]?.range), "strict");
  await replaceAll(editor, 'profile = "strict"\n');
  await expect(() => codes(toml).length === 0, "nothing to say");
  await revert();
  await vscode.workspace.fs.delete(toml);
});

test("settings win over the project file, one by one", async () => {
  const { uri, toml } = await project("project-settings", `profile = "strict"\n${rule("hint")}`);
  await show(uri);
  await has(uri, HINT, "the severity of the project file");
  await withSetting("agentResponse.rules", { "misnamed-field": "warning" }, async () => {
    await has(uri, WARNING, "the severity of the setting");
  });
  await withSetting("agentResponse.rules", { syntax: "off" }, async () => {
    await has(uri, HINT, "the severity of the project file beside a setting for another rule");
  });
  await withSetting("agentResponse.payloads", "off", async () => {
    await has(uri, HINT, "findings with payloads off");
  });
  await vscode.workspace.fs.delete(toml);
});

test("what one switches off the other switches on, and the setting has the last word", async () => {
  const { uri, toml } = await project("project-off", rule("hint"));
  await show(uri);
  await has(uri, HINT, "the severity of the project file");
  await writtenFor(uri, toml, rule("off"), undefined, "off in the project file");
  await withSetting("agentResponse.rules", { "misnamed-field": "error" }, async () => {
    await has(uri, ERROR, "on in the settings");
    await set("agentResponse.rules", { "misnamed-field": "off" });
    await write(toml, rule("hint"));
    await has(uri, undefined, "off in the settings");
  });
  await writtenFor(uri, toml, rule("hint"), HINT, "the project file again");
  const nonsense = 'profile = "strict"\n[rules]\nmisnamed-field = "nonsense"\n';
  await writtenFor(uri, toml, nonsense, ERROR, "a wrong severity is no severity");
  await withSetting("agentResponse.rules", { "misnamed-field": "nonsense" }, async () => {
    await writtenFor(uri, toml, rule("warning"), WARNING, "a wrong setting leaves it to the project file");
  });
  await vscode.workspace.fs.delete(toml);
});

test("files that a project file names are checked, also all at once", async () => {
  const { toml } = await project("project-files", "");
  const uri = at("project-files/answers/one.json");
  await write(uri, wrong.replace('"result"', '"other"'));
  await show(uri);
  const isChecked = (): boolean => codes(uri).some((it) => /^(missing|unknown)-field$/.test(it));
  const named = '[[files]]\nglob = "answers/*.json"\nformat = "agent-response"\n';
  await written(toml, named, isChecked, "findings");
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  const closed = at("project-files/answers/two.json");
  await write(closed, wrong);
  await vscode.commands.executeCommand("agentResponse.validateWorkspace");
  await expect(() => codes(closed).includes("misnamed-field"), "the closed file");
  await written(toml, "", () => ours(closed).length === 0, "nothing about a file that is not named");
  await vscode.workspace.fs.delete(toml);
});

test("a project file that only VS Code knows, as in a virtual workspace, counts", async () => {
  const memory = new Memory(
    new Map([
      ["/virtual/deep/.agent-response-phase7.json", wrong],
      ["/virtual/deep/.agent-request-phase7.json", request()],
      ["/virtual/agent-response.toml", rule("hint")],
    ]),
  );
  const provider = vscode.workspace.registerFileSystemProvider("agent-response-project", memory);
  const uri = vscode.Uri.parse("agent-response-project:/virtual/deep/.agent-response-phase7.json");
  await show(uri);
  await has(uri, HINT, "the severity of the project file");
  const toml = vscode.Uri.parse("agent-response-project:/virtual/agent-response.toml");
  await writtenFor(uri, toml, rule("warning"), WARNING, "the severity after a change");
  provider.dispose();
});

test("a change without an event is seen when the user comes back to the file", async () => {
  const files = new Map([
    ["/quiet/deep/.agent-response-phase7.json", wrong],
    ["/quiet/deep/.agent-request-phase7.json", request()],
    ["/quiet/deep/notes.txt", ""],
    ["/quiet/agent-response.toml", rule("hint")],
  ]);
  const provider = vscode.workspace.registerFileSystemProvider("agent-response-quiet", new Memory(files));
  const uri = vscode.Uri.parse("agent-response-quiet:/quiet/deep/.agent-response-phase7.json");
  const notes = vscode.Uri.parse("agent-response-quiet:/quiet/deep/notes.txt");
  const comeBack = async (): Promise<void> => {
    await show(notes);
    await show(uri);
  };
  await comeBack();
  await has(uri, HINT, "the severity of the project file");
  files.set("/quiet/deep/agent-response.toml", rule("warning"));
  await comeBack();
  await has(uri, WARNING, "the severity of the nearer one");
  files.set("/quiet/deep/agent-response.toml", rule("error"));
  await comeBack();
  await has(uri, ERROR, "the severity after a change");
  files.delete("/quiet/deep/agent-response.toml");
  await comeBack();
  await has(uri, HINT, "the severity of the one above again");
  ok(!codes(uri).includes("pair-id"), "another id before the request has changed");
  files.set("/quiet/deep/.agent-request-phase7.json", request("6f1f9c1e-2d6c-4f0e-9a51-3a5f0b8f4c11"));
  await comeBack();
  await expect(() => codes(uri).includes("pair-id"), "the other id of the request");
  provider.dispose();
});
