/** The activation, which VS Code waits for: it reads, watches and compiles nothing. How long it takes says less. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mock, test } from "node:test";
import type { Exports } from "../../src/extension.js";

/** Stands for all of VS Code's API without a document or a folder, and records what is called. */
function standIn(name: string, calls: string[]): unknown {
  const known: Record<string, unknown> = {
    "vscode.workspace.textDocuments": [],
    "vscode.workspace.workspaceFolders": [],
    "vscode.window.activeTextEditor": undefined,
  };
  // A class can be called with `new`, an arrow function cannot.
  return new Proxy(class {}, {
    get(_, key) {
      const path = `${name}.${String(key)}`;
      return path in known ? known[path] : standIn(path, calls);
    },
    apply() {
      calls.push(name);
      return standIn(name, calls);
    },
    construct() {
      calls.push(name);
      return standIn(name, calls) as object;
    },
  });
}

test("nothing is read, watched or compiled when the extension starts, nor when no file is open after that", async () => {
  const compiled: string[] = [];
  for (const it of ["Module", "Instance", "compile", "instantiate"] as const)
    mock.method(WebAssembly, it, () => compiled.push(it) && assert.fail(it));
  const calls: string[] = [];
  const module = { exports: {} as { activate(context: unknown): Exports } };
  const code = readFileSync(process.env.EXTENSION_BUNDLE ?? "", "utf8");
  // The bundle makes an object with the same prototype.
  const vscode = Object.setPrototypeOf({}, standIn("vscode", calls) as object);
  new Function("require", "module", "exports", code)(() => vscode, module, module.exports);
  const { idle } = module.exports.activate({ subscriptions: [], extensionUri: standIn("uri", calls) });
  const slow = (): string[] =>
    calls.filter((it) => /\.fs\.|openTextDocument|findFiles|createFileSystemWatcher/.test(it));
  assert.ok(calls.includes("vscode.languages.registerCodeLensProvider"));
  assert.deepEqual([slow(), compiled], [[], []]);
  await idle();
  assert.deepEqual([slow(), compiled], [[], []]);
  mock.restoreAll();
});
