/** What editors offer for JSON, inside the string and in the open payload: once, never in addition to VS Code's own. */

import * as vscode from "vscode";
import { clean } from "../fixtures.js";
import { equal, eventually, expect, idle, ok, test } from "./harness.js";
import { fresh, show } from "./tools.js";

const payload = {
  sections: ["title", "boundaries"],
  title: "# Tests ✅",
  boundaries: "## Boundaries\n\n### ALWAYS\n- one\n",
};
const withPayload = (value: unknown): string =>
  clean.replace(/"response": .*,/, () => `"response": ${JSON.stringify(JSON.stringify(value, null, 2))},`);

const at = (document: vscode.TextDocument, text: string, into = 0): vscode.Position => {
  const offset = document.getText().indexOf(text);
  ok(offset >= 0, `no ${text} in ${document.getText()}`);
  return document.positionAt(offset + into);
};

async function open(value: unknown): Promise<{ file: vscode.TextDocument; view: vscode.TextDocument }> {
  const uri = await fresh(withPayload(value));
  const { document: file } = await show(uri);
  await vscode.commands.executeCommand("agentResponse.openPayload", uri.toString(), "/response");
  const view = await eventually(() => {
    const active = vscode.window.activeTextEditor?.document;
    return active?.uri.scheme === "agent-response" ? active : undefined;
  }, "the payload");
  await idle();
  return { file, view };
}

async function hoverAt(document: vscode.TextDocument, position: vscode.Position): Promise<string[]> {
  const all = await vscode.commands.executeCommand<vscode.Hover[]>(
    "vscode.executeHoverProvider",
    document.uri,
    position,
  );
  return all.flatMap((it) => it.contents.map((one) => (typeof one === "string" ? one : one.value)));
}

const completionsAt = async (document: vscode.TextDocument, position: vscode.Position) =>
  (
    await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      position,
    )
  ).items;

const labelOf = ({ label }: vscode.CompletionItem): string =>
  typeof label === "string" ? label : label.label;

test("a field is explained inside the string and in the payload, and VS Code explains the envelope", async () => {
  const { file, view } = await open(payload);
  const inFile = await expect(async () => {
    const found = await hoverAt(file, at(file, "sections", 2));
    return found.length > 0 && found;
  }, "the hover inside the string");
  const inView = await expect(async () => {
    const found = await hoverAt(view, at(view, "sections", 2));
    return found.length > 0 && found;
  }, "the hover in the payload");
  equal(inView[0], inFile[0], "the same words");
  const envelope = await hoverAt(file, at(file, "request_id", 2));
  equal(new Set(envelope).size, envelope.length, "twice");
  equal(envelope.length, 1, `of the envelope: ${envelope.join(" / ")}`);
});

test("the hover of an escape shows each level, in the file and in the payload", async () => {
  const { file, view } = await open(payload);
  const levels = String.raw`file ${"`"}\\n${"`"} · payload ${"`"}\n${"`"} · section line break`;
  equal((await hoverAt(file, at(file, String.raw`\\n- one`, 1)))[0], levels, "in the file");
  equal((await hoverAt(view, at(view, String.raw`\n- one`, 1)))[0], levels, "in the payload");
  const quote = String.raw`file ${"`"}\"${"`"} · payload ${"`"}"${"`"}`;
  equal((await hoverAt(file, at(file, String.raw`\"title`, 1)))[0], quote, "a quotation mark in the file");
  const inView = await hoverAt(view, at(view, '"title'));
  ok(!inView.some((it) => it.includes("payload")), `no escape in the payload: ${inView}`);
});

test("the pointer of the member at the cursor is copied, also from the payload", async () => {
  await vscode.env.clipboard.writeText("before");
  if ((await vscode.env.clipboard.readText()) !== "before") return; // a browser does not let everybody read it
  const { file, view } = await open(payload);
  const copied = async (document: vscode.TextDocument, text: string): Promise<string> => {
    const { selections } = await vscode.window.showTextDocument(document, { preview: false });
    ok(selections.length === 1, `${selections.length}`);
    const editor = vscode.window.activeTextEditor;
    const position = at(document, text);
    if (editor !== undefined) editor.selection = new vscode.Selection(position, position);
    await idle();
    await vscode.commands.executeCommand("agentResponse.copyPointer");
    return vscode.env.clipboard.readText();
  };
  equal(await copied(view, "- one"), "/response/boundaries");
  equal(await copied(file, "# Tests"), "/response/title");
  equal(await copied(file, '"version"'), "/version");
});

