/** Large files: typing does not wait, and what was typed last is what counts. */

import * as vscode from "vscode";
import { clean } from "../fixtures.js";
import { equal, eventually, expect, extension, idle, note, ok, repeat, test } from "./harness.js";
import { find, opened } from "./payloads.js";
import {
  action,
  actions,
  apply,
  codeOf,
  expectCodes,
  fresh,
  inNode,
  ours,
  serious,
  show,
  withSetting,
} from "./tools.js";

/** A response with about this many megabytes in its string and a mistake at its end. */
function large(megabytes: number): string {
  const item = { name: "architect", note: '✅ reads "all" files\nand names them', weight: 0.5 };
  const count = Math.round((megabytes * 1_000_000) / JSON.stringify(JSON.stringify(item)).length);
  const text = JSON.stringify(
    { agents: Array.from({ length: count }, () => item), list: [1, 2, 3] },
    null,
    2,
  );
  const broken = text.replace(/1,\s+2,\s+3/, "1, 2,, 3");
  return clean.replace(/"response": .*,/, () => `"response": ${JSON.stringify(broken)},`);
}

/** Types in the file for a while, without a pause. */
async function type(editor: vscode.TextEditor): Promise<void> {
  const options = { undoStopBefore: false, undoStopAfter: false };
  for (let idx = 0; idx < 6; idx++)
    await editor.edit((it) => it.insert(new vscode.Position(1, 0), idx % 3 === 2 ? "\n" : " "), options);
}

/**
 * What is pending each time when a document has changed, after the extension has heard of it: whoever types does not wait
 * for that.
 */
async function pendingAfterChanges(of: vscode.Uri, run: () => Promise<unknown>): Promise<string[][]> {
  const seen: string[][] = [];
  const exports = await extension();
  const listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (document.uri.toString() === of.toString() && contentChanges.length > 0) seen.push(exports.pending());
  });
  await run();
  await idle();
  listener.dispose();
  return seen;
}

for (const megabytes of [1, 10]) {
  test(`in a file of ${megabytes} MB typing goes on, and what was typed last counts`, async () => {
    if (megabytes > 1 && !inNode()) return; // VS Code itself takes long for it
    const uri = await fresh(large(megabytes));
    const editor = await show(uri);
    // 10 MB exceed the default limit of the setting.
    await withSetting("agentResponse.maxFileSize", 30_000, async () => {
      await expect(() => serious(uri).length === 1, "the fault in the large string");
      const seen = await pendingAfterChanges(uri, async () => {
        await type(editor);
        await editor.edit((it) => it.replace(new vscode.Range(0, 0, 0, 1), '{\n"result": 1,'));
      });
      equal(seen.length, 7, "changes");
      for (const it of seen) ok(it.includes(`later: ${uri}`), `checked at once; pending: ${it}`);
      const last = (it: vscode.Diagnostic): boolean => editor.document.getText(it.range) === '"result"';
      ok(ours(uri).some(last), "no finding about what was typed last");
      const [fault] = serious(uri).filter((it) => it.range.start.character > 1000);
      equal(editor.document.getText(fault?.range), ",", "the fault is where it has moved to");
    });
  });
}

test("the light bulb in a large file waits for its check and repairs what is there then", async () => {
  const uri = await fresh(large(1));
  const editor = await show(uri);
  await expect(() => serious(uri).length === 1, "the fault in the large string");
  const key = new vscode.Range(1, 3, 1, 13);
  equal(editor.document.getText(key), "request_id");
  await editor.edit((it) => it.replace(key, "requestId"));
  const offered = await actions(uri, new vscode.Range(1, 4, 1, 4));
  const fix = offered.find((it) => it.edit !== undefined && /request_id/.test(it.title));
  ok(fix !== undefined, `no repair among ${offered.map((it) => it.title)}`);
  await apply(fix);
  equal(editor.document.getText(key), "request_id", "after the repair");
});

/** What was found, and where: a check finds the same elsewhere, or something else. */
const found = (uri: vscode.Uri): string =>
  ours(uri)
    .map((it) => `${codeOf(it)} ${JSON.stringify(it.range)}`)
    .join();

test("who types in the payload of a large file waits for no check, either", async () => {
  const uri = await fresh(large(1));
  await show(uri);
  await expect(() => serious(uri).length === 1, "the fault in the large string");
  const view = await opened(uri, "/response");
  const before = found(uri);
  const seen = await pendingAfterChanges(uri, () =>
    Promise.resolve(view.edit((it) => it.insert(new vscode.Position(1, 0), " "))),
  );
  equal(seen.length, 1, "changes of the file");
  for (const it of seen) ok(it.includes(`later: ${uri}`), `checked at once; pending: ${it}`);
  ok(found(uri) !== before, "not checked at all");
});

