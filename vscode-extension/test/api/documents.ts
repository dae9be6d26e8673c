/** Documents of all kinds: which of them are checked, and what becomes of their findings when files come and go. */

import * as vscode from "vscode";
import { clean, request } from "../fixtures.js";
import { equal, eventually, expect, ok, repeat, test } from "./harness.js";
import {
  action,
  at,
  builtin,
  codes,
  deleted,
  expectCodes,
  finding,
  fresh,
  inNode,
  isClosed,
  isVirtual,
  Memory,
  nothingIn,
  ours,
  replaceAll,
  revert,
  save,
  serious,
  set,
  show,
  withSetting,
  write,
  written,
} from "./tools.js";

const wrong = clean.replace('"response"', '"result"');
const broken = wrong.replace("{}\n}", "{},\n}");

/** Waits until VS Code has opened a document by itself. */
const isOpen = (uri: vscode.Uri): Promise<unknown> =>
  eventually(
    () => vscode.workspace.textDocuments.some((it) => it.uri.toString() === uri.toString()),
    `the document ${uri}`,
  );

/** Findings with their fix, as a user sees them. */
async function isRepairable(uri: vscode.Uri): Promise<void> {
  const found = await finding(uri, "misnamed-field");
  await action(uri, found.range, /response/);
}

test("files are checked and repaired whatever language they are given", async () => {
  await withSetting(
    "files.associations",
    { "*.answer": "json", ".agent-response-log*.json": "plaintext" },
    async () => {
      await withSetting("agentResponse.files", ["*.answer", "*.md", "*.txt"], async () => {
        const languages: Record<string, string> = {
          "languages/one.answer": "json",
          "languages/two.md": "markdown",
          "languages/three.txt": "plaintext",
          "languages/.agent-response-log.json": "plaintext",
        };
        for (const [path, language] of Object.entries(languages)) {
          const uri = at(path);
          await write(uri, wrong);
          const { document } = await show(uri);
          equal(document.languageId, language, path);
          await isRepairable(uri);
        }
      });
    },
  );
});

test("what VS Code does not mark in other languages is shown", async () => {
  const uri = await fresh(broken);
  const { document } = await show(uri);
  await eventually(() => builtin(uri).length === 1, "VS Code's own");
  await finding(uri, "misnamed-field");
  ok(!codes(uri).includes("trailing-comma"), "shown twice as json");
  for (const [language, shown] of [
    ["plaintext", true],
    ["jsonc", false],
    ["json", false],
  ] as const) {
    await vscode.languages.setTextDocumentLanguage(document, language);
    await finding(uri, "misnamed-field");
    await eventually(() => builtin(uri).length === (shown ? 0 : 1), `VS Code's own in ${language}`);
    equal(codes(uri).includes("trailing-comma"), shown, `the comma in ${language}`);
  }
});

test("a new document is checked once it has a name, and only then", async () => {
  const document = await vscode.workspace.openTextDocument({ content: wrong, language: "json" });
  await vscode.window.showTextDocument(document);
  await show(await fresh(wrong));
  await nothingIn(document.uri, "without a name");
  await vscode.window.showTextDocument(document);
  const saved = at("saved/.agent-response-phase7.json");
  await write(at("saved/.agent-request-phase7.json"), request());
  const named = await vscode.workspace.openTextDocument(saved.with({ scheme: "untitled" }));
  const editor = await vscode.window.showTextDocument(named);
  await replaceAll(editor, wrong);
  await finding(named.uri, "misnamed-field");
  await save(named);
  await isOpen(saved);
  await finding(saved, "misnamed-field");
  await isClosed(named.uri);
  await nothingIn(named.uri, "nothing about the document that it was");
  await show(document.uri);
  await revert();
});

test("a renamed file has its findings at its new name only", async () => {
  const uri = await fresh(wrong);
  await show(uri);
  await finding(uri, "misnamed-field");
  const target = vscode.Uri.joinPath(uri, "../.agent-response-phase8.json");
  const edit = new vscode.WorkspaceEdit();
  edit.renameFile(uri, target);
  ok(await vscode.workspace.applyEdit(edit), "not renamed");
  await isOpen(target);
  await finding(target, "misnamed-field");
  await nothingIn(uri, "nothing at the old name");
  const other = vscode.Uri.joinPath(uri, "../notes.json");
  const again = new vscode.WorkspaceEdit();
  again.renameFile(target, other);
  ok(await vscode.workspace.applyEdit(again), "not renamed");
  await isOpen(other);
  await nothingIn(target, "the second name");
  await nothingIn(other, "a name that is none of ours");
});

