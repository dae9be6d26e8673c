// The packed extension in the windows of VS Code, as a user sees it: stories that do not depend on each other.
import { join } from "node:path";
import * as editor from "./editor.mjs";
import { INSIDE } from "./inside.mjs";
import { takePictures } from "./pictures.mjs";
import { STORIES } from "./stories.mjs";
import { openWindow } from "./window.mjs";

export async function runUi({ browser, server, tests, output, workspace, only }) {
  const counts = { passed: 0, failed: 0 };
  const external = [];
  let window;

  /** Stories are told in one window until one of them fails: what it leaves behind is nobody else's problem. */
  async function tell({ name, run }, number) {
    try {
      window ??= await openWindow({ browser, server, tests, workspace });
      await run({ ...window, workspace, output });
      passed(name);
    } catch (error) {
      await failed(name, error);
    }
    const shot = `${number}-${name.replace(/\W+/g, "-")}.png`;
    await window?.page.screenshot({ path: join(output, shot) }).catch(() => {});
    if (counts.failed > failures) await close();
    failures = counts.failed;
  }
  let failures = 0;

  function passed(name) {
    counts.passed++;
    console.log(`ui: ok ${name}`);
  }

  async function failed(name, error) {
    counts.failed++;
    const state = window && (await editor.state(window.page).catch(String));
    console.log(`ui: not ok ${name}\n    ${state}\n    ${error.stack}`);
  }

  async function close() {
    external.push(...(window?.page.external ?? []));
    await window?.close();
    window = undefined;
  }

  const all = [...STORIES, ...INSIDE];
  const chosen = all.filter((it) => new RegExp(only).test(it.name));
  for (const [idx, it] of chosen.entries()) await tell(it, idx + 1);
  await close();

  // A made-up host name under which VS Code's own previews send requests to a service worker in the page.
  const outside = external.filter((it) => !new URL(it).host.endsWith(".vscode-resource.vscode-cdn.net"));
  const nothing = "no request left this machine";
  if (outside.length === 0) passed(nothing);
  else await failed(nothing, new Error(outside.join(" ")));
  if (process.env.UPDATE_PICTURES && (only === "" || only === "pictures")) {
    await takePictures({ browser, server, workspace }).then(
      () => passed("pictures"),
      (error) => failed("pictures", error),
    );
  }
  return counts;
}
