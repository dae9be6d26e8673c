import * as vscode from "vscode";
import type { Exports } from "../../src/extension.js";
import { equal, note, ok, test } from "./harness.js";
import { at, inNode, isVirtual, show } from "./tools.js";

test("the packed extension is activated, in a trusted folder and in an untrusted one", async () => {
  await show(at("clean/.agent-response-phase7.json"));
  const extension = vscode.extensions.getExtension<Exports>("agent-response.agent-response-vscode");
  ok(extension !== undefined, "it is not installed");
  const { activatedIn } = await extension.activate();
  const node = inNode();
  note(`activated in ${activatedIn.toFixed(1)} ms`);
  note(`${node ? "node" : "web worker"}; trusted: ${vscode.workspace.isTrusted}`);
  const { engines } = extension.packageJSON;
  note(`VS Code ${vscode.version}, of ${engines.vscode}`);
  const lowest = /^\^(\d+\.\d+)\./.exec(engines.vscode)?.[1];
  if (isVirtual()) equal(vscode.version.replace(/\.\d+$/, ""), lowest, "the oldest VS Code");
  // The web host runs in Restricted Mode; the oldest VS Code is tested without it.
  if (!isVirtual()) equal(vscode.workspace.isTrusted, node, "trust");
});
