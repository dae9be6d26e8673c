/** Names of rules where they are configured: completed, and fixed where they are misspelled. */

import * as vscode from "vscode";
import { equal, eventually, expect, ok, test } from "./harness.js";
import {
  action,
  apply,
  at,
  finding,
  isVirtual,
  nothingIn,
  revert,
  save,
  show,
  withSetting,
  write,
} from "./tools.js";

const items = async (uri: vscode.Uri, position: vscode.Position): Promise<vscode.CompletionItem[]> =>
  (
    await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      uri,
      position,
    )
  ).items;

const label = (it: vscode.CompletionItem): string =>
  typeof it.label === "string" ? it.label : it.label.label;

const labels = async (uri: vscode.Uri, position: vscode.Position): Promise<string[]> =>
  (await items(uri, position)).map(label);

/** The snippet that an item inserts. */
const inserted = (all: vscode.CompletionItem[], name: string): string | undefined => {
  const text = all.find((it) => label(it) === name)?.insertText;
  return typeof text === "object" ? text.value : text;
};

test("keys, rules and severities are completed in a project file", async () => {
  const uri = at("help-words/agent-response.toml");
  await write(uri, '\n[rules]\n\nsyntax = "\n\n[[files]]\nformat = ');
  await show(uri);
  const offered = (line: number, character: number): Promise<string[]> =>
    expect(
      async () => {
        const found = await labels(uri, new vscode.Position(line, character));
        return found.length > 0 && found;
      },
      `words in line ${line + 1}`,
    );
  equal(await offered(0, 0), ["[[files]]", "[rules]", "exclude", "payloads", "profile"]);
  equal(inserted(await items(uri, new vscode.Position(0, 0)), "exclude"), 'exclude = ["$0"]');
  ok((await offered(2, 0)).includes("missing-field"), "no rules");
  equal(await offered(3, 10), ["error", "hint", "info", "off", "warning"]);
  ok((await offered(6, 9)).includes("agent-request"), "no formats");
  await vscode.workspace.fs.delete(uri);
});

test("a key of a project file says what it means", async () => {
  const uri = at("help-hover/agent-response.toml");
  await write(uri, '# 😀\nprofile = "strict"\n[rules]\nmissing-field = "off"\n[[files]]\nglob = "a"\n');
  await show(uri);
  const shown = (line: number, character: number): Promise<string> =>
    expect(
      async () => {
        const cards = await vscode.commands.executeCommand<vscode.Hover[]>(
          "vscode.executeHoverProvider",
          uri,
          new vscode.Position(line, character),
        );
        return cards
          .flatMap((it) => it.contents.map((one) => (one as vscode.MarkdownString).value))
          .join("\n");
      },
      `a card in line ${line + 1}`,
    );
  const profile = await shown(1, 3);
  ok(profile.includes("`default` (default)") && profile.includes("- `upstream`"), profile);
  const rule = await shown(3, 20);
  ok(rule.includes("**`missing-field`**") && rule.includes("command:agentResponse.showRule"), rule);
  ok((await shown(4, 4)).includes("- `payload-schema`"), "no keys of the table");
  ok((await shown(5, 1)).includes("relative to this folder"), "no glob");
  await vscode.workspace.fs.delete(uri);
});

test("a misspelled name is changed to the one that was meant, in the project file", async () => {
  const uri = at("help/agent-response.toml");
  await write(uri, '[rules]\nmising-field = "off"\n');
  const { document } = await show(uri);
  const fault = await finding(uri, "config");
  await apply(await action(uri, fault.range, /^Change to missing-field$/));
  equal(document.getText(), '[rules]\nmissing-field = "off"\n');
  await nothingIn(uri, "no fault");
  await revert();
  await vscode.workspace.fs.delete(uri);
});

test("a misspelled name is changed to the one that was meant, in the settings", async () => {
  if (isVirtual()) return; // the oldest VS Code has no such file there
  await withSetting("agentResponse.rules", { "mising-field": "off" }, async () => {
    const uri = at(".vscode/settings.json");
    const { document } = await show(uri);
    const problem = await eventually(
      () => vscode.languages.getDiagnostics(uri).find((it) => /mising-field/.test(it.message)),
      "VS Code's own problem",
    );
    await apply(await action(uri, problem.range, /^Change to missing-field$/));
    ok(document.getText().includes('"missing-field"'), document.getText());
    await save(document);
  });
});