test("a missing key is completed, encoded for its place", async () => {
  const { sections: _, ...without } = payload;
  const { file, view } = await open(without);
  for (const document of [view, file]) {
    const position = at(document, document === view ? "{" : String.raw`"{\n`, document === view ? 1 : 2);
    const [all, item] = await expect(async () => {
      const found = await completionsAt(document, position);
      const missing = found.find((it) => /^"?sections"?$/.test(labelOf(it)));
      return missing && ([found, missing] as const);
    }, `the missing key in ${document.uri.scheme}`);
    // VS Code's own JSON support proposes `$schema` there, too.
    const order = (it: vscode.CompletionItem): string => (it.sortText ?? labelOf(it)).toLowerCase();
    const others = all.filter((it) => labelOf(it).includes("$schema"));
    ok(others.length > 0 || document === file, "`$schema` is not proposed, so this proves nothing");
    ok(
      others.every((it) => order(item) < order(it)),
      `${order(item)} after ${others.map(order)}`,
    );
    ok(item.kind === vscode.CompletionItemKind.Property, `${item.kind}`);
    const range = item.range instanceof vscode.Range ? item.range : item.range?.inserting;
    ok(range?.contains(position), `${JSON.stringify(item.range)}`);
    const text = typeof item.insertText === "string" ? item.insertText : (item.insertText?.value ?? "");
    const backslashes = text.includes(String.raw`\"`) || text.includes(String.raw`\\"`);
    equal(backslashes, document === file, `how it is encoded: ${text}`);
  }
  // VS Code's own JSON support completes the envelope.
  const outer = (await completionsAt(file, at(file, '  "version"', 0))).map(labelOf);
  equal(outer.length, new Set(outer).size, `twice: ${outer}`);
});

test("names of sections lead to their texts, and open them", async () => {
  const { file, view } = await open(payload);
  for (const document of [file, view]) {
    const links = await expect(async () => {
      const found = await vscode.commands.executeCommand<vscode.LocationLink[]>(
        "vscode.executeDefinitionProvider",
        document.uri,
        at(document, "boundaries", 3),
      );
      return found.length > 0 && found;
    }, `the definition in ${document.uri.scheme}`);
    equal(links.length, 1);
    const [link] = links;
    ok(link !== undefined && link.targetUri.toString() === document.uri.toString(), "another document");
    const target = document.getText(link.targetRange);
    ok(target.includes("boundaries"), target);
    ok(link.targetRange.start.isAfter(at(document, "# Tests")), "the name itself");
  }
  const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
    "vscode.executeLinkProvider",
    file.uri,
  );
  const own = links.filter((it) => it.target?.scheme === "agent-response");
  equal(
    own.map((it) => file.getText(it.range).replace(/\W/g, "")),
    ["title", "boundaries"],
  );
  const [, second] = own;
  const section = await vscode.workspace.openTextDocument(second?.target ?? file.uri);
  equal(section.getText(), payload.boundaries);
});

test("the outline goes on inside the string, and its colors are those of JSON", async () => {
  const { file } = await open(payload);
  const found = await expect(async () => {
    const all = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      "vscode.executeDocumentSymbolProvider",
      file.uri,
    );
    return all?.find((it) => it.name === "response" && it.children.length > 0);
  }, "the outline of the payload");
  equal(
    found.children.map((it) => it.name),
    ["sections", "title", "boundaries"],
  );
  const tokens = await expect(
    () =>
      vscode.commands.executeCommand<vscode.SemanticTokens>("vscode.provideDocumentSemanticTokens", file.uri),
    "the colors",
  );
  ok(tokens.data.length > 20, `${tokens.data.length}`);
  equal(tokens.data[0], at(file, '"response"').line, "they begin in the string");
});

test("the payload is formatted with the indentation of the editor, and its texts stay", async () => {
  const uri = await fresh(
    clean.replace(/"response": .*,/, () => `"response": ${JSON.stringify(JSON.stringify(payload))},`),
  );
  const { document } = await show(uri);
  await idle();
  await vscode.commands.executeCommand("agentResponse.formatPayload");
  const text = JSON.parse(document.getText()).response as string;
  ok(text.includes("\n"), text);
  equal(JSON.parse(text), payload);
});
