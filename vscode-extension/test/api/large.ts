/** Large files: who types does not wait, and what was typed last is what counts. */

import * as vscode from "vscode";
import { clean } from "../fixtures.js";
import { equal, note, ok, test, until } from "./harness.js";
import {
  action,
  actions,
  apply,
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
 * The longest time for which the extension host was blocked, in milliseconds. Where the host can tell, it
 * is the time the processor worked for it: for how long other programs of the machine had their turn is not our doing.
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
    if (megabytes > 1 && !inNode()) return; // VS Code itself needs long for it
    const uri = await fresh(large(megabytes));
    const editor = await show(uri);
    const without = await longestBlock(() => type(editor)); // 10 MB exceed the limit of the setting
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