test("files that are not open are followed too: changed, renamed, deleted, and with their whole folder", async () => {
  const uris = ["a", "b", "c"].map((it) => at(`closed/${it}/.agent-response-phase7.json`));
  const [one, two, three] = uris as [vscode.Uri, vscode.Uri, vscode.Uri];
  const named = ["x", "y"].map((it) => at(`closed/named/${it}.json`)) as [vscode.Uri, vscode.Uri];
  for (const it of [...uris, ...named]) await write(it, wrong);
  await withSetting("agentResponse.files", ["closed/named/*.json"], async () => {
    await vscode.commands.executeCommand("agentResponse.validateWorkspace");
    for (const it of [...uris, ...named])
      ok(codes(it).includes("misnamed-field"), `no finding in ${it.path}`);
    const isForgotten = (uri: vscode.Uri) => (): boolean => ours(uri).length === 0;
    const moved = at("closed/moved/.agent-response-phase7.json");
    const move = async (n: number): Promise<void> => {
      if (n > 0) await write(one, wrong);
      await vscode.workspace.fs.rename(one, moved, { overwrite: true });
    };
    await repeat(move, isForgotten(one), "nothing at the old name");
    await deleted(two, isForgotten(two), "nothing about a file whose folder is gone", at("closed/b"));
    const isRepaired = (): boolean => serious(named[0]).length === 0;
    await written(named[0], clean, isRepaired, "the repaired file that a setting names");
    await deleted(named[1], isForgotten(named[1]), "the deleted file that a setting names");
    ok(codes(three).includes("misnamed-field"), "the file that nothing happened to");
    await deleted(three, isForgotten(three), "nothing about any of them", at("closed"));
  });
});

test("a folder that is deleted takes the findings of open files with it", async () => {
  const uri = await fresh(wrong);
  await show(uri);
  await finding(uri, "misnamed-field");
  const folder = vscode.Uri.joinPath(uri, "..");
  await deleted(uri, () => ours(uri).length === 0, "nothing about a deleted file", folder);
});

test("what another program deletes has no findings until somebody edits it", async () => {
  if (!inNode()) return; // there is no other program
  const uri = await fresh(wrong);
  const editor = await show(uri);
  await finding(uri, "misnamed-field");
  const { rmSync, writeFileSync } = process.getBuiltinModule("node:fs");
  const remove = async (n: number): Promise<void> => {
    if (n > 0) writeFileSync(uri.fsPath, wrong);
    // A watcher sees nothing in what comes and goes at once.
    if (n > 0) await new Promise((done) => setTimeout(done, 1000));
    rmSync(uri.fsPath);
  };
  await repeat(remove, () => ours(uri).length === 0, "nothing about a deleted file");
  // Whatever changes in the settings, all open files are checked again.
  await withSetting("agentResponse.pairRequests", false, () => nothingIn(uri, "after another check"));
  await nothingIn(uri, "after another check");
  const again = await vscode.window.showTextDocument(editor.document);
  await again.edit((it) => it.insert(new vscode.Position(0, 0), " "));
  await finding(uri, "misnamed-field"); // since somebody works with the text
  // Only a file that exists can be reverted; an edit that stays is still there in the next window.
  await write(uri, wrong);
  await revert();
});

test("a setting that changes while files are closed counts for them", async () => {
  const [one, two] = [at("pattern/one.json"), at("pattern/two.json")];
  for (const it of [one, two]) await write(it, wrong);
  await withSetting("agentResponse.files", ["pattern/*.json"], async () => {
    await vscode.commands.executeCommand("agentResponse.validateWorkspace");
    for (const it of [one, two]) await finding(it, "misnamed-field");
    await set("agentResponse.files", ["pattern/two.json"]);
    await nothingIn(one, "nothing about the file that is no longer named");
    ok(codes(two).includes("misnamed-field"), "the other one");
    await withSetting("agentResponse.enable", false, () => nothingIn(two, "nothing when it is off"));
  });
  await vscode.workspace.fs.delete(at("pattern"), { recursive: true });
});

