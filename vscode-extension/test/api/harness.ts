/** A small runner: the tests run inside the extension host, one after the other. */

import * as vscode from "vscode";
import type { Exports } from "../../src/extension.js";

interface Test {
  name: string;
  run: () => Promise<void> | void;
}

const tests: Test[] = [];
const MOST_FAILURES = 4; // each of them may have waited for a long time

/** What the names of the tests to run match: `node test/run.mjs node --only=PATTERN`. */
declare const ONLY: string;
/** Whether a test counts as passed that fails first and then passes: `FLAKY=pass`. */
declare const FLAKY_PASSES: boolean;

export function test(name: string, run: Test["run"]): void {
  if (new RegExp(ONLY).test(name)) tests.push({ name, run });
}

/**
 * How many answers of VS Code a test waits for at most, 20 ms or more after one another. What has not happened by then does
 * not happen; on a slow machine the answers are slow, too.
 */
const MOST_ANSWERS = 1500;

/** How many answers VS Code has given, a second or more after one another, since a test last asked for one. */
let silent = 0;
const MOST_SILENT = 120;

/** When something was last printed: the runner outside ends a host that prints nothing for long. */
let printed = Date.now();
/** In milliseconds. */
const LONG = 60_000;

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

async function answer(): Promise<void> {
  await vscode.commands.executeCommand("setContext", "agentResponse.tests", true);
  if (Date.now() - printed > LONG) note("goes on");
}

/** VS Code delivers what it has to say before it answers. */
async function delivered(): Promise<void> {
  await answer();
  silent = 0;
}

export async function extension(): Promise<Exports> {
  const found = vscode.extensions.getExtension<Exports>("agent-response.agent-response-vscode");
  if (found === undefined) throw new Error("the extension is not installed");
  return found.activate();
}

/** Resolves when the extension has nothing left to do for what has happened so far. */
export async function idle(): Promise<void> {
  const { idle, pending } = await extension();
  // Once more after what VS Code had to say.
  for (let round = 0; round < 2; round++) {
    let isIdle = false;
    const ended = idle().then(() => {
      isIdle = true;
    });
    for (let n = 0; !isIdle; n++) {
      if (n > MOST_ANSWERS) throw new Error(`not done: ${pending().join(", ")}`);
      await Promise.race([ended, pause(20)]);
      await delivered();
    }
  }
}

type Truthy<T> = Exclude<NonNullable<T>, false>;

/** The answer, which is truthy as soon as the extension is idle: asks once. */
export async function expect<T>(ask: () => T | PromiseLike<T>, what = "it"): Promise<Truthy<T>> {
  await idle();
  const found = await ask();
  if (!found) throw new Error(`idle, but not seen: ${what}`);
  return found as Truthy<T>;
}

/** Asks until the answer is truthy: only for what VS Code does by itself. */
export async function eventually<T>(ask: () => T | PromiseLike<T>, what: string): Promise<Truthy<T>> {
  for (let n = 0; n < MOST_ANSWERS; n++) {
    const found = await ask();
    if (found) return found as Truthy<T>;
    await pause(20);
    await delivered();
  }
  throw new Error(`waited in vain for ${what}`);
}

/**
 * Does something until the answer is truthy: for what a single attempt may not achieve, since watchers of files lose
 * events.
 */
export async function repeat<T>(
  act: (n: number) => unknown,
  ask: () => T | PromiseLike<T>,
  what: string,
): Promise<Truthy<T>> {
  for (let [n, looks] = [0, 50]; looks < MOST_ANSWERS; n++, looks *= 2) {
    await act(n);
    for (let look = 0; look < looks; look++) {
      await idle();
      const found = await ask();
      if (found) return found as Truthy<T>;
      await pause(20);
    }
    note(`not seen, so done once more: ${what}`);
  }
  throw new Error(`done in vain: ${what}`);
}

export function equal(actual: unknown, expected: unknown, what = "value"): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: ${a} is not ${b}`);
}

export function ok(value: unknown, what: string): asserts value {
  if (!value) throw new Error(what);
}

/** The runner outside looks for this mark: VS Code prints a lot of its own to the same place. */
function print(line: string): void {
  printed = Date.now();
  console.log(`[test] ${line}`);
}

export async function runAll(cleanUp: () => Promise<void>): Promise<void> {
  let [passed, failed] = [0, 0];
  const attempt = async (name: string, run: Test["run"]): Promise<boolean> => {
    const isOk = await passes(name, run);
    await cleanUp();
    return isOk;
  };
  for (const { name, run } of tests) {
    const isOk = (await attempt(name, run)) || ((await attempt(`${name}, once more`, run)) && FLAKY_PASSES);
    if (isOk) passed++;
    else failed++;
    if (failed === MOST_FAILURES) {
      print("too many failures, the rest is not run");
      break;
    }
  }
  print(`${passed} passed, ${failed} failed`);
  if (failed > 0) throw new Error(`${failed} failed`);
}

async function passes(name: string, run: Test["run"]): Promise<boolean> {
  const started = performance.now();
  try {
    await untilStuck(Promise.resolve(run()));
    print(`ok ${name} (${Math.round(performance.now() - started)} ms)`);
    return true;
  } catch (error) {
    print(`not ok ${name}\n    ${error instanceof Error ? error.stack : error}`);
    return false;
  }
}

export const note = (text: string): void => print(`   ${text}`);

/** Fails if a test does not get on, in a wait that has no limit of its own. */
async function untilStuck(running: Promise<void>): Promise<void> {
  let isDone = false;
  const done = running.finally(() => {
    isDone = true;
  });
  const settled = done.catch(() => {});
  for (silent = 0; !isDone; silent++) {
    if (silent > MOST_SILENT) throw new Error("the test does not get on");
    await Promise.race([settled, pause(1000)]);
    if (!isDone) await answer();
  }
  await done;
}
