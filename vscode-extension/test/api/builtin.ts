/** Nothing is reported twice: our findings beside those of VS Code's own JSON support, which runs here too. */

import * as vscode from "vscode";
import { clean, mistakes, syntax } from "../fixtures.js";
import { equal, note, ok, test, until } from "./harness.js";
import {
  actions,
  at,
  builtin,
  codeOf,
  codes,
  ours,
  serious,
  set,
  show,
  withSetting,
  write,
} from "./tools.js";

const both = (uri: vscode.Uri): string =>
  vscode.languages
    .getDiagnostics(uri)
    .map((it) => `${it.source} ${codeOf(it)} ${it.message}`)
    .join("; ");

test("each mistake is one problem of ours, beside what VS Code itself shows", async () => {
  const wrong: string[] = [];
  for (const [name, expected] of Object.entries(mistakes)) {
    const uri = at(`mistakes/${name}/.agent-response-counted.json`);
    await write(uri, expected.text);
    await show(uri);
    const counts = (): string => `ours ${serious(uri).length}, VS Code ${builtin(uri).length}`;
    const wanted = `ours ${expected.ours}, VS Code ${expected.builtin}`;
    await until(() => counts() === wanted, name).catch(() =>
      wrong.push(`${name}: ${counts()}, not ${wanted}: ${both(uri)}`),
    );
    await vscode.workspace.fs.delete(uri);
  }
  equal(wrong, []);
});

test("what VS Code marks is left to it, and our repair is offered at its mark", async () => {
  const wrong: string[] = [];
  let repairs = 0;
  for (const [name, { code }] of Object.entries(syntax)) {
    const uri = at(`syntax/${name}/.agent-response-phase5.json`);
    await show(uri);
    await until(() => builtin(uri).length > 0, `VS Code's own problem for ${name}`);
    if (serious(uri).length > 0) wrong.push(`${name}: shown twice: ${both(uri)}`);
    const offered = await actions(uri, builtin(uri)[0]?.range ?? new vscode.Range(0, 0, 0, 0));
    const [fix] = offered.filter((it) => it.kind?.value.startsWith("quickfix") && it.edit !== undefined);
    if (fix === undefined) {
      note(`no repair for ${name}`);
      continue;
    }
    repairs++;
    if (!fix.diagnostics?.some((it) => it.source !== "agent-response"))
      wrong.push(`${name}: not tied to the problem`);
    await set("agentResponse.syntaxErrors", "always");
    await until(() => codes(uri).includes(code), `${code} when asked for`).catch((error) =>
      wrong.push(`${error.message}: ${both(uri)}`),
    );
    await set("agentResponse.syntaxErrors", undefined);
    await until(() => !codes(uri).includes(code), `no ${code} again`);
  }
  equal(wrong, []);
  note(`${repairs} of ${Object.keys(syntax).length} have a repair`);
});

test("without VS Code's own validation ours is shown", async () => {
  const uri = at("syntax/trailing-comma/.agent-response-phase5.json");
  await show(uri);
  await withSetting("json.validate.enable", false, async () => {
    await until(() => codes(uri).includes("trailing-comma"), "ours");
    await until(() => builtin(uri).length === 0, "nothing of VS Code");
  });
  await until(() => !codes(uri).includes("trailing-comma"), "VS Code's again");
});

test("the cause of a cascade is shown, and its repair is offered at each problem of the cascade", async () => {
  const uri = at("mistakes/unescaped/.agent-response-phase5.json");
  await show(uri);
  await until(() => builtin(uri).length > 1 && codes(uri).includes("unescaped-quote"), "cause and cascade");
  for (const it of builtin(uri)) {
    ok(
      (await actions(uri, it.range)).some((one) => one.diagnostics?.includes(it) || one.edit),
      `no repair at ${it.message}`,
    );
  }
  await withSetting("agentResponse.syntaxErrors", "never", async () => {
    await until(() => !codes(uri).includes("unescaped-quote"), "nothing about the syntax");
  });
});

test("comments are allowed by VS Code in jsonc and not by the readers of the file", async () => {
  const uri = at("syntax/comment/.agent-response-phase5.json");
  const { document } = await show(uri);
  await until(() => builtin(uri).length > 0);
  const other = await vscode.languages.setTextDocumentLanguage(document, "jsonc");
  await until(() => codes(other.uri).includes("comment"), "our finding");
  await vscode.languages.setTextDocumentLanguage(other, "json");
});

test("a clean file has no problem at all", async () => {
  const uri = at("clean/.agent-response-phase5.json");
  const { document } = await show(uri);
  equal(document.getText(), clean);
  await until(() => serious(uri).length === 0 && builtin(uri).length === 0, both(uri));
  equal(ours(uri).filter((it) => it.severity === vscode.DiagnosticSeverity.Error).length, 0);
});
