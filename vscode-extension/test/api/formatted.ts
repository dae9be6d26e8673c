/** A payload on one line, which opens formatted: the file keeps its own layout, and no byte of it is lost. */

import * as vscode from "vscode";
import { clean } from "../fixtures.js";
import { equal, eventually, expect, idle, ok, test } from "./harness.js";
import { find, opened, typeIn, views } from "./payloads.js";
import {
  action,
  apply,
  codeOf,
  finding,
  fresh,
  onDisk,
  ours,
  replaceAll,
  save,
  show,
  withSetting,
  written,
} from "./tools.js";

const PAYLOAD = String.raw`{"sections":["title","boundaries"], "title":"# Tests ✅","boundaries":"## Boundaries\n\n- one \u00e9\n","more":{"x":1}}`;
const fileWith = (text: string): string =>
  clean.replace(/"response": .*,/, () => `"response": ${JSON.stringify(text)},`);
const compact = fileWith(PAYLOAD);

const payloadIn = (file: vscode.TextDocument): string => JSON.parse(file.getText()).response;

async function both(
  text = compact,
): Promise<{ uri: vscode.Uri; file: vscode.TextEditor; view: vscode.TextEditor }> {
  const uri = await fresh(text);
  const file = await show(uri);
  return { uri, file, view: await opened(uri, "/response") };
}

const toggled = async (command: string, uri: vscode.Uri): Promise<vscode.TextEditor> => {
  await vscode.commands.executeCommand(`agentResponse.${command}`);
  await idle();
  const isFormatted = command === "showFormatted";
  return eventually(() => {
    const active = vscode.window.activeTextEditor;
    const query = new URLSearchParams(active?.document.uri.query);
    const isIt = query.get("file") === uri.toString() && (query.get("shown") === "formatted") === isFormatted;
    return isIt && active;
  }, command);
};

test("a payload on one line opens formatted, and typing changes nothing else in the file", async () => {
  const { uri, file, view } = await both();
  equal(view.document.languageId, "json");
  equal(view.document.lineAt(1).text, '  "sections": ["title", "boundaries"],');
  equal(JSON.parse(view.document.getText()), JSON.parse(PAYLOAD));
  await typeIn(view, '"x": 1', '"x": 1,\n    "y": [2, 3]');
  await expect(() => payloadIn(file.document) === PAYLOAD.replace('"x":1', '"x":1,"y":[2,3]'), "the member");
  await typeIn(view, "- one", String.raw`- one \"two\"`);
  await expect(() => payloadIn(file.document).includes(String.raw`- one \"two\" \u00e9`), "the text");
  equal(file.document.getText().split("\n").length, compact.split("\n").length, "lines of the file");
  await save(view.document);
  await expect(async () => JSON.parse(JSON.parse(await onDisk(uri)).response).more.y.length === 2, "on disk");
  await expect(() => !view.document.isDirty && !file.document.isDirty, "both clean");
});

test("undo in the formatted payload and in the file bring back each byte", async () => {
  const { file, view } = await both();
  const before = view.document.getText();
  await typeIn(view, '"sections": ["title", "boundaries"],\n  "title": "# Tests ✅",\n  ', "");
  await expect(() => !payloadIn(file.document).includes("sections"), "the change");
  await vscode.window.showTextDocument(view.document, view.viewColumn);
  await vscode.commands.executeCommand("undo");
  await expect(() => view.document.getText() === before, "undone in the payload");
  await expect(() => file.document.getText() === compact, "undone in the file");
  await vscode.commands.executeCommand("redo");
  await expect(() => !payloadIn(file.document).includes("sections"), "done again");
  await vscode.window.showTextDocument(file.document, vscode.ViewColumn.One);
  await vscode.commands.executeCommand("undo");
  await expect(() => file.document.getText() === compact, "undone in the file");
  await expect(() => view.document.getText() === before, "followed by the payload");
});

test("changes in the file and on disk show formatted, and the cursors stay at the same place", async () => {
  const { uri, file, view } = await both();
  await typeIn(file, String.raw`{\"x\":1}`, String.raw`{\"x\":1,\"z\":{\"w\":2}}`);
  await expect(
    () => view.document.getText().includes('"z": {\n      "w": 2\n    }'),
    "the change in the file",
  );
  await vscode.window.showTextDocument(file.document, vscode.ViewColumn.One);
  const place = find(file.document, String.raw`\"w\"`);
  file.selection = new vscode.Selection(place.start, place.end);
  await eventually(() => view.document.getText(view.selection) === '"w"', "the selection in the payload");
  await save(file.document);
  const text = compact.replace("Tests", "Disk");
  await written(uri, text, () => view.document.getText().includes("# Disk"), "the text on disk");
  ok(!view.document.isDirty, "it is as it is on disk");
  equal(view.document.lineAt(1).text, '  "sections": ["title", "boundaries"],');
});

