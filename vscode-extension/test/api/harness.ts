/** A small runner: the tests run inside the extension host, one after the other. */

import * as vscode from "vscode";

interface Test {
  name: string;
  run: () => Promise<void> | void;
}

const tests: Test[] = [];
const TIMEOUT = 120_000;
const MOST_FAILURES = 4; // each of them may have waited for a long time

/** What the names of the tests to run match: `node test/run.mjs node --only=PATTERN`. */
declare const ONLY: string;

export function test(name: string, run: Test["run"]): void {
  if (new RegExp(ONLY).test(name)) tests.push({ name, run });
}

/** In milliseconds: longer than any event takes that is not lost. */
const LOST = 12_000;
const MOST_LOST = 10;
let lost = 0;

/** VS Code's watcher loses an event now and then; the next reading of the file has to make up for it. */
async function comeBack(what: string): Promise<void> {
  lost++;
  note(`came back to the file for ${what}`);
  const editor = vscode.window.activeTextEditor;
  const column = editor?.viewColumn ?? vscode.ViewColumn.One;
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: "" }), column);
  if (editor !== undefined) await vscode.window.showTextDocument(editor.document, column);
}

/** Asks until the answer is truthy: the only way to wait in these tests. */
export async function until<T>(
  ask: () => T | PromiseLike<T>,
  what = "it",
): Promise<Exclude<NonNullable<T>, false>> {
  const end = Date.now() + 40_000;
  let late = Date.now() + LOST;
  for (;;) {
    const answer = await ask();
    if (answer) return answer as Exclude<NonNullable<T>, false>;
    if (Date.now() > late) {
      late = Number.POSITIVE_INFINITY;
      await comeBack(what);
    }
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

export function equal(actual: unknown, expected: unknown, what = "value"): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: ${a} is not ${b}`);
}

export function ok(value: unknown, what: string): asserts value {
  if (!value) throw new Error(what);
}

/** The runner outside looks for this mark: VS Code prints a lot of its own to the same place. */
const print = (line: string): void => console.log(`[test] ${line}`);

export async function runAll(cleanUp: () => Promise<void>): Promise<void> {
  let [passed, failed] = [0, 0];
  for (const { name, run } of tests) {
    const started = performance.now();
    try {
      await withTimeout(run());
      passed++;
      print(`ok ${name} (${Math.round(performance.now() - started)} ms)`);
    } catch (error) {
      failed++;
      print(`not ok ${name}\n    ${error instanceof Error ? error.stack : error}`);
    }
    await cleanUp();
    if (failed === MOST_FAILURES) {
      print("too many failures, the rest is not run");
      break;
    }
  }
  if (lost > MOST_LOST) {
    failed++;
    print(`not ok the watcher was not heard ${lost} times`);
  }
  print(`${passed} passed, ${failed} failed`);
  if (failed > 0) throw new Error(`${failed} failed`);
}

export const note = (text: string): void => print(`   ${text}`);

function withTimeout(running: Promise<void> | void): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`no end after ${TIMEOUT / 1000} s`)), TIMEOUT);
    Promise.resolve(running)
      .then(done, fail)
      .finally(() => clearTimeout(timer));
  });
}
