// Runs the rows of steps.mjs, two at a time where they allow it, continues after a failure where that makes sense, and ends
// with the line `N passed, N failed`. STEPS="clippy,page" runs the rows whose names contain one of these, and what
// they need; `test.mjs quick` the quick ones, each with fewer texts and with what an earlier build has left.
//
// A test that fails runs once more at the end, alone. If it passes then, it is flaky: it counts as passed, and the last lines
// name it and say why it failed. With FLAKY=fail, as every night, it counts as failed.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { allOf, counts, failed as failures, havePassed } from "./counts.mjs";
import { inTurn, performAll, select } from "./schedule.mjs";
import { steps } from "./steps.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const minute = 60_000;
const PATH = `${root}node_modules/.bin:${process.env.PATH}`;
const isQuick = process.argv[2] === "quick";
const env = {
  ...process.env,
  PATH,
  CARGO_TERM_COLOR: "never",
  NO_COLOR: "1",
  FLAKY: process.env.FLAKY ?? "pass",
  ...(isQuick && { QUICK: "1" }),
};
delete env.FORCE_COLOR;

const chosen = isQuick ? quick() : selected(process.env.STEPS);
const results = new Map();
/**
 * What follows gets the time of the cores that nothing else wants. Linux shares the time among sessions first, by
 * the niceness of each, and then among the processes in a session.
 */
const LEFTOVERS = "renice -n 19 $$ >/dev/null; { echo 19 >/proc/self/autogroup; } 2>/dev/null";
/** More tests than this do not fail by chance. */
const MOST_AGAIN = 5;
/** Ends as the command before, and says how much processor time it took. */
const TIMES = "status=$?; times >&3; exit $status";
const open = inTurn((target, text) => target.write(text));
const groups = new Set();
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => {
    for (const kill of groups) kill(signal);
    process.exit(130);
  });

const start = performance.now();
await performAll(chosen, async (step) => results.set(step.name, await perform(step)));
if (env.FLAKY === "pass") for (const step of chosen) await again(step);
summarize();

/** The quick rows, all in the foreground. */
function quick() {
  const rows = steps.filter((it) => it.quick);
  const isThere = (name) => rows.some((it) => it.name === name);
  return rows.map(
    ({ background: _, alone: __, measures: ___, again: ____, needs = [], run, quick, ...row }) => ({
      ...row,
      needs: needs.map((it) => (isThere(it) ? it : "set up quick")),
      run: typeof quick === "string" ? quick : run,
    }),
  );
}

function selected(wish) {
  const found = select(steps, wish);
  if (found.length > 0) return found;
  const all = steps.filter((it) => it.run !== undefined);
  console.error(`test: no step matches STEPS=${wish}; there are: ${all.map((it) => it.name).join(", ")}`);
  process.exit(2);
}

async function perform(step) {
  const { print, end } = open(step);
  print(process.stdout, `\n=== ${step.name}\n`);
  const result = await outcome(step, print);
  const note = result.note ? ` (${result.note})` : "";
  print(process.stdout, `--- ${result.failed ? "FAILED" : "ok"}, ${result.seconds.toFixed(1)} s${note}\n`);
  end();
  return result;
}

async function outcome(step, print) {
  const broken = step.needs?.find((it) => results.get(it).failed > 0);
  if (broken) return { passed: 0, failed: 1, seconds: 0, cpu: 0, note: `not run: '${broken}' failed` };
  const start = performance.now();
  const { ok, output, note, cpu } = await shell(step, print);
  return { ...judge(step, ok, output, note), cpu, seconds: (performance.now() - start) / 1000 };
}

