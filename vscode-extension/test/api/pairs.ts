import * as vscode from "vscode";
import { clean, otherId, request } from "../fixtures.js";
import { equal, eventually, expect, repeat, test } from "./harness.js";
import {
  action,
  apply,
  at,
  codes,
  finding,
  onDisk,
  replaceAll,
  revert,
  show,
  withSetting,
  write,
  written,
} from "./tools.js";

const other = JSON.parse(otherId).request_id;

test("a response is compared with the request beside it, as it is in the editor and on disk", async () => {
  const uri = at("pair/.agent-response-phase7.json");
  const requestUri = at("pair/.agent-request-phase7.json");
  await show(uri);
  await expect(() => codes(uri).includes("pair-id"), "the other id");
  const editor = await show(requestUri);
  await replaceAll(editor, request(other));
  await expect(() => !codes(uri).includes("pair-id"), "the same id in the editor of the request");
  await replaceAll(editor, request());
  await expect(() => codes(uri).includes("pair-id"), "the other id again");
  await revert();
  const differs = (): boolean => codes(uri).includes("pair-id");
  await written(requestUri, request(other), () => !differs(), "the same id on disk");
  await written(requestUri, request(), differs, "the other id on disk");
  const latin1 = Uint8Array.from(request(`${other}\u00e9`), (it) => it.charCodeAt(0));
  await repeat(
    () => vscode.workspace.fs.writeFile(requestUri, latin1),
    () => !differs(),
    "no comparison with what is not UTF-8",
  );
  await written(requestUri, request(), differs, "the other id once more");
  await withSetting("agentResponse.pairRequests", false, async () => {
    await expect(() => !codes(uri).some((it) => it.startsWith("pair-")), "no comparison");
  });
});

test("what is known of the request stays known when settings change", async () => {
  const uri = at("pair/.agent-response-phase7.json");
  await show(uri);
  await expect(() => codes(uri).includes("pair-id"), "the other id");
  const seen: boolean[] = [];
  const listener = vscode.workspace.onDidChangeConfiguration(() => {
    seen.push(codes(uri).includes("pair-id"));
  });
  await withSetting("agentResponse.payloads", "off", async () => {
    equal(seen.length > 0, true, "the change of the settings");
  });
  listener.dispose();
  equal(seen.length > 1, true, "the change back");
  equal(seen.includes(false), false, "gone for a moment");
});

test("a fix may rename the file", async () => {
  const uri = at("name/.agent-response.json");
  await show(uri);
  const found = await finding(uri, "pair-name");
  await apply(await action(uri, found.range, /phase7/));
  const renamed = at("name/.agent-response-phase7.json");
  equal(await onDisk(renamed), clean);
  const isGone = await vscode.workspace.fs.stat(uri).then(
    () => false,
    () => true,
  );
  equal(isGone, true, "no old file");
  await eventually(
    () => vscode.workspace.textDocuments.some((it) => it.uri.toString() === renamed.toString()),
    "its editor",
  );
  await expect(() => !codes(renamed).includes("pair-name"), "the name that fits");
});

test("a fix may create a file", async () => {
  const uri = at("alone/.agent-request-phase7.json");
  await write(uri, request());
  const editor = await show(uri);
  const found = await finding(uri, "pair-response-missing");
  // As the light bulb does it: VS Code loses the content of a new file when an edit goes through the API.
  editor.selection = new vscode.Selection(found.range.start, found.range.start);
  const created = at("alone/.agent-response-phase7.json");
  const text = await repeat(
    () => vscode.commands.executeCommand("editor.action.codeAction", { kind: "quickfix", apply: "first" }),
    () => onDisk(created).catch(() => ""),
    "the new file",
  );
  equal(JSON.parse(text).request_id, JSON.parse(request()).request_id);
  await repeat(
    (n) => n > 0 && write(created, text),
    () => !codes(uri).includes("pair-response-missing"),
    "the response is there",
  );
});
