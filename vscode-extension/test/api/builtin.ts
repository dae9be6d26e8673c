/** Nothing is reported twice, by this extension and by VS Code's own JSON support, which also runs here. */

import * as vscode from "vscode";
import { clean, mistakes, syntax } from "../fixtures.js";
import { equal, eventually, expect, idle, ok, test } from "./harness.js";
import {
  actions,
  at,
  builtin,
  codeOf,
  codes,
  inNode,
  ours,
  revert,
  serious,
  show,
  withSetting,
} from "./tools.js";

const both = (uri: vscode.Uri): string =>
  vscode.languages
    .getDiagnostics(uri)
    .map((it) => `${it.source} ${codeOf(it)} ${it.message}`)
    .join("; ");

test("each mistake is one problem of ours, beside what VS Code itself shows", async () => {
  const place = (name: string): vscode.Uri => at(`mistakes/${name}/.agent-response-phase7.json`);
  const counts = (name: string): string =>
    `${name}: ours ${serious(place(name)).length}, VS Code ${builtin(place(name)).length}`;
  const expected = Object.entries(mistakes).map(
    ([name, it]) => `${name}: ours ${it.ours}, VS Code ${it.builtin}`,
  );
  const wrong = (): string[] => expected.filter((it) => it !== counts(it.slice(0, it.indexOf(":"))));
  for (const name of Object.keys(mistakes)) await show(place(name));
  await eventually(() => wrong().length === 0, "the counts").catch(() => {
    const names = wrong().map((it) => it.slice(0, it.indexOf(":")));
    throw new Error(names.map((it) => `${counts(it)}: ${both(place(it))}`).join("\n    "));
  });
});

test("what VS Code marks is left to it, and our repair is offered at its mark", async () => {
  if (!inNode()) return; // many tabs, and nothing in it depends on the host
  const names = Object.keys(syntax);
  const place = (name: string): vscode.Uri => at(`syntax/${name}/.agent-response-phase7.json`);
  const repair = async (name: string): Promise<boolean> => {
    const [problem] = builtin(place(name));
    if (problem === undefined) throw new Error(`VS Code has no problem with ${name}`);
    const offered = await actions(place(name), problem.range);
    return offered.some((it) => it.kind?.value.startsWith("quickfix") && it.edit !== undefined);
  };
  for (const name of names) await show(place(name));
  const unmarked = (): string[] => names.filter((it) => builtin(place(it)).length === 0);
  await eventually(() => unmarked().length === 0, "a problem of VS Code's own for each");
  await idle();
  const twice = names.filter((it) => serious(place(it)).length > 0);
  equal(twice, [], "shown twice");
  // What only the agent can know is not made up.
  const without = ["ellipsis", "angle-placeholder", "trailing-content"];
  for (const name of names) equal(await repair(name), !without.includes(name), `a repair for ${name}`);

  await withSetting("agentResponse.syntaxErrors", "always", async () => {
    const missing = (): string[] => names.filter((it) => !codes(place(it)).includes(syntax[it]?.code ?? ""));
    await expect(() => missing().length === 0, "ours when asked for");
  });
  await expect(() => names.every((it) => serious(place(it)).length === 0), "nothing again");
});

test("the hover of what VS Code marks says what is wrong, with a link to the rule", async () => {
  if (!inNode()) return;
  const said: string[] = [];
  for (const [name, { code }] of Object.entries(syntax)) {
    const uri = at(`syntax/${name}/.agent-response-phase7.json`);
    await show(uri);
    const problem = await eventually(() => builtin(uri)[0], `VS Code's problem with ${name}`);
    await idle();
    const cards = await vscode.commands.executeCommand<vscode.Hover[]>(
      "vscode.executeHoverProvider",
      uri,
      problem.range.start,
    );
    const texts = cards.flatMap((it) =>
      it.contents.map((one) => (typeof one === "string" ? one : one.value)),
    );
    const own = texts.filter((it) => it.includes("command:agentResponse.showRule"));
    equal(own.length, 1, `${name}: ${texts.join("; ")}`);
    ok(own[0]?.includes(`[${code}]`), `${name}: ${own}`);
    if (code === "trailing-comma") await appliesFrom(own[0] ?? "", uri);
    const words = texts.filter((it) => it.startsWith("The&nbsp;agent&nbsp;bridge&nbsp;"));
    if (words.length > 0) said.push(code);
  }
  // At errors, also what the program does.
  ok(said.includes("trailing-comma") && !said.includes("duplicate-key"), said.join());
});

/** Runs the first link for a fix in a card, which mends the file. */
async function appliesFrom(card: string, uri: vscode.Uri): Promise<void> {
  const { document } = await show(uri);
  const given = /command:agentResponse\.applyFix\?([^)]+)/.exec(card)?.[1] ?? "";
  await vscode.commands.executeCommand("agentResponse.applyFix", ...JSON.parse(decodeURIComponent(given)));
  JSON.parse(document.getText());
  await revert();
}

test("without VS Code's own validation ours is shown", async () => {
  const uri = at("syntax/trailing-comma/.agent-response-phase7.json");
  await show(uri);
  await withSetting("json.validate.enable", false, async () => {
    await expect(() => codes(uri).includes("trailing-comma"), "ours");
    await eventually(() => builtin(uri).length === 0, "nothing of VS Code");
  });
  await expect(() => !codes(uri).includes("trailing-comma"), "VS Code's again");
});

test("the cause of a cascade is shown, and its repair is offered at each problem of the cascade", async () => {
  const uri = at("mistakes/unescaped/.agent-response-phase7.json");
  await show(uri);
  await eventually(() => builtin(uri).length > 1, "the cascade");
  await expect(() => codes(uri).includes("unescaped-quote"), "the cause");
  for (const it of builtin(uri)) {
    ok(
      (await actions(uri, it.range)).some((one) => one.diagnostics?.includes(it) || one.edit),
      `no repair at ${it.message}`,
    );
  }
  await withSetting("agentResponse.syntaxErrors", "never", async () => {
    await expect(() => !codes(uri).includes("unescaped-quote"), "nothing about the syntax");
  });
});

test("comments are allowed by VS Code in jsonc and not by the readers of the file", async () => {
  const uri = at("syntax/comment/.agent-response-phase7.json");
  const { document } = await show(uri);
  await eventually(() => builtin(uri).length > 0, "VS Code's own problem");
  const other = await vscode.languages.setTextDocumentLanguage(document, "jsonc");
  await expect(() => codes(other.uri).includes("comment"), "our finding");
  await vscode.languages.setTextDocumentLanguage(other, "json");
});

test("a clean file has no problem at all", async () => {
  const uri = at("clean/.agent-response-phase7.json");
  const { document } = await show(uri);
  equal(document.getText(), clean);
  await eventually(() => builtin(uri).length === 0, "nothing of VS Code");
  await idle();
  equal(serious(uri), [], both(uri));
  equal(ours(uri).filter((it) => it.severity === vscode.DiagnosticSeverity.Error).length, 0);
});
