/** The answer of a model in a response file: a response is made of it, and what is left out is listed before. */

import * as vscode from "vscode";
import { clean, request } from "../fixtures.js";
import { equal, eventually, expect, idle, ok, test } from "./harness.js";
import { actions, finding, fresh, serious, show } from "./tools.js";

const ANSWER = `Sure! Here is the result:

\`\`\`json
{"sections": ["boundaries"], "boundaries": "## Boundaries\\n- one",}
\`\`\`

Let me know.
`;

const TITLE = "Make a response of it…";

const firstAction = async (uri: vscode.Uri, at: vscode.Range): Promise<vscode.CodeAction | undefined> =>
  (await actions(uri, at))[0];

async function comparison(): Promise<{ before: string; after: string }> {
  const input = await eventually(() => {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    return activeTab?.input instanceof vscode.TabInputTextDiff ? activeTab.input : undefined;
  }, "the comparison");
  const textOf = async (uri: vscode.Uri): Promise<string> =>
    (await vscode.workspace.openTextDocument(uri)).getText();
  return { before: await textOf(input.original), after: await textOf(input.modified) };
}

test("the first fix of an answer makes a response of it, after a comparison that lists what is left out", async () => {
  const uri = await fresh(ANSWER);
  const { document } = await show(uri);
  const found = await finding(uri, "missing-envelope");
  equal((await firstAction(uri, new vscode.Range(0, 0, 0, 0)))?.title, TITLE, "where the words begin");
  const first = await firstAction(uri, found.range);
  equal(first?.title, TITLE);
  equal(first?.edit, undefined, "an edit that nobody has seen");
  await vscode.commands.executeCommand(first?.command?.command ?? "");
  const { before, after } = await comparison();
  equal(before, ANSWER);
  const ledger: string[] = after.match(/^\/\/ .*\n/gm) ?? [];
  const rest = after.replace(/^\/\/ .*\n/gm, "");
  equal(ledger.length, 4, ledger.join(""));
  ok(/^\/\/ Line 1: Keep only the JSON; this removes /.test(ledger[0] ?? ""), `${ledger[0]}`);
  ok(/^\/\/ Line 4: Remove the comma/.test(ledger[1] ?? ""), `${ledger[1]}`);
  ok(ledger[3]?.includes(".agent-request-phase7.json"), `${ledger[3]}`);
  ok(rest.includes('\n    "sections": ["boundaries"],\n'), rest);
  equal(document.getText(), ANSWER, "nothing is changed yet");
  await vscode.commands.executeCommand("agentResponse.applyPreview");
  await expect(() => document.getText() !== ANSWER, "the response");
  const made = JSON.parse(document.getText());
  equal(made.request_id, JSON.parse(request()).request_id);
  equal(JSON.parse(made.response), { sections: ["boundaries"], boundaries: "## Boundaries\n- one" });
  await expect(() => serious(uri).length === 0, "a valid response");
  await vscode.commands.executeCommand("undo");
  await expect(() => document.getText() === ANSWER, "the answer again");
});

test("words alone become a text, and a bare payload a payload", async () => {
  for (const [text, response] of [
    ["I could not find anything.\nSorry.\n", "I could not find anything.\nSorry."],
    [
      '{"sections": ["boundaries"], "boundaries": "## B"}',
      '{"sections": ["boundaries"], "boundaries": "## B"}',
    ],
  ] as const) {
    const uri = await fresh(text);
    const { document } = await show(uri);
    await idle();
    equal((await firstAction(uri, document.lineAt(0).range))?.title, TITLE);
    await vscode.commands.executeCommand("agentResponse.previewResponse");
    await comparison();
    await vscode.commands.executeCommand("agentResponse.applyPreview");
    await expect(() => document.getText() !== text, "the response");
    equal(JSON.parse(document.getText()).response.trim(), response);
  }
});

test("it is not offered for an envelope, nor for an answer that was cut off", async () => {
  for (const text of [
    clean.replace('"1.0",', '"1.0"'),
    '```json\n{"sections": ["boundaries"], "boundaries": "## B',
    `\`\`\`json\n${clean}\`\`\`\n`,
  ]) {
    const uri = await fresh(text);
    const { document } = await show(uri);
    await idle();
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    const titles = (await actions(uri, all)).map((it) => it.title);
    ok(!titles.includes(TITLE), `${text}: ${titles}`);
  }
});
