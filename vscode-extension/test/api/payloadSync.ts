/** A payload and its file when the user, VS Code or another program interferes. */

import * as vscode from "vscode";
import { clean } from "../fixtures.js";
import { equal, eventually, expect, idle, ok, repeat, test } from "./harness.js";
import { inFile, opened, payload, typeIn, views, withSections } from "./payloads.js";
import { fresh, isClosed, Memory, onDisk, replaceAll, revert, save, show, withSetting } from "./tools.js";

const withoutPayload = clean.replace(/"response": .*,/, '"response": null,');

/** Chooses the first answer to the newest question. */
const accept = (): Thenable<unknown> => vscode.commands.executeCommand("notification.acceptPrimaryAction");
const dismiss = (): Thenable<unknown> => vscode.commands.executeCommand("notifications.clearAll");

const saved = (document: vscode.TextDocument): Promise<boolean> =>
  Promise.resolve(document.save()).catch(() => false);

/**
 * Answers a question. A newer message may hide it: that the payload could not be saved, with an offer to try again. That is
 * accepted, too, and the question right after it, before the second attempt can fail.
 */
const isAccepted = (ask: () => boolean, what: string): Promise<unknown> =>
  eventually(async () => {
    await Promise.all([accept(), accept()]);
    await idle();
    return ask();
  }, what);

const SAVES = 4;
const MOST_KEYS = 10;

/** The payload on disk. */
const stored = async (uri: vscode.Uri): Promise<string> => JSON.parse(await onDisk(uri)).response;

/** Which of a file, its text on disk and its payload differ, and which have something to save: for the log. */
async function state(uri: vscode.Uri, payload: vscode.TextDocument): Promise<string> {
  const payloadOf = (file: string): unknown => JSON.parse(file).response;
  const file = await vscode.workspace.openTextDocument(uri);
  const [typed, inFile, stored] = [
    payload.getText(),
    payloadOf(file.getText()),
    payloadOf(await onDisk(uri)),
  ];
  const is = (name: string, document: vscode.TextDocument): string =>
    `${name} ${document.isDirty ? "dirty" : "clean"}`;
  const same = (name: string, text: unknown): string => `${name} ${text === typed ? "the same" : text}`;
  return [
    is("payload", payload),
    is("file", file),
    same("in the file", inFile),
    same("on disk", stored),
  ].join(", ");
}

/** Resolves with the next change of a document, before VS Code has reacted to it. */
const once = (uri: vscode.Uri): Promise<void> =>
  new Promise((done) => {
    const listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.uri.toString() !== uri.toString() || contentChanges.length === 0) return;
      listener.dispose();
      done();
    });
  });

/** Both have different texts at the same place. */
async function inConflict(): Promise<{ file: vscode.TextEditor; view: vscode.TextEditor }> {
  const file = await show(await fresh(withSections));
  const view = await opened(file.document.uri, "/response");
  await replaceAll(file, withoutPayload);
  await typeIn(view, "# Tests", "# Mine");
  await idle();
  await dismiss(); // that there is no payload any more
  await replaceAll(file, withSections.replace("# Tests", "# Theirs"));
  await idle();
  return { file, view };
}

test("a document with edits that VS Code opens again keeps them until the user has chosen", async () => {
  const uri = await fresh(withSections);
  const file = await show(uri);
  const view = await opened(uri, "/response");
  await replaceAll(file, withoutPayload);
  await typeIn(view, "# Tests", "# Mine");
  // VS Code closes a document and opens it again when it gets another language, with its edits.
  await vscode.languages.setTextDocumentLanguage(view.document, "jsonc");
  const again = await eventually(
    () => views().find((it) => it.document.languageId === "jsonc"),
    "the language",
  );
  await idle();
  ok(again.document.isDirty, "no edits");
  await dismiss();
  await replaceAll(file, withSections);
  await idle();
  ok(again.document.getText().includes("# Mine"), "what was typed is gone");
  ok(file.document.getText().includes("# Tests"), "nobody has chosen");
  await isAccepted(() => file.document.getText().includes("# Mine"), "the text of the document in the file");
});

test("a conflict that is left for later is asked about again when the document is saved", async () => {
  const { file, view } = await inConflict();
  await dismiss();
  for (let n = 0; n < 3; n++) {
    await idle();
    await accept();
  }
  await idle();
  ok(file.document.getText().includes("# Theirs"), "asked again, although nothing has changed");
  ok(view.document.getText().includes("# Mine"), "nothing is written");
  equal(await saved(view.document), false, "saved with a conflict");
  await isAccepted(() => file.document.getText().includes("# Mine"), "the text of the document in the file");
  await save(view.document);
  ok((await stored(file.document.uri)).includes("# Mine"), "the file on disk");
});

test("an empty payload comes to where the response is null when the user answers", async () => {
  const uri = await fresh(withoutPayload);
  const file = await show(uri);
  await dismiss();
  const asking = vscode.commands.executeCommand("agentResponse.openPayload", uri.toString());
  ok(await file.edit((it) => it.insert(new vscode.Position(0, 0), "\n\n")), "the editor refused the edit");
  await isAccepted(() => file.document.getText() !== `\n\n${withoutPayload}`, "the payload");
  equal(file.document.getText(), `\n\n${withoutPayload.replace('"response": null', '"response": "{}"')}`);
  await asking;
  await eventually(() => views().length > 0, "the document");

  await replaceAll(file, withoutPayload);
  await dismiss();
  const again = vscode.commands.executeCommand("agentResponse.openPayload", uri.toString());
  await replaceAll(file, withSections);
  let isAnswered = false;
  again.then(() => {
    isAnswered = true;
  });
  await isAccepted(() => isAnswered, "the answer");
  equal(inFile(file.document), payload, "the payload that came meanwhile");
});

