/** A workspace of several folders, which come and go while files are open. */

import * as vscode from "vscode";
import { clean, otherId, request } from "../fixtures.js";
import { equal, eventually, expect, idle, ok, test } from "./harness.js";
import {
  codeOf,
  codes,
  deleted,
  expectCodes,
  nothingIn,
  onDisk,
  ours,
  revert,
  show,
  write,
  written,
} from "./tools.js";

const OTHER = "6f1f9c1e-2d6c-4f0e-9a51-3a5f0b8f4c11";
const wrong = clean.replace('"response"', '"result"');
const rule = (severity: string): string => `[rules]\nmisnamed-field = "${severity}"\n`;
const { Error: ERROR, Warning: WARNING, Hint: HINT } = vscode.DiagnosticSeverity;

/** The folder that contains the folders of the workspace; it is not open itself. */
const base = (): vscode.Uri => {
  const file = vscode.workspace.workspaceFile;
  if (file === undefined) throw new Error("no workspace file is open");
  return vscode.Uri.joinPath(file, "..");
};
const at = (path: string): vscode.Uri => vscode.Uri.joinPath(base(), path);

const severity = (uri: vscode.Uri): vscode.DiagnosticSeverity | undefined =>
  ours(uri).find((it) => codeOf(it) === "misnamed-field")?.severity;

const has = (uri: vscode.Uri, expected: vscode.DiagnosticSeverity | undefined, what: string): Promise<void> =>
  idle().then(() => equal(severity(uri), expected, what));

const folderNames = (): string[] => (vscode.workspace.workspaceFolders ?? []).map((it) => it.name);

async function addFolder(name: string): Promise<void> {
  const count = vscode.workspace.workspaceFolders?.length ?? 0;
  await toldOfFolders(() => vscode.workspace.updateWorkspaceFolders(count, 0, { uri: at(name), name }));
  ok(folderNames().includes(name), `no folder ${name}`);
}

async function removeFolder(name: string): Promise<void> {
  await toldOfFolders(() => vscode.workspace.updateWorkspaceFolders(folderNames().indexOf(name), 1));
  ok(!folderNames().includes(name), `the folder ${name}`);
}

/** Waits for the event: the list of folders changes before it. */
async function toldOfFolders(change: () => boolean): Promise<void> {
  let isTold = false;
  const listener = vscode.workspace.onDidChangeWorkspaceFolders(() => {
    isTold = true;
  });
  ok(change(), "the folders are not changed");
  await eventually(() => isTold, "the event");
  listener.dispose();
}

test("files of the same names in two folders have each its own request", async () => {
  const [one, two] = [at("one/.agent-response-phase7.json"), at("two/.agent-response-phase7.json")];
  await show(one);
  await show(two);
  await expect(() => codes(two).includes("pair-id"), "the other id in the second folder");
  ok(!codes(one).includes("pair-id"), "the first folder was compared with the second");
  const [beside, differs] = [at("one/.agent-request-phase7.json"), () => codes(one).includes("pair-id")];
  await written(beside, request(OTHER), differs, "the change on disk in the first folder");
  await written(beside, request(), () => !differs(), "the request as it was");
});

test("a project file counts in its own folder, and none above the folders that are open", async () => {
  await write(at("agent-response.toml"), rule("off"));
  await write(at("one/agent-response.toml"), rule("hint"));
  const [one, two] = [at("one/deep/.agent-response-a.json"), at("two/deep/.agent-response-a.json")];
  for (const it of [one, two]) {
    await write(it, wrong);
    await show(it);
  }
  await has(one, HINT, "the severity of the project file");
  await has(two, ERROR, "the severity without one");
  const toml = (name: string): vscode.Uri => at(`${name}/agent-response.toml`);
  const isWarning = (): boolean => severity(two) === WARNING;
  await written(toml("two"), rule("warning"), isWarning, "the severity of the new project file");
  equal(severity(one), HINT, "the first folder");
  await deleted(toml("two"), () => severity(two) === ERROR, "the second folder without its file");
  await deleted(toml("one"), () => severity(one) === ERROR, "the first folder without its file");
  await vscode.workspace.fs.delete(at("agent-response.toml"));
});

const factory = (...paths: string[]): string =>
  JSON.stringify({
    status: "success",
    deliverables: paths.map((path) => ({ path, type: "rules", description: "The rules" })),
    summary: "Wrote the rules",
    next_action: "ready_for_review",
  });

/** The claimed files that are said to be absent. */
const absent = (uri: vscode.Uri, text: string): string[] => {
  const lines = text.split("\n");
  return ours(uri)
    .filter((it) => codeOf(it) === "file-not-found")
    .map((it) => lines[it.range.start.line]?.slice(it.range.start.character, it.range.end.character) ?? "");
};

test("claimed files are looked up in the folder of the response, not in another one", async () => {
  await write(at("one/docs/one.md"), "");
  await write(at("two/docs/two.md"), "");
  const text = factory("docs/one.md", "docs/two.md");
  const [one, two] = [at("one/out/factory-answer.json"), at("two/out/factory-answer.json")];
  for (const it of [one, two]) {
    await write(it, text);
    await show(it);
  }
  await idle();
  equal(absent(one, text), ['"docs/two.md"'], "the first folder");
  equal(absent(two, text), ['"docs/one.md"'], "the second folder");
});