test("who types in a request waits for no check of a large response beside it", async () => {
  const uri = await fresh(large(1));
  await show(uri);
  await expect(() => serious(uri).length === 1, "the fault in the large string");
  const beside = vscode.Uri.joinPath(uri, "../.agent-request-phase7.json");
  const editor = await vscode.window.showTextDocument(beside, { viewColumn: vscode.ViewColumn.Two });
  const idAt = find(editor.document, "5b1f").start;
  const { pending } = await extension();
  let [atOnce, afterPause]: [string[], string[]] = [[], []];
  const type = async (n: number): Promise<void> => {
    await idle();
    const before = found(uri);
    const listener = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document !== editor.document) return;
      listener.dispose();
      atOnce = pending();
      // Timers run in the order of their times: this one directly after the pause for the files next to the request.
      setTimeout(() => {
        afterPause = pending();
      }, 100);
    });
    const digit = new vscode.Range(idAt, idAt.translate(0, 1));
    await editor.edit((it) => it.replace(digit, n % 2 === 0 ? "6" : "5"));
    await expect(() => found(uri) !== before, "the check");
  };
  const isPending = (): boolean =>
    atOnce.includes(`later: beside ${beside}`) && afterPause.includes(`later: ${uri}`);
  // If the watcher reports the new files of this test only now, they are checked at once.
  await repeat(type, isPending, "two pauses before the check");
});

test("VS Code is asked once for lenses after a change, and not again when the change has been checked", async () => {
  const uri = await fresh(large(3));
  const editor = await show(uri);
  await withSetting("agentResponse.maxFileSize", 30_000, async () => {
    await expect(() => serious(uri).length === 1, "the fault in the large string");
    let asked = 0;
    const provider = vscode.languages.registerCodeLensProvider("json", {
      provideCodeLenses({ uri: it }) {
        if (it.toString() === uri.toString()) asked++;
        return [];
      },
    });
    await eventually(() => asked > 0, "the first question");
    const change = async (): Promise<void> => {
      await idle();
      asked = 0;
      await editor.edit((it) => it.insert(new vscode.Position(1, 0), "\n"));
      await eventually(() => asked > 0, "the question after the change");
      await idle();
      // If there is another question, it comes soon.
      await new Promise((done) => setTimeout(done, 1000));
    };
    // VS Code may ask once more by itself, but not every time.
    await repeat(change, () => asked === 1, "a change with one question");
    provider.dispose();
  });
});

test("a fix in the payload of a large file is one of the file as it is now", async () => {
  const uri = await fresh(large(0.4).replace("2,, 3", "2, 3,"));
  const file = await show(uri);
  await expect(() => serious(uri).length === 1, "the fault in the large string");
  const view = await opened(uri, "/response");
  const place = find(view.document, "2, 3,");
  await action(view.document.uri, place, /comma/i);
  const right = view.document.getText().replace("2, 3,", "2, 3");
  // Requested before the change has been checked.
  const [, offered] = await Promise.all([
    file.edit((it) => it.insert(new vscode.Position(1, 0), "\n\n")),
    actions(view.document.uri, place),
  ]);
  const fix = offered.find((it) => /comma/i.test(it.title));
  await apply(fix ?? (await action(view.document.uri, place, /comma/i)));
  equal(JSON.parse(file.document.getText()).response === right, true, "the payload is mended");
  await expect(() => view.document.getText() === right, "the same in its document");
});

test("a file of a megabyte is checked while typing, a larger one than allowed is not", async () => {
  const text = JSON.stringify({ note: "x😀".repeat(300_000), list: [1, 2, 3] });
  const uri = await fresh(
    clean.replace(/"response": .*,/, `"response": ${JSON.stringify(text).replace("[1,2,3]", "[1,2,,3]")},`),
  );
  const editor = await show(uri);
  const started = performance.now();
  await expect(() => serious(uri).length === 1, "the fault in the large string");
  note(`a megabyte: first findings ${Math.round(performance.now() - started)} ms after it was shown`);
  await editor.edit((it) => it.insert(new vscode.Position(1, 0), "\n"));
  await expect(() => serious(uri)[0]?.range.start.line === 5, "the moved finding");
  await withSetting("agentResponse.maxFileSize", 100, async () => {
    await expectCodes(uri, "not-checked");
    const [note] = ours(uri);
    ok(note !== undefined, "no note");
    const change = await action(uri, note.range, /limit/);
    equal(change.command?.arguments, ["agentResponse.maxFileSize"], "the setting to change");
  });
});