function judge({ kind }, ok, output, note) {
  if (kind === "setup") return { passed: 0, failed: ok ? 0 : 1, note };
  if (kind !== "tests") return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, note };
  const found = counts(output) ?? { passed: 0, failed: 0 };
  // A runner that broke down, or ran nothing, is a failure that it did not count itself.
  if (found.failed > 0 || (ok && found.passed > 0)) return { ...found, note, failures: failures(output) };
  return {
    passed: found.passed,
    failed: 1,
    note: note ?? (ok ? "no test ran" : "failed outside of its tests"),
  };
}

/** Runs the failed tests of a row once more, if nothing else went wrong in it. */
async function again(step) {
  const result = results.get(step.name);
  const { passed, failed, failures = [], note } = result;
  const names = failures.map((it) => it.name);
  const isByChance = failed > 0 && failed <= MOST_AGAIN && names.length === failed && note === undefined;
  if (step.again === undefined || !isByChance) return;
  const { print, end } = open();
  print(process.stdout, `\n=== ${step.name}, once more what failed\n`);
  const { ok, output } = await shell({ ...step, background: false }, print, {
    AGAIN: allOf(names, step.again),
  });
  end();
  if (ok && havePassed(names, output))
    results.set(step.name, { ...result, passed: passed + failed, failed: 0 });
}

/** Runs a row, passes on what it prints, and keeps it. */
function shell({ run, kind, background }, print, more = {}) {
  return new Promise((done) => {
    // A session of its own, so that nothing that a row starts outlives it.
    const child = spawn("bash", ["-c", `${background ? LEFTOVERS : ""}\n{ ${run}\n} 3>&-\n${TIMES}`], {
      cwd: root,
      env: { ...env, ...more },
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      detached: true,
    });
    const kill = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // It is gone already.
      }
    };
    groups.add(kill);

    // An installer must not be killed half-way; a test that hangs must not hang the rest. A limit near what a row takes would
    // fail on a busy machine.
    let note;
    const minutes = 40;
    const limit = setTimeout(
      () => {
        note = `took longer than ${minutes} minutes`;
        kill("SIGKILL");
      },
      kind === "setup" ? 2 ** 31 - 1 : minutes * minute,
    );

    let output = "";
    for (const [stream, target] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      stream.setEncoding("utf8").on("data", (chunk) => {
        output += chunk;
        print(target, chunk);
      });
    }
    let times = "";
    child.stdio[3].setEncoding("utf8").on("data", (chunk) => {
      times += chunk;
    });
    child.on("close", (code) => {
      clearTimeout(limit);
      groups.delete(kill);
      done({ ok: code === 0, output, note, cpu: secondsIn(times) });
    });
    // What it left running holds our pipes open, and "close" would never come.
    child.on("exit", () => kill("SIGKILL"));
  });
}

/** The sum of what the shell's `times` prints, such as `0m1.250s`. */
function secondsIn(times) {
  const all = [...times.matchAll(/(\d+)m([\d.]+)s/g)];
  return all.reduce((sum, it) => sum + 60 * Number(it[1]) + Number(it[2]), 0);
}

function summarize() {
  console.log("\n  seconds     cpu  passed  failed  step");
  let passed = 0;
  let failed = 0;
  let cpu = 0;
  for (const { name } of chosen) {
    const result = results.get(name);
    passed += result.passed;
    failed += result.failed;
    cpu += result.cpu;
    const columns = [
      result.seconds.toFixed(1).padStart(9),
      result.cpu.toFixed(0).padStart(7),
      ...[result.passed, result.failed].map((it) => `${it}`.padStart(7)),
    ];
    console.log(`${columns.join(" ")}  ${name}${result.note ? ` (${result.note})` : ""}`);
  }
  const seconds = (performance.now() - start) / 1000;
  console.log(`${seconds.toFixed(1).padStart(9)} ${cpu.toFixed(0).padStart(7)}  in all`);
  // Of a long log often only the end is read.
  for (const [name, { failed, failures = [] }] of results)
    for (const it of failures)
      console.log(`\n${failed > 0 ? "failed" : "flaky"} in '${name}': ${it.name}\n${it.why}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