test("claimed files are looked up from the root of the response's own project within a folder", async () => {
  // As the command does it: the folder of the project file, else the nearest with .git or .factory.
  const text = factory("docs/inner.md", "docs/one.md");
  for (const [name, mark] of [
    ["with-git", ".git/HEAD"],
    ["with-factory", ".factory/x.md"],
    ["with-config", "agent-response.toml"],
  ]) {
    await write(at(`one/${name}/${mark}`), "");
    await write(at(`one/${name}/docs/inner.md`), "");
    const uri = at(`one/${name}/out/factory-answer.json`);
    await write(uri, text);
    await show(uri);
    await idle();
    equal(absent(uri, text), ['"docs/one.md"'], name);
  }
});

test("a folder's own settings count in it, and change while files are open", async () => {
  const [one, two] = [at("one/deep/.agent-response-a.json"), at("two/deep/.agent-response-a.json")];
  for (const it of [one, two]) await show(it);
  await has(one, ERROR, "the first folder before");
  await has(two, ERROR, "the second folder before");
  const set = (key: string, value: unknown): Thenable<void> =>
    vscode.workspace
      .getConfiguration("agentResponse", two)
      .update(key, value, vscode.ConfigurationTarget.WorkspaceFolder);
  await set("rules", { "misnamed-field": "hint" });
  await has(two, HINT, "the severity of the folder's setting");
  equal(severity(one), ERROR, "the first folder");
  await set("rules", undefined);
  await has(two, ERROR, "the usual severity");
  await set("enable", false);
  await expectCodes(two);
  ok(severity(one) === ERROR, "the first folder is off too");
  await set("enable", undefined);
  await has(two, ERROR, "the second folder on again");
  // A pattern is relative to its own folder.
  for (const it of ["one", "two"]) {
    await write(at(`${it}/answers/x.json`), wrong);
    await show(at(`${it}/answers/x.json`));
  }
  await set("files", ["answers/*.json"]);
  await has(at("two/answers/x.json"), ERROR, "a file that the folder's setting names");
  equal(ours(at("one/answers/x.json")), [], "the same name in the first folder");
  await set("files", undefined);
  await has(at("two/answers/x.json"), undefined, "no setting");
});

test("a folder that is added or removed changes at once what counts for its open files", async () => {
  await write(at("agent-response.toml"), rule("hint"));
  const uri = at("three/.agent-response-phase7.json");
  await write(uri, wrong);
  await write(at("three/.agent-request-phase7.json"), request());
  await show(uri);
  await has(uri, HINT, "outside of the folders, the project file above it");
  await addFolder("three");
  await has(uri, ERROR, "in a folder, none above it");
  const own = at("three/agent-response.toml");
  await written(own, rule("warning"), () => severity(uri) === WARNING, "its own project file");
  await removeFolder("three");
  await has(uri, WARNING, "its own project file, outside again");
  await deleted(own, () => severity(uri) === HINT, "the one above it again");
  // What happens on disk is still seen.
  ok(!codes(uri).includes("pair-id"), "another id before the request has changed");
  const beside = at("three/.agent-request-phase7.json");
  await written(beside, request(OTHER), () => codes(uri).includes("pair-id"), "the changed request");
  await vscode.workspace.fs.delete(at("agent-response.toml"));
});

test("with a folder go the findings about its files that are not open", async () => {
  const uri = at("four/.agent-response-phase7.json");
  const [toml, one] = [at("four/deep/agent-response.toml"), at("one/deep/.agent-response-a.json")];
  await write(uri, otherId);
  await write(at("four/.agent-request-phase7.json"), request());
  await write(toml, "profil = 1\n");
  await write(at("four/deep/.agent-response-a.json"), wrong);
  await addFolder("four");
  await vscode.commands.executeCommand("agentResponse.validateWorkspace");
  await expect(() => codes(uri).includes("pair-id") && codes(one).length > 0, "findings in both folders");
  await expect(() => codes(toml).includes("config"), "the wrong key of the project file");
  const open = at("four/open/.agent-response-phase7.json");
  await write(at("four/open/.agent-request-phase7.json"), request());
  await write(open, wrong);
  await show(open);
  await has(open, ERROR, "the finding in the open file");
  await removeFolder("four");
  await nothingIn(uri, "nothing about a folder that is not open");
  await nothingIn(toml, "nothing about its project file");
  ok(codes(one).length > 0, "the other folder");
  // The open one is a file outside of the workspace now, and what happens next to it is still seen.
  await has(open, ERROR, "the finding in the open file after that");
  const beside = at("four/open/.agent-request-phase7.json");
  await written(beside, request(OTHER), () => codes(open).includes("pair-id"), "the changed request");
});

test("Wrap takes the request of the file's own folder", async () => {
  await write(at("two/.agent-request-phase7.json"), request(OTHER));
  const uri = at("two/content.txt");
  await write(uri, '{"answer": "forty-two"}\n');
  await show(uri);
  await vscode.commands.executeCommand("agentResponse.wrap");
  const active = await eventually(() => {
    const document = vscode.window.activeTextEditor?.document;
    return document?.isUntitled && document.getText() !== "" ? document : undefined;
  }, "the envelope");
  equal(JSON.parse(active.getText()).request_id, OTHER);
  await revert();
  equal(await onDisk(uri), '{"answer": "forty-two"}\n');
});
