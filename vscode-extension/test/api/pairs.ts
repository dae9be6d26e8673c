import * as vscode from "vscode";
import { clean, otherId, request } from "../fixtures.js";
import { equal, test, until } from "./harness.js";
import {
  action,
  apply,
  at,
  codeOf,
  codes,
  onDisk,
  ours,
  replaceAll,
  show,
  withSetting,
  write,
} from "./tools.js";

const other = JSON.parse(otherId).request_id;

test("a response is compared with the request beside it, as it is in the editor and on disk", async () => {
  const uri = at("pair/.agent-response-phase7.json");
  const requestUri = at("pair/.agent-request-phase7.json");
  await show(uri);
  await until(() => codes(uri).includes("pair-id"), "the other id");
  const editor = await show(requestUri);
  await replaceAll(editor, request(other));
  await until(() => !codes(uri).includes("pair-id"), "the same id in the editor of the request");
  await replaceAll(editor, request());
  await until(() => codes(uri).includes("pair-id"), "the other id again");
  await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  await write(requestUri, request(other));
  await until(() => !codes(uri).includes("pair-id"), "the same id on disk");
  await write(requestUri, request());
  await until(() => codes(uri).includes("pair-id"), "the other id on disk");
  const latin1 = Uint8Array.from(request(`${other}\u00e9`), (it) => it.charCodeAt(0));
  await vscode.workspace.fs.writeFile(requestUri, latin1);
  await until(() => !codes(uri).includes("pair-id"), "no comparison with what is not UTF-8");
  await write(requestUri, request());
  await until(() => codes(uri).includes("pair-id"), "the other id once more");
  await withSetting("agentResponse.pairRequests", false, async () => {
    await until(() => !codes(uri).some((it) => it.startsWith("pair-")), "no comparison");
  });
});

test("what is known of the request stays known when settings change", async () => {
  const uri = at("pair/.agent-response-phase7.json");
  await show(uri);
  await until(() => codes(uri).includes("pair-id"), "the other id");
  const seen: boolean[] = [];
  const listener = vscode.workspace.onDidChangeConfiguration(() => {
    seen.push(codes(uri).includes("pair-id"));
  });
  await withSetting("agentResponse.payloads", "off", async () => {
    await until(() => seen.length > 0, "the change of the settings");
  });
  await until(() => seen.length > 1, "the change back");
  listener.dispose();
  equal(seen.includes(false), false, "gone for a moment");
});

test("a fix may rename the file", async () => {
  const uri = at("name/.agent-response.json");
  await show(uri);
  const found = await until(
    () => ours(uri).find((it) => codeOf(it) === "pair-name"),
    "the name that does not fit",
  );
  await apply(await action(uri, found.range, /phase7/));
  const renamed = at("name/.agent-response-phase7.json");
  await until(
    () =>
      onDisk(renamed).then(
        (it) => it === clean,
        () => false,
      ),
    "the renamed file",
  );
  await until(
    async () =>
      (await vscode.workspace.fs.stat(uri).then(
        () => false,
        () => true,
      )) || undefined,
    "no old file",
  );
  await until(
    () => vscode.workspace.textDocuments.some((it) => it.uri.toString() === renamed.toString()),
    "its editor",
  );
  equal(codes(renamed).includes("pair-name"), false);
});

test("a fix may create a file", async () => {
  const uri = at("alone/.agent-request-phase7.json");
  await write(uri, request());
  const editor = await show(uri);
  const found = await until(
    () => ours(uri).find((it) => codeOf(it) === "pair-response-missing"),
    "no response yet",
  );
  // As the light bulb does it: VS Code loses the content of a new file when an edit goes through the API.
  editor.selection = new vscode.Selection(found.range.start, found.range.start);
  const created = at("alone/.agent-response-phase7.json");
  const text = await until(async () => {
    await vscode.commands.executeCommand("editor.action.codeAction", { kind: "quickfix", apply: "first" });
    return onDisk(created).catch(() => "");
  }, "the new file");
  equal(JSON.parse(text).request_id, JSON.parse(request()).request_id);
  await until(() => !codes(uri).includes("pair-response-missing"), "the response is there");
});
