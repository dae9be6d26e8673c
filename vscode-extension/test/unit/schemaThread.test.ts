/** Schemas in a worker: it is ended when it is late, and nothing waits for it. */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { createCalls } from "agent-response-payload-schema/calls";
import { type RemoteSchema, readRemote, viewOf } from "agent-response-payload-schema/remote";
import * as vscode from "vscode";
import { idle } from "../../src/pending.js";
import { createProjects } from "../../src/projects.js";
import { ofProject, ofSetting } from "../../src/schemaFile.js";
import { createSchemas, LONGEST, MOST } from "../../src/schemas.js";
import { readProject } from "./reader.js";
import { answered, here, stuckIn, threads } from "./threads.js";
import { languages, workspace } from "./vscode.js";

const log = { info() {}, debug() {}, error() {} } as unknown as vscode.LogOutputChannel;
const TOML = vscode.Uri.file("/project/agent-response.toml");
const ADDRESS = "file:///project/a.json";

beforeEach(() => {
  workspace.contents = new Map();
  workspace.read = [];
  workspace.isTrusted = true;
});

test("a schema in a thread answers as one in the same thread does", async () => {
  const calls = createCalls(threads());
  const text = '{"properties": {"a": {"$ref": "b.json"}, "child": {"$ref": "#"}}}';
  const read = async (address: string): Promise<string> => {
    assert.equal(address, "file:///project/b.json");
    return '{"type": "number", "description": "How many."}';
  };
  const schema = await readRemote(calls, text, ADDRESS, read, assert.fail);
  const payload = '{"a": "x", "child": {"child": {"a": 1}}}';
  assert.deepEqual(
    (await schema.violations(payload)).map((it) => [it.pointer, it.message]),
    [["/a", "`a` must be a number, but is a string"]],
  );
  assert.equal((await schema.known("/child/child/a")).description, "How many.");
  // Another thread reads it again.
  calls.end();
  assert.equal((await schema.violations(payload)).length, 1);
  calls.end();
});

test("a thread that is late is ended, and the next call has another one", { timeout: 60_000 }, async () => {
  const script = `const { parentPort } = require("node:worker_threads");
    parentPort.on("message", ({ name }) => { while (name === "loop"); parentPort.postMessage({ value: name }); });`;
  const calls = createCalls(threads(script), 0.5);
  await assert.rejects(calls.call("loop", []), /^Error: takes longer than 0\.5 seconds$/);
  const patient = createCalls(threads(script));
  assert.equal(await patient.call("one", []), "one");
  const other = patient.call("loop", []);
  setTimeout(() => patient.end(), 100);
  await assert.rejects(other, /^Error: was stopped$/);
  assert.equal(await patient.call("two", []), "two");
  patient.end();
});

test("a thread that crashes says why", { timeout: 60_000 }, async () => {
  const calls = createCalls(threads("throw new Error('out of luck')"));
  await assert.rejects(calls.call("read", []), /^Error: cannot be used: out of luck$/);
  await assert.rejects(createCalls(() => assert.fail("none")).call("read", []), /none$/);
});

test("an answer that comes after a crash goes nowhere", async () => {
  const posted: unknown[] = [];
  let answer = (_: string): void => undefined;
  const calls = createCalls((heard, crashed) => ({
    post(it) {
      posted.push(it);
      heard({ asked: "a.json" });
      setImmediate(() => crashed("gone"));
    },
    end() {},
  }));
  const asking = new Promise<string>((done) => {
    answer = done;
  });
  await assert.rejects(
    calls.call("read", [], () => asking),
    /^Error: cannot be used: gone$/,
  );
  answer("{}");
  await turns();
  assert.deepEqual(posted, [{ name: "read", given: [] }]);
});

test("a schema that takes too long is one finding in the project file, and is no longer used", async () => {
  workspace.contents.set("/project/slow.json", "{}").set("/project/b.json", '{"type": "null"}');
  workspace.contents.set(
    TOML.path,
    '[[files]]\nglob = "a"\npayload-schema = "slow.json"\n[[files]]\nglob = "b"\npayload-schema = "b.json"\n',
  );
  const { start, log: done } = stuckIn("violations");
  const schemas = createSchemas(start, log);
  const projects = createProjects({ read: async (it: string) => readProject(it) } as never, schemas, log);
  const found = (): string[] => (languages.published.get(`${TOML}`) ?? []).map((it) => it.message);
  await projects.find(vscode.Uri.file("/project/a"));
  await idle();
  assert.deepEqual(found(), []);
  const named = ofProject(TOML, "slow.json");
  const view = schemas.known(named);
  mock.timers.enable({ apis: ["setTimeout"] });
  assert.deepEqual(view?.violations("1"), []);
  const settled = view?.settled();
  await turns();
  mock.timers.tick(10_000);
  mock.timers.reset();
  await settled;
  await idle();
  assert.equal(schemas.known(named), undefined);
  const why = "takes longer than 10 seconds, so payloads are no longer compared with it";
  assert.deepEqual(found(), [`\`slow.json\` ${why}`]);
  assert.deepEqual(done, ["start", "read", "read", "violations", "end"]);
  // The other one is read again, in another worker; and so is this one when it has changed.
  assert.equal(
    (await answered(schemas.known(ofProject(TOML, "b.json")), (it) => it.known("")))?.shape,
    "null",
  );
  assert.equal(done.filter((it) => it === "start").length, 2);
  projects.dispose();
  schemas.dispose();
});

