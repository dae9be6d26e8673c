/** The payload as a document: both sides follow each other, and no text is ever lost. */

import * as vscode from "vscode";
import { clean } from "../fixtures.js";
import { equal, eventually, expect, idle, ok, repeat, test } from "./harness.js";
import { find, inFile, opened, payload, typeIn, withSections } from "./payloads.js";
import {
  action,
  actions,
  apply,
  at,
  builtin,
  codeOf,
  codes,
  finding,
  fresh,
  Memory,
  onDisk,
  ours,
  replaceAll,
  revert,
  save,
  serious,
  show,
  written,
} from "./tools.js";

/** What differs between two texts, as the stretch in each. */
function differing(a: string, b: string): [string, string] {
  let [start, end] = [0, 0];
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}

test("typing in the payload changes the file by the smallest edit, and back", async () => {
  const uri = await fresh(withSections);
  const file = await show(uri);
  const view = await opened(uri, "/response");
  equal(view.viewColumn, vscode.ViewColumn.Two);
  equal(view.document.languageId, "json");
  equal(JSON.parse(view.document.getText()), payload);
  await typeIn(view, "# Tests", String.raw`# All \"tests\"`);
  await expect(() => file.document.getText() !== withSections, "the change in the file");
  const [before, after] = differing(withSections, file.document.getText());
  ok(before === "" || "Tests".includes(before), `replaced: ${before}`);
  ok(after.length < 30, `inserted: ${after}`);
  ok(file.document.getText().includes("\\u00e9"), "the escape has not stayed");
  equal((inFile(file.document) as typeof payload).title, '# All "tests" ✅');
  await typeIn(file, "- one", "- two");
  await expect(() => view.document.getText().includes("- two"), "the change in the payload");
  equal(JSON.parse(view.document.getText()), inFile(file.document));
});

test("many changes in a row, also at several cursors, end with the same text on both sides", async () => {
  const uri = await fresh(withSections);
  const file = await show(uri);
  const view = await opened(uri, "/response");
  for (let n = 0; n < 25; n++) {
    const { document } = view;
    ok(
      await view
        .edit((it) => {
          it.insert(document.positionAt(document.getText().indexOf("# Tests") + 2), `${n}é`);
          it.insert(document.positionAt(document.getText().indexOf("- one") + 2), `"${n}\\\\`.slice(0, 2));
        })
        .then(
          (it) => it,
          () => false,
        ),
      "the editor refused the edit",
    );
  }
  await expect(() => {
    const { response } = JSON.parse(file.document.getText());
    return response === view.document.getText();
  }, "the same text");
});

test("undo works on both sides", async () => {
  const uri = await fresh(withSections);
  const file = await show(uri);
  const view = await opened(uri, "/response");
  const before = view.document.getText();
  await typeIn(view, "# Tests", "# Trials");
  await expect(() => file.document.getText().includes("Trials"), "the change");
  await vscode.window.showTextDocument(view.document, view.viewColumn);
  await vscode.commands.executeCommand("undo");
  await expect(() => view.document.getText() === before, "undone in the payload");
  await expect(() => file.document.getText() === withSections, "undone in the file");
  await vscode.commands.executeCommand("redo");
  await expect(() => file.document.getText().includes("Trials"), "done again");
  await vscode.window.showTextDocument(file.document, vscode.ViewColumn.One);
  await vscode.commands.executeCommand("undo");
  await expect(() => view.document.getText() === before, "undone in the file, followed by the payload");
});

test("saving either side saves the file, and both are clean", async () => {
  const uri = await fresh(withSections);
  const file = await show(uri);
  const view = await opened(uri, "/response");
  for (const [side, word] of [
    [view, "first"],
    [file, "second"],
  ] as const) {
    await typeIn(view, "# ", `# ${word} `);
    await expect(() => file.document.getText().includes(word), word);
    await expect(() => view.document.isDirty && file.document.isDirty, `${word}: both to be saved`);
    await save(side.document, `the ${word} side`);
    await expect(async () => (await onDisk(uri)).includes(word), `${word} on disk`);
    await expect(() => !view.document.isDirty && !file.document.isDirty, `${word}: both clean`);
  }
  equal(JSON.parse(view.document.getText()), inFile(file.document));
  const rest = (text: string): string => text.replace(/"response": .*/, "");
  equal(rest(await onDisk(uri)), rest(withSections), "the rest of the file");
});

