// A window of VS Code, and somebody inside who opens files there and knows when the extension is idle.
import { join } from "node:path";
import { format } from "node:util";
import { newPage, testMark } from "../../../scripts/vscode-host/vscode-host.mjs";

export async function openWindow({ browser, server, tests, workspace }) {
  const page = await newPage(browser, server);
  page.setDefaultTimeout(0); // a story ends when the window has answered too often
  let hear = () => {};
  const port = new Promise((done) => {
    hear = done;
  });
  await page.exposeFunction("codeAutomationExit", () => {});
  await page.exposeFunction("codeAutomationLog", (_type, args) => {
    const line = format(...args);
    if (line.startsWith(`${testMark}port `)) hear(line.slice(`${testMark}port `.length));
  });
  const payload = { extensionDevelopmentPath: tests, extensionTestsPath: join(tests, "ui-index") };
  await page.goto(server.url(workspace, payload), { waitUntil: "commit" });
  const ask = async (what, body = "") => {
    const answer = await fetch(`http://127.0.0.1:${await port}/${what}`, { method: "POST", body });
    if (!answer.ok) throw new Error(`${what}: ${await answer.text()}`);
  };
  return {
    page,
    /** Shows a file of the workspace and nothing else. */
    open: (path) => ask("open", path),
    /** Resolves when the extension has nothing left to do: then no text changes while keys are sent. */
    idle: () => ask("idle"),
    close: () => page.context().close(),
  };
}
