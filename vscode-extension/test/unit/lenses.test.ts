import assert from "node:assert/strict";
import { test } from "node:test";
import { registerLenses } from "../../src/payload/lenses.js";
import { EventEmitter, languages } from "./vscode.js";

test("VS Code is told of lenses that may have changed, but not after a new text, for which it asks by itself", () => {
  const [checked, settled] = [new EventEmitter<{ isNewText: boolean }>(), new EventEmitter<void>()];
  registerLenses({ onDidSettle: settled.event } as never, { onDidCheck: checked.event } as never);
  let n_told = 0;
  languages.lenses?.onDidChangeCodeLenses(() => n_told++);
  checked.fire({ isNewText: true });
  assert.equal(n_told, 0);
  checked.fire({ isNewText: false });
  assert.equal(n_told, 1);
  settled.fire();
  assert.equal(n_told, 2);
});
