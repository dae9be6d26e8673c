/** Files in which models call tools: no name shows them, but their content. */

import * as vscode from "vscode";
import { called, records } from "../fixtures.js";
import { equal, eventually, expect, idle, ok, test } from "./harness.js";
import {
  action,
  apply,
  at,
  builtin,
  codes,
  expectCodes,
  nothingIn,
  ours,
  replaceAll,
  set,
  show,
  withSetting,
  write,
  written,
} from "./tools.js";

const place = (document: vscode.TextDocument, text: string, into = 0): vscode.Position => {
  const offset = document.getText().indexOf(text);
  ok(offset >= 0, `no ${text} in ${document.getText()}`);
  return document.positionAt(offset + into);
};

async function hovers(document: vscode.TextDocument, position: vscode.Position): Promise<string> {
  const all = await vscode.commands.executeCommand<vscode.Hover[]>(
    "vscode.executeHoverProvider",
    document.uri,
    position,
  );
  return all.flatMap((it) => it.contents.map((one) => (typeof one === "string" ? one : one.value))).join(" ");
}

const labels = async (document: vscode.TextDocument, position: vscode.Position): Promise<unknown[]> =>
  (
    await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      position,
    )
  ).items.map(({ label }) => (typeof label === "string" ? label : label.label));

const definitions = (document: vscode.TextDocument, position: vscode.Position) =>
  vscode.commands.executeCommand<vscode.LocationLink[]>(
    "vscode.executeDefinitionProvider",
    document.uri,
    position,
  );

async function payload(): Promise<vscode.TextEditor> {
  const editor = await eventually(() => {
    const active = vscode.window.activeTextEditor;
    return active?.document.uri.scheme === "agent-response" ? active : undefined;
  }, "the payload");
  await idle();
  return editor;
}

test("arguments are compared with the schema of their tool, which is in the same file", async () => {
  const uri = at("calls/request.json");
  const { document } = await show(uri);
  const [found] = await expect(() => ours(uri).length === 1 && ours(uri), "one finding");
  equal(codes(uri), ["arguments-schema"]);
  equal(document.getText(found?.range), String.raw`\"two\"`, "what is underlined");
  const inside = found?.relatedInformation?.find((it) => it.location.uri.scheme === "agent-response");
  ok(inside !== undefined, "the place in the decoded text is missing");
  ok((await hovers(document, place(document, "harbor", 2))).includes("The name of a harbor"), "hover");
  const [tool] = await definitions(document, place(document, '"tides", '.trim(), 3));
  ok(tool !== undefined, "the tool of the call");
  ok(tool.targetRange.start.line > place(document, '"tools"').line, "the tool is declared below");
  const [call] = await definitions(document, place(document, '"tool_call_id": "call_1"', 20));
  equal(call?.targetRange.start.line, place(document, '"id": "call_1"').line, "the call of a result");
});

test("the arguments of a call are a document of their own", async () => {
  const uri = at("calls/request.json");
  const { document: file } = await show(uri);
  await expect(() => ours(uri).length === 1, "one finding");
  await vscode.commands.executeCommand("agentResponse.openPayload");
  const view = await payload();
  await expect(() => codes(view.document.uri).join() === "arguments-schema", "the finding inside");
  await view.edit((it) => it.replace(ours(view.document.uri)[0]?.range ?? new vscode.Range(0, 0, 0, 0), "2"));
  await expectCodes(uri);
  ok(file.getText().includes(String.raw`\"days\": 2`), "the file follows");
});

test("names of arguments are completed inside the string", async () => {
  const uri = at("calls/complete.json");
  await write(uri, JSON.stringify(called('{"harbor": "Brevik", "d": 1}'), null, 2));
  const { document } = await show(uri);
  await idle();
  const all = await labels(document, place(document, String.raw`\"d\"`, 3));
  ok(all.includes("days"), `${all}`);
});

test("JSON that only resembles such files is left alone, and so are all when the setting is off", async () => {
  const other = at("calls/package.json");
  await show(other);
  await nothingIn(other);
  await eventually(() => builtin(other).length > 0, "VS Code's own problem");
  const uri = at("calls/request.json");
  await show(uri);
  await expect(() => ours(uri).length === 1, "one finding");
  await withSetting("agentResponse.toolCalls", false, () => expectCodes(uri));
  await expectCodes(uri, "arguments-schema");
});

test("a document is checked as soon as its content shows what it is, and no longer than that", async () => {
  const document = await vscode.workspace.openTextDocument({ content: "{}", language: "json" });
  const editor = await show(document.uri);
  await nothingIn(document.uri);
  await replaceAll(editor, JSON.stringify(called('{"harbor": 3}'), null, 2));
  await expectCodes(document.uri, "arguments-schema");
  await replaceAll(editor, '{"harbor": 3, }');
  await nothingIn(document.uri);
});

test("each line of a JSONL file is checked, and a damaged one does not end that", async () => {
  const uri = at("calls/log.jsonl");
  const { document } = await show(uri);
  const found = await expect(() => ours(uri).length === 2 && ours(uri), "two findings");
  equal(codes(uri), ["arguments-schema", "truncated"]);
  equal(found.map((it) => it.range.start.line).sort(), [1, 2]);
  const wrong = found.find((it) => it.range.start.line === 2);
  equal(document.getText(wrong?.range), String.raw`\"two\"`);
  const inThird = new vscode.Position(2, (records[2] ?? "").indexOf("harbor") + 2);
  ok((await hovers(document, inThird)).includes("The name of a harbor"), "hover");
  const [tool] = await definitions(
    document,
    inThird.with({ character: (records[2] ?? "").indexOf("tides") + 1 }),
  );
  equal(tool?.targetRange.start.line, 2, "the tool is in the same record");
});

