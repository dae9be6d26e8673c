// The packed extension in the windows of VS Code, as a user sees it: stories that do not depend on each other.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ANSWERS } from "./answers.mjs";
import * as editor from "./editor.mjs";
import { FORMATTED } from "./formatted.mjs";
import { INSIDE } from "./inside.mjs";
import { takePictures } from "./pictures.mjs";
import { STORIES } from "./stories.mjs";
import { openWindow } from "./window.mjs";

export async function runUi({ browser, server, tests, output, prepare, only }) {
  const workspace = prepare();
  const counts = { passed: 0, failed: 0 };
  const external = [];
  let window;

  /** Stories are told in one window until one of them fails: what it leaves behind is nobody else's problem. */
  async function tell({ name, run }, number) {
    const shot = `${number}-${name.replace(/\W+/g, "-")}.png`;
    const takeShot = () => window?.page.screenshot({ path: join(output, shot) }).catch(() => {});
    try {
      window ??= await openWindow({ browser, server, tests, workspace });
      const telling = run({ ...window, workspace, output });
      await untilStuck(telling, window.page, async () => {
        const state = await editor.state(window.page).catch(String);
        await takeShot();
        await close();
        // What it waits for fails now, and says what that was.
        const silent = sleep(2000, new Error("it waited for something outside of the window"));
        const error = await Promise.race([
          telling.then(
            () => new Error("it ended too late"),
            (it) => it,
          ),
          silent,
        ]);
        return new Error(`${state}\n    ${error.message}`, { cause: error });
      });
      await takeShot();
      print("ok", name);
      return true;
    } catch (error) {
      const state = window && (await editor.state(window.page).catch(String));
      await takeShot();
      await close();
      print("not ok", name, `\n    ${state}\n    ${error.stack}`);
      return false;
    }
  }

  const print = (outcome, name, why = "") => console.log(`ui: ${outcome} ${name}${why}`);
  const count = (isOk) => {
    counts[isOk ? "passed" : "failed"]++;
  };
  const told = (name, why = "") => {
    print(why === "" ? "ok" : "not ok", name, why && `\n    ${why}`);
    count(why === "");
  };

  async function close() {
    external.push(...(window?.page.external ?? []));
    await window?.close();
    window = undefined;
  }

  const all = [...STORIES, ...FORMATTED, ...ANSWERS, ...INSIDE];
  const chosen = all.filter((it) => new RegExp(only).test(it.name));
  for (const [idx, it] of chosen.entries()) {
    const isOk = await tell(it, idx + 1);
    // Its files are as they were before it.
    if (!isOk) prepare();
    const isOkAgain = isOk || (await tell({ ...it, name: `${it.name}, once more` }, idx + 1));
    count(isOk || (isOkAgain && process.env.FLAKY === "pass"));
  }
  await close();

  // A made-up host name under which VS Code's own previews send requests to a service worker in the page.
  const outside = external.filter((it) => !new URL(it).host.endsWith(".vscode-resource.vscode-cdn.net"));
  const nothing = "no request left this machine";
  told(nothing, outside.join(" "));
  if (process.env.UPDATE_PICTURES && (only === "" || only === "pictures")) {
    await takePictures({ browser, server, workspace }).then(
      () => told("pictures"),
      (error) => told("pictures", error.stack),
    );
  }
  return counts;
}

/** How often a window answers at most while a story is told: a slow machine is no reason to fail. */
const MOST_ANSWERS = 1000;

async function untilStuck(telling, page, whyStuck) {
  let isTold = false;
  const told = telling.finally(() => {
    isTold = true;
  });
  told.catch(() => {});
  for (let n = 0; n < MOST_ANSWERS && !isTold; n++) {
    await Promise.race([told.catch(() => {}), sleep(100)]);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done))).catch(() => {});
  }
  if (!isTold) throw await whyStuck();
  await told;
}