test("a change on disk shows in the payload", async () => {
  const uri = await fresh(withSections);
  await show(uri);
  const view = await opened(uri, "/response");
  const text = withSections.replace("Tests", "Disk");
  await written(uri, text, () => view.document.getText().includes("# Disk"), "the text on disk");
  ok(!view.document.isDirty, "it is as it is on disk");
});

test("a section opens as Markdown, and all views of a payload stay the same", async () => {
  const uri = await fresh(withSections);
  const file = await show(uri);
  const whole = await opened(uri, "/response");
  const section = await opened(uri, "/response/boundaries");
  equal(section.document.languageId, "markdown");
  equal(section.document.getText(), payload.boundaries);
  await typeIn(section, "- one", '- one\n- "two" \\ 😀');
  const expected = payload.boundaries.replace("- one", '- one\n- "two" \\ 😀');
  await expect(() => (inFile(file.document) as typeof payload).boundaries === expected, "the file");
  const same = (): boolean => {
    const document = vscode.workspace.textDocuments.find(
      (it) => it.uri.toString() === whole.document.uri.toString(),
    );
    return document !== undefined && JSON.parse(document.getText()).boundaries === expected;
  };
  await expect(same, "the payload");
  await save(section.document);
  await expect(
    async () => JSON.parse(JSON.parse(await onDisk(uri)).response).boundaries === expected,
    "on disk",
  );
  await expect(() => !file.document.isDirty, "a clean file");
});

test("a broken payload opens with its findings and their fixes, and is mended there", async () => {
  const uri = at("inner/.agent-response-phase7.json");
  const file = await show(uri);
  await expect(() => serious(uri).length === 2, "the findings in the file");
  const view = await opened(uri, "/response");
  const place = (): vscode.Uri => view.document.uri;
  // VS Code marks both itself, if the language is JSON.
  await eventually(() => builtin(place()).length > 0, "VS Code's own problems");
  await idle();
  equal(ours(place()).map(codeOf), [], "shown twice");
  const [problem] = builtin(place());
  ok(problem !== undefined, "no problem");
  await apply(await action(place(), problem.range, /comma/i));
  await expect(() => serious(uri).length === 1, "one finding less in the file");
  await expect(
    () => view.document.getText() === JSON.parse(file.document.getText()).response,
    "the same text",
  );
  await vscode.commands.executeCommand("agentResponse.fixAll");
  await vscode.window.showTextDocument(file.document, vscode.ViewColumn.One);
  await revert();
});

test("a finding in the payload that VS Code does not know is shown in both, at its place", async () => {
  const wrong = JSON.stringify({ ...payload, sections: ["title", "boundaries", "limits"] }, null, 2);
  const uri = await fresh(clean.replace(/"response": .*,/, () => `"response": ${JSON.stringify(wrong)},`));
  await show(uri);
  const found = await expect(() => ours(uri).find((it) => it.severity <= 1), "the finding in the file");
  const view = await opened(uri, "/response");
  const inside = await finding(view.document.uri, codeOf(found));
  equal(inside.message, found.message);
  ok(view.document.getText(inside.range).includes("limits"), view.document.getText(inside.range));
  await typeIn(view, ',\n    "limits"', "");
  await expect(() => !codes(view.document.uri).includes(codeOf(found)), "no finding in the payload");
  await expect(() => !codes(uri).includes(codeOf(found)), "no finding in the file");
});

test("asking for the fixes of a finding in the payload publishes nothing: VS Code would ask again, and so on", async () => {
  const wrong = JSON.stringify({ ...payload, sections: ["title", "boundaries", "limits"] }, null, 2);
  const uri = await fresh(clean.replace(/"response": .*,/, () => `"response": ${JSON.stringify(wrong)},`));
  await show(uri);
  const view = await opened(uri, "/response");
  const found = await expect(() => ours(view.document.uri)[0], "a finding in the payload");
  const place = view.document.uri;
  let published = 0;
  const ask = async (): Promise<void> => {
    await idle();
    published = 0;
    for (let n = 0; n < 3; n++) ok((await actions(place, found.range)).length > 0, "no fixes");
  };
  const counter = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    if (uris.some((it) => it.toString() === place.toString())) published++;
  });
  // The watcher may still report the files of this test as new.
  await repeat(ask, () => published === 0, "questions without anything published");
  counter.dispose();
});