test("the arguments in a record are a document, which stays with its record", async () => {
  const uri = at("calls/view.jsonl");
  await write(uri, `${records.join("\n")}\n`);
  const { document } = await show(uri);
  await expect(() => ours(uri).length === 2, "two findings");
  const active = vscode.window.activeTextEditor;
  ok(active !== undefined, "an editor");
  const third = new vscode.Position(2, 3);
  active.selection = new vscode.Selection(third, third);
  await vscode.commands.executeCommand("agentResponse.openPayload");
  const view = await payload();
  equal(JSON.parse(view.document.getText()), { harbor: "Larvik", days: "two" });
  await expect(() => codes(view.document.uri).join() === "arguments-schema", "the finding inside");
  await view.edit((it) => it.replace(ours(view.document.uri)[0]?.range ?? new vscode.Range(0, 0, 0, 0), "2"));
  await expectCodes(uri, "truncated");
  ok(document.lineAt(2).text.includes(String.raw`\"days\": 2`), document.lineAt(2).text);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, new vscode.Position(0, 0), `${records[0]}\n`);
  await vscode.workspace.applyEdit(edit);
  await idle();
  const text = view.document.getText();
  equal(JSON.parse(text), { harbor: "Larvik", days: 2 }, "after a new first line");
  await view.edit((it) =>
    it.replace(view.document.validateRange(new vscode.Range(0, 0, 99, 0)), text.replace("2", "[]")),
  );
  await expectCodes(uri, "arguments-schema", "truncated");
  ok(document.lineAt(3).text.includes(String.raw`\"days\": []`), document.lineAt(3).text);
  await expect(
    () => codes(view.document.uri).join() === "arguments-schema",
    "the finding in the moved record",
  );
});

test("Fix All repairs the records of a file that is named like none", async () => {
  const uri = at("calls/fix.jsonl");
  const broken = JSON.stringify(called('{"harbor": "Brevik",}'));
  await write(uri, `${records[0]}\n\n${broken}\n`);
  const { document } = await show(uri);
  const [blank] = await expect(() => ours(uri).length === 2 && ours(uri), "two findings");
  const fix = await action(uri, blank?.range ?? new vscode.Range(0, 0, 0, 0), /Fix 2 safely/);
  await apply(fix);
  await expectCodes(uri);
  equal(document.getText().trimEnd().split("\n").length, 2, "lines");
});

test("a setting names such files, with their format", async () => {
  const uri = at("calls/named.txt");
  await write(uri, JSON.stringify({ messages: [{ role: "assistant", content: null, tool_calls: [{}] }] }));
  await show(uri);
  await nothingIn(uri);
  await withSetting("agentResponse.files", ["calls/named.txt"], async () => {
    await set("agentResponse.format", "chat-completion");
    await expect(() => ours(uri).length > 0, "findings of the format");
    await set("agentResponse.format", undefined);
  });
});

test("calls are judged by the tools of the request in the same folder", async () => {
  const call = { id: "c", type: "function", function: { name: "ferry", arguments: '{"seats": "2"}' } };
  const message = { role: "assistant", content: null, tool_calls: [call] };
  const choices = [{ index: 0, finish_reason: "tool_calls", message }];
  const inputSchema = { type: "object", properties: { seats: { type: "integer" } } };
  const [uri, request, tools] = [
    at("tools-beside/chat-response.json"),
    at("tools-beside/chat-request.json"),
    at("tools-beside/tools.json"),
  ];
  await write(uri, JSON.stringify({ id: "r", object: "chat.completion", created: 1, model: "m", choices }));
  await write(tools, JSON.stringify([{ name: "tram", inputSchema }]));
  await show(uri);
  await expectCodes(uri, "unknown-tool");

  // The request counts more, and each is read again when it changes.
  const text = JSON.stringify({ tools: [{ name: "ferry", inputSchema }] });
  await written(request, text, () => codes(uri).includes("arguments-schema"), "the tools of the request");
  await expectCodes(uri, "arguments-schema");
  const editor = await show(request);
  await replaceAll(editor, "{}");
  await expectCodes(uri, "unknown-tool");
  await replaceAll(await show(tools), "[]");
  await expectCodes(uri);
});

test("calls are judged by the tools that the project file names", async () => {
  const call = { id: "c", type: "function", function: { name: "ferry", arguments: '{"seats": "2"}' } };
  const message = { role: "assistant", content: null, tool_calls: [call] };
  const choices = [{ index: 0, finish_reason: "tool_calls", message }];
  const uri = at("named-tools/logs/a.json");
  const [toml, tools] = [at("named-tools/agent-response.toml"), at("named-tools/tools.json")];
  const inputSchema = { type: "object", properties: { seats: { type: "integer" } } };
  await write(uri, JSON.stringify({ id: "r", object: "chat.completion", created: 1, model: "m", choices }));
  await write(tools, JSON.stringify({ tools: [{ name: "ferry", inputSchema }] }));
  await write(toml, '[[files]]\nglob = "logs/*.json"\ntools = "tools.json"\n');
  await show(uri);
  await expectCodes(uri, "arguments-schema");

  // They are read again when they change, in an editor, too.
  const editor = await show(tools);
  await replaceAll(editor, JSON.stringify([{ name: "tram", inputSchema }]));
  await expectCodes(uri, "unknown-tool");
  await replaceAll(editor, "[]");
  await expectCodes(uri);
  await idle();
  equal(
    ours(toml).map((it) => [it.message, it.range.start.line]),
    [["`tools.json` is not JSON with an array of tools", 2]],
  );
});
