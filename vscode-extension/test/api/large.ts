/** Large files: typing does not wait, and what was typed last is what counts. */

import * as vscode from "vscode";
import { clean } from "../fixtures.js";
import { equal, note, ok, test, until } from "./harness.js";
import { find, opened, settled } from "./payloads.js";
import {
  action,
  actions,
  apply,
  codeOf,
  fresh,
  inNode,
  ours,
  serious,
  show,
  untilCodes,
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

/**
 * The longest time for which the extension host was blocked, in milliseconds. If the host can tell, it is the
 * processor time that it used: how long other programs on the machine ran is not our doing.
 */
async function longestBlock(run: () => Promise<void>): Promise<number> {
  const worked = (): number | undefined => {
    const usage = globalThis.process?.cpuUsage?.();
    return usage && (usage.user + usage.system) / 1000;
  };
  let [longest, lastTime, lastWorked] = [0, performance.now(), worked()];
  const look = (): void => {
    const [time, work] = [performance.now(), worked()];
    const own = work === undefined || lastWorked === undefined ? time - lastTime : work - lastWorked;
    longest = Math.max(longest, Math.min(time - lastTime, own));
    [lastTime, lastWorked] = [time, work];
  };
  const timer = setInterval(look, 1);
  await run();
  clearInterval(timer);
  look();
  return longest;
}

/** Types in the file for a while, without a pause. */
async function type(editor: vscode.TextEditor): Promise<void> {
  const options = { undoStopBefore: false, undoStopAfter: false };
  for (let idx = 0; idx < 6; idx++) {
    await editor.edit((it) => it.insert(new vscode.Position(1, 0), idx % 3 === 2 ? "\n" : " "), options);
    await new Promise((done) => setTimeout(done, 60));
  }
}

for (const megabytes of [1, 10]) {
  test(`in a file of ${megabytes} MB typing goes on, and what was typed last counts`, async () => {
    if (megabytes > 1 && !inNode()) return; // VS Code itself takes long for it
    const uri = await fresh(large(megabytes));
    const editor = await show(uri);
    const without = await longestBlock(() => type(editor)); // 10 MB exceed the default limit of the setting
    await withSetting("agentResponse.maxFileSize", 30_000, async () => {
      await until(() => serious(uri).length === 1, "the fault in the large string");
      const block = await longestBlock(async () => {
        await type(editor);
        await editor.edit((it) => it.replace(new vscode.Range(0, 0, 0, 1), '{\n"result": 1,'));
        const last = (it: vscode.Diagnostic): boolean => editor.document.getText(it.range) === '"result"';
        await until(() => ours(uri).some(last), "a finding about what was typed last");
      });
      const [fault] = serious(uri).filter((it) => it.range.start.character > 1000);
      equal(editor.document.getText(fault?.range), ",", "the fault is where it has moved to");
      const [one, other] = [Math.round(without), Math.round(block)];
      note(`nothing else had its turn for ${other} ms, and for ${one} ms without a check`);
      ok(block < without + 1000 + 200 * megabytes, `the extension host was busy for ${other} ms, not ${one}`);
    });
  });
}

test("the light bulb in a large file waits for its check and repairs what is there then", async () => {
  const uri = await fresh(large(1));
  const editor = await show(uri);
  await until(() => serious(uri).length === 1, "the fault in the large string");
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

/** Whether a file is checked within some milliseconds after a document has changed. */
async function isCheckedAtOnce(
  file: vscode.Uri,
  changing: vscode.TextDocument,
  within: number,
  change: () => Promise<unknown>,
): Promise<boolean> {
  const before = found(file);
  const answer = new Promise<boolean>((done) => {
    const listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document !== changing || contentChanges.length === 0) return;
      listener.dispose();
      // Timers run in the order of their times, however late they are.
      setTimeout(() => done(found(file) !== before), within);
    });
  });
  await change();
  const isAtOnce = await answer;
  await until(() => found(file) !== before, "the check");
  return isAtOnce;
}