test("findings, fixes, hovers and lenses of a formatted payload are at their places", async () => {
  const wrong = PAYLOAD.replace('"boundaries"]', '"boundaries", "limits"]');
  const { uri, view } = await both(fileWith(wrong));
  const found = await expect(() => ours(uri).find((it) => it.severity <= 1), "the finding in the file");
  const inside = await finding(view.document.uri, codeOf(found));
  equal(view.document.getText(inside.range), '"limits"');
  equal(
    found.relatedInformation?.map((it) => [it.location.uri.toString(), it.location.range.start.line]).at(-1),
    [view.document.uri.toString(), inside.range.start.line],
    "the same place in the decoded text",
  );
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    "vscode.executeHoverProvider",
    view.document.uri,
    find(view.document, 'boundaries": ').start,
  );
  const ranges = hovers.flatMap(({ range }) => (range ? [view.document.getText(range)] : []));
  ok(ranges.length > 0 && ranges.every((it) => it.includes("boundaries")), JSON.stringify(ranges));
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    "vscode.executeCodeLensProvider",
    view.document.uri,
  );
  equal(
    lenses.map((it) => view.document.lineAt(it.range.start).text.slice(0, 10)),
    ['  "title":', '  "boundar'],
  );
  await apply(await action(view.document.uri, inside.range, /Remove|Delete|Drop|Add/i));
  await expect(() => ours(uri).every((it) => codeOf(it) !== codeOf(found)), "the fix in the file");
});

test("a payload is shown as it is written on request, and both ways can be open at once", async () => {
  const { uri, file, view } = await both();
  await vscode.window.showTextDocument(view.document, view.viewColumn);
  await typeIn(view, "# Tests", "# Trials");
  await idle();
  const asWritten = await toggled("showWritten", uri);
  equal(asWritten.document.getText(), PAYLOAD.replace("Tests", "Trials"));
  equal(asWritten.viewColumn, view.viewColumn);
  await eventually(() => views().length === 1, "the other way to close");
  ok(file.document.isDirty, "the change is lost");
  // Opening it again shows it where it is open.
  equal((await opened(uri, "/response")).document.getText(), asWritten.document.getText());
  await typeIn(asWritten, "Trials", "Tries");
  await idle();
  const formatted = await toggled("showFormatted", uri);
  ok(formatted.document.getText().includes('\n  "title": "# Tries ✅",\n'), formatted.document.getText());
  const other = await vscode.workspace.openTextDocument(asWritten.document.uri);
  const beside = await vscode.window.showTextDocument(other, vscode.ViewColumn.Three);
  await typeIn(beside, "Tries", "Tests");
  await expect(() => formatted.document.getText().includes("# Tests"), "the formatted one follows");
  await typeIn(formatted, '"x": 1', '"x": 2');
  await expect(() => other.getText() === PAYLOAD.replace('"x":1', '"x":2'), "the one as written follows");
  await expect(() => payloadIn(file.document) === other.getText(), "the file");
});

test("a setting opens payloads as they are written, and so do payloads that are broken or have lines", async () => {
  await withSetting("agentResponse.payloadView", "written", async () => {
    equal((await both()).view.document.getText(), PAYLOAD);
  });
  const pretty = JSON.stringify(JSON.parse(PAYLOAD), null, 4);
  equal((await both(fileWith(pretty))).view.document.getText(), pretty);
  const broken = PAYLOAD.slice(0, -1);
  equal((await both(fileWith(broken))).view.document.getText(), broken);
});

test("while a formatted payload is broken, it stays formatted on both sides", async () => {
  const { file, view } = await both();
  await typeIn(view, '"more": {', '"more {');
  await expect(() => payloadIn(file.document) === PAYLOAD.replace('"more":', '"more'), "the broken payload");
  ok(view.document.lineCount > 6, view.document.getText());
  await replaceAll(file, file.document.getText().replace(String.raw`\"more`, String.raw`\"most`));
  await expect(() => view.document.getText().includes('"most {\n'), "the change in the file");
  await typeIn(view, '"most {', '"most": {');
  await expect(() => payloadIn(file.document) === PAYLOAD.replace("more", "most"), "the repaired payload");
});
