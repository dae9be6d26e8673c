import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomesIdle, built, LONG, serve } from "../support.ts";
import type { Driver } from "./driver.ts";
import type { Launched } from "./launch.ts";

/** What a test has: a browser on an origin that nothing has visited before. */
export interface Seat {
  driver: Driver;
  url: string;
  /** From now on, nothing answers. */
  close(): Promise<void>;
  /** Opens a page of the site, and waits until it shows everything. */
  open(path?: string): Promise<void>;
}

type Answer = (file: string) => Promise<Buffer | string>;
export type Test = (name: string, act: (seat: Seat) => Promise<void>, answer?: Answer) => void;

/** Starts a browser for all tests of a file; the result adds one, in which pages must not complain. */
export function testsIn(browser: string, launch: () => Promise<Launched>): Test {
  let launched: Launched;
  before(async () => {
    launched = await launch();
  });
  after(() => launched.close());
  return (name, act, answer = built) =>
    test(`${name} (${browser})`, async () => {
      const { url, close } = await serve("/", watched(answer));
      const { driver } = launched;
      const open = async (path = ""): Promise<void> => {
        await driver.goto(`${url}${path}`);
        await idle(driver);
      };
      try {
        await act({ driver, url, close, open });
        const complaints = await driver.evaluate(() => sessionStorage.getItem("complaints"));
        assert.equal(complaints ?? "", "", "errors, warnings, or violations of the policy");
      } finally {
        await driver.goto("about:blank");
        await close();
      }
    });
}

/** The same files, with a script of the page that collects what must not happen; a page without that script takes `watch.js`. */
const watched =
  (answer: Answer): Answer =>
  async (file) => {
    if (file === "/watch.js") return WATCH;
    return file === "/theme.js" ? `${WATCH}\n${await answer(file)}` : answer(file);
  };

/** A script that collects complaints in the tab, over all pages of the origin. */
export const WATCH = `(${watch})();`;

function watch(): void {
  const complain = (it: string): void =>
    sessionStorage.setItem("complaints", `${sessionStorage.getItem("complaints") ?? ""}${it}`);
  complain("");
  for (const kind of ["error", "warn"] as const)
    console[kind] = (...all: unknown[]) => complain(`${kind}: ${all.join(" ")}\n`);
  addEventListener(
    "error",
    ({ message, target }) => complain(`error: ${message ?? (target as HTMLElement).outerHTML}\n`),
    true,
  );
  addEventListener("unhandledrejection", (it) => complain(`rejection: ${it.reason}\n`));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) => {
    // A site without an icon asks for one of this name.
    if (!blockedURI.endsWith("/favicon.ico"))
      complain(`policy: ${violatedDirective} ${blockedURI} ${sample}\n`);
  });
}

/** Waits until the page shows everything that was caused by what was done before. */
export const idle = (driver: Driver): Promise<number> => driver.evaluate(becomesIdle, LONG);

/** Pastes a text instead of the file, from the clipboard. */
export async function paste(driver: Driver, text: string): Promise<void> {
  await driver.evaluate((it) => {
    const area = document.createElement("textarea");
    area.id = "copied";
    area.value = it;
    document.body.append(area);
    area.focus();
    area.select();
  }, text);
  await driver.press("Control+c");
  await driver.evaluate(() => document.getElementById("copied")?.remove());
  await driver.focus("#file-editor .cm-content");
  await driver.press("Control+a");
  await driver.press("Control+v");
  await idle(driver);
}

/** Chooses a sample by a part of its title. */
export async function pick(driver: Driver, title: string): Promise<void> {
  await driver.click("#samples-button");
  await driver.click("#samples-list .name", title);
  await idle(driver);
}

/** The whole text of the file: what its copy button would copy. */
export const fileOf = (driver: Driver): Promise<string> =>
  driver.evaluate(() => {
    const { clipboard } = navigator;
    let text = "";
    clipboard.writeText = async (it) => {
      text = it;
    };
    document.getElementById("copy-button")?.click();
    Reflect.deleteProperty(clipboard, "writeText");
    return text;
  });

/** The codes of the listed findings. */
export const codes = (driver: Driver): Promise<string[]> => driver.texts("#findings a.code");

/** How elements are underlined: each way once. */
export async function underlines(driver: Driver, marks: string): Promise<string[]> {
  const all = await driver.all(marks, (it) => {
    const { textDecorationLine: line, textDecorationStyle: style } = getComputedStyle(it);
    return `${line} ${style}`;
  });
  return [...new Set(all)];
}