/** A check that was due anyway may happen just then, but not every time. */
const untilLater = (isAtOnce: () => Promise<boolean>): Promise<boolean> =>
  until(async () => !(await isAtOnce()), "a check that waits for a pause");

test("who types in the payload of a large file waits for no check, either", async () => {
  const uri = await fresh(large(1));
  const file = await show(uri);
  await until(() => serious(uri).length === 1, "the fault in the large string");
  const view = await opened(uri, "/response");
  const type = (): Promise<unknown> =>
    Promise.resolve(view.edit((it) => it.insert(new vscode.Position(1, 0), " ")));
  await untilLater(() => isCheckedAtOnce(uri, file.document, 80, type));
});

test("who types in a request waits for no check of a large response beside it", async () => {
  const uri = await fresh(large(1));
  await show(uri);
  await until(() => serious(uri).length === 1, "the fault in the large string");
  const beside = vscode.Uri.joinPath(uri, "../.agent-request-phase7.json");
  const editor = await vscode.window.showTextDocument(beside, { viewColumn: vscode.ViewColumn.Two });
  const idAt = find(editor.document, "5b1f").start;
  let digit = 5;
  const type = (): Promise<unknown> => {
    digit = digit === 5 ? 6 : 5;
    return Promise.resolve(
      editor.edit((it) => it.replace(new vscode.Range(idAt, idAt.translate(0, 1)), `${digit}`)),
    );
  };
  // The first pause is for the files next to it, the second for the large one among them.
  await untilLater(() => isCheckedAtOnce(uri, editor.document, 160, type));
});

test("VS Code is asked once for lenses after a change, and not again when the change has been checked", async () => {
  const uri = await fresh(large(3));
  const editor = await show(uri);
  await withSetting("agentResponse.maxFileSize", 30_000, async () => {
    await until(() => serious(uri).length === 1, "the fault in the large string");
    let asked = 0;
    const provider = vscode.languages.registerCodeLensProvider("json", {
      provideCodeLenses({ uri: it }) {
        if (it.toString() === uri.toString()) asked++;
        return [];
      },
    });
    await until(() => asked > 0, "the first question");
    // On a busy machine, work that began when the file was opened may end only now: then the file is changed once more.
    await until(async () => {
      await settled(() => asked);
      asked = 0;
      const before = found(uri);
      await editor.edit((it) => it.insert(new vscode.Position(1, 0), "\n"));
      await until(() => found(uri) !== before, "the check");
      await until(() => asked > 0, "the question after the change");
      await settled(() => asked);
      return asked === 1;
    }, "a change with one question");
    provider.dispose();
  });
});

test("a fix in the payload of a large file is one of the file as it is now", async () => {
  const uri = await fresh(large(0.4).replace("2,, 3", "2, 3,"));
  const file = await show(uri);
  await until(() => serious(uri).length === 1, "the fault in the large string");
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
  await until(() => view.document.getText() === right, "the same in its document");
});

test("a file of a megabyte is checked while typing, a larger one than allowed is not", async () => {
  const text = JSON.stringify({ note: "x😀".repeat(300_000), list: [1, 2, 3] });
  const uri = await fresh(
    clean.replace(/"response": .*,/, `"response": ${JSON.stringify(text).replace("[1,2,3]", "[1,2,,3]")},`),
  );
  const editor = await show(uri);
  const started = performance.now();
  await until(() => serious(uri).length === 1, "the fault in the large string");
  note(`a megabyte: first findings ${Math.round(performance.now() - started)} ms after it was shown`);
  await editor.edit((it) => it.insert(new vscode.Position(1, 0), "\n"));
  await until(() => serious(uri)[0]?.range.start.line === 5, "the moved finding");
  await withSetting("agentResponse.maxFileSize", 100, async () => {
    await untilCodes(uri, "not-checked");
    const [note] = ours(uri);
    ok(note !== undefined, "no note");
    const change = await action(uri, note.range, /limit/);
    equal(change.command?.arguments, ["agentResponse.maxFileSize"], "the setting to change");
  });
});