test("a schema that takes too long to be read is one finding, too", async () => {
  workspace.contents.set("/project/slow.json", "{}");
  const { start, log: done } = stuckIn("read");
  const schemas = createSchemas(start, log);
  mock.timers.enable({ apis: ["setTimeout"] });
  const fault = schemas.fault(ofProject(TOML, "slow.json"));
  await turns();
  mock.timers.tick(10_000);
  mock.timers.reset();
  assert.equal(await fault, "takes longer than 10 seconds");
  assert.deepEqual(done, ["start", "read", "end"]);
  schemas.dispose();
});

test("a file is one schema however it is spelled, and there are not many schemas", async () => {
  const schemas = createSchemas(here, log);
  workspace.contents.set("/project/0.json", "{}");
  for (const it of ["0.json", "./0.json", "x/../0.json", "/project/./x/../0.json", "//project/0.json"])
    assert.equal(await schemas.fault(ofProject(TOML, it)), undefined, it);
  const open = vscode.Uri.file("/project");
  assert.equal(await schemas.fault(ofSetting(vscode.Uri.file("/project/y/../0.json"), open)), undefined);
  assert.equal(workspace.read.length, 1);
  for (let n = 1; n <= MOST; n++) {
    workspace.contents.set(`/project/${n}.json`, "{}");
    const fault = await schemas.fault(ofProject(TOML, `${n}.json`));
    assert.equal(fault, n < MOST ? undefined : "is one of more than 100 schemas, and is not read");
  }
  assert.equal(schemas.known(ofProject(TOML, `${MOST}.json`)), undefined);
  assert.equal(workspace.read.length, MOST);
  // What nobody has asked for in a while makes room.
  mock.timers.enable({ apis: ["Date"], now: Date.now() + 600_000 });
  assert.equal(await schemas.fault(ofProject(TOML, `${MOST}.json`)), undefined);
  mock.timers.reset();
  schemas.dispose();
});

test("all schemas together have a size", async () => {
  const schemas = createSchemas(here, log);
  const faults = [];
  for (let n = 0; n < 20; n++) {
    workspace.contents.set(`/project/${n}.json`, JSON.stringify({ title: "x".repeat(LONGEST / 18) }));
    faults.push(await schemas.fault(ofProject(TOML, `${n}.json`)));
  }
  assert.equal(faults.indexOf("is, with the other schemas, longer than 16 MiB"), 17);
  schemas.dispose();
});

test("a view asks once, for the latest text only, and shows the last answer until then", async () => {
  const asked: string[] = [];
  let gate = Promise.resolve();
  const answer = (message: string) => [{ pointer: "", key: false, message }];
  const remote: RemoteSchema = {
    id: 0,
    violations: async (it) => {
      asked.push(it);
      await gate;
      return answer(it);
    },
    known: async () => ({ members: [], values: [] }),
    forget() {},
  };
  const view = viewOf(remote);
  assert.equal(view.settled(), undefined);
  assert.deepEqual(view.violations("1"), []);
  assert.deepEqual(view.violations("1"), []);
  await view.settled();
  assert.equal(view.settled(), undefined);
  assert.deepEqual(view.violations("1"), answer("1"));
  let open = (): void => undefined;
  gate = new Promise((done) => {
    open = done;
  });
  for (const it of ["2", "3", "4"]) {
    await turns();
    assert.deepEqual(view.violations(it), answer("1"));
  }
  open();
  await view.settled();
  await turns();
  assert.deepEqual(view.violations("4"), answer("4"));
  assert.deepEqual(asked, ["1", "2", "4"]);
  // Of several payloads in a file, none has the findings of another one.
  await turns();
  assert.deepEqual(
    [view.violations("5"), view.violations("4"), view.violations("6")],
    [answer("4"), answer("4"), []],
  );
});

/** Lets all promises run that wait for nothing else. */
const turns = (): Promise<void> => new Promise((done) => setImmediate(done));
