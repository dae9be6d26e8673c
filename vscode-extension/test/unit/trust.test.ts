/** In Restricted Mode, no schema is read; when the workspace is trusted, those that were wanted are. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as vscode from "vscode";
import { ofProject } from "../../src/schemaFile.js";
import { createSchemas } from "../../src/schemas.js";
import { answered, here } from "./threads.js";
import { workspace } from "./vscode.js";

test("a schema is read only once the workspace is trusted", async () => {
  workspace.contents.set("/project/a.json", '{"type": "null"}');
  workspace.isTrusted = false;
  const schemas = createSchemas(here, { info() {} } as unknown as vscode.LogOutputChannel);
  const changed: string[] = [];
  schemas.onDidChange((it) => changed.push(it.path));
  const file = ofProject(vscode.Uri.file("/project/agent-response.toml"), "a.json");
  assert.equal(schemas.known(file), undefined);
  assert.equal(await schemas.fault(file), undefined);
  assert.deepEqual([workspace.read, changed], [[], []]);

  workspace.isTrusted = true;
  workspace.granted?.();
  assert.deepEqual(changed, ["/project/a.json"]);
  assert.equal(await schemas.fault(file), undefined);
  assert.deepEqual(workspace.read, ["/project/a.json"]);
  assert.equal((await answered(schemas.known(file), (it) => it.violations("1")))?.length, 1);
  schemas.dispose();
});