test("a file outside of the workspace is checked, with the request beside it", async () => {
  if (isVirtual()) return; // all of it is the workspace there
  const folder = vscode.Uri.joinPath(at(""), "../../outside");
  const uri = vscode.Uri.joinPath(folder, ".agent-response-phase7.json");
  const beside = vscode.Uri.joinPath(folder, ".agent-request-phase7.json");
  await write(uri, wrong);
  await write(beside, request("6f1f9c1e-2d6c-4f0e-9a51-3a5f0b8f4c11"));
  equal(vscode.workspace.getWorkspaceFolder(uri), undefined, "it is inside");
  await show(uri);
  await expect(() => codes(uri).includes("misnamed-field") && codes(uri).includes("pair-id"), "findings");
  // The watcher of an outside folder may start after the first change, which is then lost.
  await written(beside, request(), () => !codes(uri).includes("pair-id"), "the request after a change");
  await isRepairable(uri);
  await deleted(uri, () => ours(uri).length === 0, "nothing about a deleted file");
});

test("other versions of a file, as in a comparison, are not checked", async () => {
  const uri = await fresh(wrong);
  const old = new Memory(new Map([[uri.path, wrong]]));
  const content: vscode.TextDocumentContentProvider = { provideTextDocumentContent: () => wrong };
  const providers = [
    vscode.workspace.registerFileSystemProvider("agent-response-old", old, { isReadonly: true }),
    vscode.workspace.registerTextDocumentContentProvider("agent-response-text", content),
  ];
  for (const scheme of ["agent-response-old", "agent-response-text"]) {
    const before = uri.with({ scheme, authority: "" });
    await vscode.commands.executeCommand("vscode.diff", before, uri, "before and now");
    for (const it of [before, uri]) await isOpen(it);
    await finding(uri, "misnamed-field");
    const editor = await eventually(
      () => vscode.window.visibleTextEditors.find((it) => it.document.uri.toString() === uri.toString()),
      "the editor",
    );
    await replaceAll(editor, `\n${wrong}`);
    equal((await finding(uri, "misnamed-field")).range.start.line, 5, "it moved");
    equal(ours(before), [], scheme);
    await revert();
  }
  for (const it of providers) it.dispose();
});

test("a file that VS Code treats as read-only is checked", async () => {
  await withSetting("files.readonlyInclude", { "**/locked/**": true }, async () => {
    const uri = at("locked/.agent-response-phase7.json");
    await write(uri, wrong);
    await show(uri);
    await finding(uri, "misnamed-field");
  });
});

test("the cells of a notebook are left alone, also when a pattern names its file", async () => {
  if (isVirtual()) return; // the oldest VS Code opens no notebook there
  const cell = {
    cell_type: "code",
    metadata: { vscode: { languageId: "json" } },
    source: [wrong],
    outputs: [],
  };
  const uri = at("notebook/.agent-response-x.ipynb");
  await write(uri, JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }));
  const beside = await fresh(wrong);
  await withSetting("agentResponse.files", ["**/*.ipynb"], async () => {
    const notebook = await vscode.workspace.openNotebookDocument(uri);
    await vscode.window.showNotebookDocument(notebook);
    const [first] = notebook.getCells();
    ok(first !== undefined, "no cell");
    equal(first.document.languageId, "json");
    equal(first.document.getText(), wrong, "the cell");
    await show(beside);
    await finding(beside, "misnamed-field");
    equal(ours(first.document.uri), [], "the cell");
    equal(ours(uri), [], "the notebook");
  });
});

test("in a virtual folder too VS Code's own JSON support and ours share the work", async () => {
  const files = new Map([
    ["/shared/.agent-response-phase7.json", broken],
    ["/shared/.agent-request-phase7.json", request()],
  ]);
  const provider = vscode.workspace.registerFileSystemProvider("agent-response-shared", new Memory(files));
  const uri = vscode.Uri.parse("agent-response-shared:/shared/.agent-response-phase7.json");
  await show(uri);
  await eventually(() => builtin(uri).length === 1, "VS Code's own problem");
  await expectCodes(uri, "misnamed-field");
  provider.dispose();
});