test("a payload belongs to no project: it is not asked whether a project file lies beside it", async () => {
  const uri = await fresh(withSections);
  await show(uri);
  await opened(uri, "/response");
  const named = (): string[] =>
    vscode.languages
      .getDiagnostics()
      .map(([it]) => it)
      .filter((it) => it.scheme === "agent-response" && it.path.endsWith("agent-response.toml"))
      .map(String);
  await idle();
  equal(named(), []);
});

test("the payload of a document without a name brings no new one when that is closed", async () => {
  const untitled = await vscode.workspace.openTextDocument({ content: withSections, language: "json" });
  await show(untitled.uri);
  await vscode.commands.executeCommand("agentResponse.checkFile");
  const view = await opened(untitled.uri, "/response");
  await show(untitled.uri);
  await revert();
  await isClosed(untitled.uri);
  await typeIn(view, "# Tests", "# Kept");
  await idle();
  equal(await saved(view.document), false, "saved without a place");
  const isOpen = (it: vscode.TextDocument): boolean => it.uri.toString() === untitled.uri.toString();
  equal(vscode.workspace.textDocuments.filter(isOpen).length, 0, "documents of that name");
  ok(view.document.getText().includes("# Kept"), "the text is gone");
});

test("a payload that could not be read is read when it can be again", async () => {
  const uri = await fresh(withSections);
  const file = await show(uri);
  const view = await opened(uri, "/response");
  const change = (text: string): Thenable<boolean> => {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(0, 0, file.document.lineCount, 0), text);
    return vscode.workspace.applyEdit(edit);
  };
  // VS Code is notified of the first change, and finds the second.
  const second = once(uri).then(() => change(withoutPayload));
  ok(await change(withSections.replace("# Tests", "# First")), "not applied");
  ok(await second, "not applied right after it");
  await idle();
  ok(await change(withSections.replace("# Tests", "# Last")), "not applied in the end");
  await expect(() => view.document.getText().includes("# Last"), "the text of the file");
  ok(!view.document.isDirty, "it has edits");
});

test("what is typed while a payload is saved does not keep it from being saved", async () => {
  const uri = await fresh(withSections);
  await show(uri);
  const view = await opened(uri, "/response");
  const insert = (): Promise<boolean> => {
    const at = view.document.positionAt(view.document.getText().search(/# x*Tests/) + 2);
    return Promise.resolve(view.edit((it) => it.insert(at, "x"))).catch(() => false);
  };
  for (let n = 0; n < SAVES; n++) {
    await insert();
    const before = await onDisk(uri);
    const typeAndSave = async (): Promise<void> => {
      let isDone = false;
      const saving = saved(view.document).finally(() => {
        isDone = true;
      });
      for (let keys = 0; keys < MOST_KEYS && !isDone; keys++) await insert();
      await saving;
    };
    // False is no answer: there may be something new to save. VS Code also refuses a save while others take part in
    // another save of the same document, which is not the user's if the document followed its file.
    const isNew = async (): Promise<boolean> => (await onDisk(uri)) !== before;
    await repeat(typeAndSave, isNew, "what was typed before, on disk");
  }
  await idle();
  await save(view.document);
  await idle();
  ok((await stored(uri)) === view.document.getText(), await state(uri, view.document));
});

/** Files that take as long to write as a test wants. */
class Slow extends Memory {
  /** Calls to be made for the writes to go on. */
  readonly waiting: (() => void)[] = [];
  override async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    await new Promise<void>((done) => this.waiting.push(done));
    super.writeFile(uri, content);
  }
}

test("what is typed while the file is written is there when the payload is saved the next time", async () => {
  const files = new Map([["/slow/.agent-response-phase7.json", withSections]]);
  const slow = new Slow(files);
  const provider = vscode.workspace.registerFileSystemProvider("agent-response-slow", slow);
  const uri = vscode.Uri.parse("agent-response-slow:/slow/.agent-response-phase7.json");
  await show(uri);
  const view = await opened(uri, "/response");
  await typeIn(view, "# Tests", "# First");
  await idle();
  const saving = saved(view.document);
  await eventually(() => slow.waiting.length > 0, "the file is written");
  await typeIn(view, "# First", "# Second");
  const goOn = setInterval(() => slow.waiting.shift()?.(), 1);
  await saving;
  await idle();
  ok(files.get(uri.path) !== withSections, "nothing was saved first");
  await save(view.document);
  await idle();
  ok(files.get(uri.path)?.includes("# Second"), "what was typed meanwhile is not saved");
  clearInterval(goOn);
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  provider.dispose();
});

test("what VS Code changes in a payload when it saves it is saved, too", async () => {
  const uri = await fresh(withSections);
  const file = await show(uri);
  const view = await opened(uri, "/response");
  await withSetting("files.insertFinalNewline", true, async () => {
    await typeIn(view, "# Tests", "# Trials");
    await expect(() => file.document.getText().includes("# Trials"), "the change in the file");
    await save(file.document);
    await expect(() => view.document.getText().endsWith("\n"), "the end of the last line");
    ok((await stored(uri)).endsWith("}\n"), await state(uri, view.document));
    ok(!view.document.isDirty && !file.document.isDirty, await state(uri, view.document));
  });
});