test("lenses are there right after typing, while the file follows", async () => {
  const uri = await fresh(withSections);
  await show(uri);
  const view = await opened(uri, "/response");
  const titles = async (): Promise<unknown> =>
    (
      await vscode.commands.executeCommand<vscode.CodeLens[]>(
        "vscode.executeCodeLensProvider",
        view.document.uri,
      )
    ).map((it) => [it.command?.title, view.document.lineAt(it.range.start).text.slice(0, 9)]);
  const all = await titles();
  equal(all, [
    ["Edit title as Markdown", '  "title"'],
    ["Edit boundaries as Markdown", '  "bounda'],
  ]);
  for (let n = 0; n < 5; n++) {
    await typeIn(view, "# Tests", `# Tests ${n}`);
    equal(await titles(), all);
  }
});

test("a file without a name, and one that only VS Code knows, have payloads too", async () => {
  const untitled = await vscode.workspace.openTextDocument({ content: withSections, language: "json" });
  await show(untitled.uri);
  await vscode.commands.executeCommand("agentResponse.checkFile");
  const view = await opened(untitled.uri, "/response");
  await typeIn(view, "# Tests", "# Trials");
  await expect(() => untitled.getText().includes("# Trials"), "the change in the untitled document");
  await save(view.document);
  ok(untitled.isUntitled, "it was given a place");
  await show(untitled.uri);
  await revert();

  const files = new Map([["/project/.agent-response-phase7.json", withSections]]);
  const provider = vscode.workspace.registerFileSystemProvider("agent-response-inner", new Memory(files));
  const uri = vscode.Uri.parse("agent-response-inner:/project/.agent-response-phase7.json");
  await show(uri);
  const other = await opened(uri, "/response");
  await typeIn(other, "# Tests", "# Virtual");
  await save(other.document);
  await expect(() => files.get(uri.path)?.includes("# Virtual"), "the virtual file");
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  provider.dispose();
});

test("when the response goes, the text stays and saving says why; when it comes back, both agree", async () => {
  const uri = await fresh(withSections);
  const file = await show(uri);
  const view = await opened(uri, "/response");
  const text = view.document.getText();
  await replaceAll(file, clean.replace(/"response": .*,/, '"response": null,'));
  await typeIn(view, "# Tests", "# Kept");
  equal(
    await view.document.save().then(
      (it) => it,
      () => false,
    ),
    false,
    "saved without a place",
  );
  ok(view.document.getText().includes("# Kept"), "the text is gone");
  await replaceAll(file, withSections);
  await expect(
    () => JSON.parse(file.document.getText()).response === view.document.getText(),
    "the same text",
  );
  ok(view.document.getText().includes("# Kept"), `the text is lost: ${text}`);
});

test("a response that becomes an object is followed as that", async () => {
  const uri = await fresh(withSections);
  const file = await show(uri);
  const view = await opened(uri, "/response");
  await replaceAll(file, clean.replace(/"response": .*,/, '"response": {"answer": 1},'));
  await expect(() => view.document.getText() === '{"answer": 1}', "the object");
  await typeIn(view, "1", "2");
  await expect(() => JSON.parse(file.document.getText()).response.answer === 2, "the change in the object");
});

test("a change of the file leaves the cursor of the payload where it is", async () => {
  const uri = await fresh(withSections);
  const file = await show(uri);
  const view = await opened(uri, "/response");
  await vscode.window.showTextDocument(view.document, view.viewColumn);
  const editor = vscode.window.activeTextEditor;
  ok(editor?.document === view.document, "not in front");
  const start = find(view.document, "Tests").start;
  editor.selection = new vscode.Selection(start, start);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, find(file.document, "✅"), "❌");
  ok(await vscode.workspace.applyEdit(edit), "not applied");
  await expect(() => view.document.getText().includes("❌"), "the change");
  // VS Code moves it with the text first.
  await eventually(
    () => editor.selection.active.isEqual(start),
    `the caret at ${start.line}:${start.character}`,
  );
});

/** Selects a range, and waits until VS Code has told of it. */
async function select(editor: vscode.TextEditor, { start, end }: vscode.Range): Promise<void> {
  let isTold = false;
  const listener = vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
    if (textEditor === editor) isTold = true;
  });
  editor.selection = new vscode.Selection(start, end);
  await eventually(() => isTold, "the selection");
  listener.dispose();
}

test("cursors stay at the same place", async () => {
  const uri = await fresh(withSections);
  const file = await show(uri);
  const view = await opened(uri, "/response");
  await vscode.window.showTextDocument(view.document, view.viewColumn);
  const inView = find(view.document, "one");
  await select(view, inView);
  await expect(() => file.document.getText(file.selection) === "one", "the selection in the file");
  await vscode.window.showTextDocument(file.document, vscode.ViewColumn.One);
  const inText = find(file.document, "Tests");
  await select(file, inText);
  await expect(() => view.document.getText(view.selection) === "Tests", "the selection in the payload");
});
