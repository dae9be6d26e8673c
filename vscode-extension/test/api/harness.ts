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

/** In milliseconds. Nothing is expected to take so long: what has not happened by then does not happen. */
const LONG = 60_000;

/** When a test last got on, and when something was last printed. A slow machine is no reason to fail. */
let [gotOn, printed] = [0, 0];

function goOn(): void {
  gotOn = Date.now();
  // The runner outside ends a host that prints nothing.
  if (gotOn - printed > LONG) note("goes on");
}

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

export async function extension(): Promise<Exports> {
  const found = vscode.extensions.getExtension<Exports>("agent-response.agent-response-vscode");
  if (found === undefined) throw new Error("the extension is not installed");
  return found.activate();
}

/** Resolves when the extension has nothing left to do for what has happened so far. */
export async function idle(): Promise<void> {
  const { idle, pending } = await extension();
  const isIdle = (): Promise<void> => within(LONG, idle(), () => `not done: ${pending().join(", ")}`);
  await isIdle();
  // VS Code delivers what it has to say before it answers.
  await vscode.commands.executeCommand("setContext", "agentResponse.tests", true);
  await isIdle();
  goOn();
}

type Truthy<T> = Exclude<NonNullable<T>, false>;

/** The answer, which is truthy as soon as the extension is idle: asks once. */
export async function expect<T>(ask: () => T | PromiseLike<T>, what = "it"): Promise<Truthy<T>> {
  await idle();
  const answer = await ask();
  if (!answer) throw new Error(`idle, but not seen: ${what}`);
  return answer as Truthy<T>;
}

/** Asks until the answer is truthy: only for what VS Code does by itself. */
export async function eventually<T>(ask: () => T | PromiseLike<T>, what: string): Promise<Truthy<T>> {
  for (const end = Date.now() + LONG; Date.now() < end; await pause(20)) {
    const answer = await ask();
    if (answer) return answer as Truthy<T>;
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
  for (let [n, wait] = [0, 1000]; wait < LONG; n++, wait *= 2) {
    await act(n);
    for (const end = Date.now() + wait; ; await pause(20)) {
      await idle();
      const answer = await ask();
      if (answer) return answer as Truthy<T>;
      if (Date.now() > end) break;
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
  gotOn = Date.now();
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

/** Fails if a test does not get on, in waits that have no limits of their own. */
function untilStuck(running: Promise<void>): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setInterval(() => {
      if (Date.now() - gotOn < 2 * LONG) return;
      clearInterval(timer);
      fail(new Error(`nothing happened for ${(2 * LONG) / 1000} s`));
    }, 1000);
    running.then(done, fail).finally(() => clearInterval(timer));
  });
}

function within<T>(milliseconds: number, running: Promise<T>, why: () => string): Promise<T> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(why())), milliseconds);
    running.then(done, fail).finally(() => clearTimeout(timer));
  });
}
