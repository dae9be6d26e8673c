/**
 * Drives a browser as someone who sits before it: by WebDriver, which Firefox takes from a socket (Marionette) and WebKitGTK
 * over HTTP. Both have the same commands.
 */
import { LONG } from "../support.ts";

/** Sends a command, and returns its result. */
export type Send = (command: Command, given?: object) => Promise<unknown>;
export type Command =
  | "Navigate"
  | "ExecuteAsyncScript"
  | "PerformActions"
  | "FindElement"
  | "ElementSendKeys";

/** Keys that are no characters. */
const KEYS: Record<string, string> = {
  Backspace: "\uE003",
  Tab: "\uE004",
  Enter: "\uE007",
  Shift: "\uE008",
  Control: "\uE009",
  Escape: "\uE00C",
  End: "\uE010",
  Home: "\uE011",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
  F1: "\uE031",
  F8: "\uE038",
};
/** The name of an element in WebDriver. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

const pause = (): Promise<unknown> => new Promise((done) => setTimeout(done, 20));

export class Driver {
  readonly #send: Send;
  constructor(send: Send) {
    this.#send = send;
  }

  goto(url: string): Promise<unknown> {
    return this.#send("Navigate", { url });
  }

  /** As a user does; the command for it goes past the service worker in Firefox. */
  async reload(): Promise<void> {
    await this.evaluate(() => {
      Object.assign(window, { isOld: true });
      location.reload();
    });
    await this.until(() => !("isOld" in window) && document.readyState === "complete");
  }

  /** What a function returns in the page, which gets nothing but its argument, or what an expression is: all are JSON. */
  async evaluate<T, Given>(f: ((given: Given) => T) | string, given?: Given): Promise<Awaited<T>> {
    const script = `const [given, done] = arguments;
      new Promise((it) => it(${typeof f === "string" ? f : `(${f})(JSON.parse(given))`})).then(
        (value) => done(JSON.stringify({ value })),
        (error) => done(JSON.stringify({ fault: String(error) + error?.stack })),
      )`;
    const args = [JSON.stringify(given ?? null)];
    const text = await this.#send("ExecuteAsyncScript", { script, args, scriptTimeout: LONG, sandbox: null });
    const { value, fault } = JSON.parse(String(text)) as { value: Awaited<T>; fault?: string };
    if (fault !== undefined) throw new Error(fault);
    return value;
  }

  /** Waits until a function returns true, over loads of other pages. */
  async until(f: () => boolean | undefined | Promise<boolean | undefined>): Promise<void> {
    let found: unknown;
    for (const end = performance.now() + LONG; performance.now() < end; await pause()) {
      found = await this.evaluate(f).catch((error: unknown) => error);
      if (found === true) return;
    }
    throw new Error(`waited in vain for ${f}: ${found}`);
  }

  /** What a function returns for each visible element that has a text, or for the first ones; ` >>> ` leads into a shadow root. */
  all<T>(selector: string, f: (it: HTMLElement) => T, text = "", most = 1000): Promise<T[]> {
    return this.evaluate<T[], never>(
      `${JSON.stringify(selector)}
        .split(" >>> ")
        .reduce((roots, it) => roots.flatMap((root) => [...(root.shadowRoot ?? root).querySelectorAll(it)]), [document])
        .filter((it) => it.checkVisibility() && it.textContent.includes(${JSON.stringify(text)}))
        .slice(0, ${most})
        .map(${f})`,
    );
  }

  texts(selector: string): Promise<string[]> {
    return this.all(selector, (it) => it.textContent ?? "");
  }

  /** Waits for such an element. */
  async see(selector: string, text = ""): Promise<void> {
    for (const end = performance.now() + LONG; performance.now() < end; await pause())
      if ((await this.all(selector, () => true, text).catch(() => [])).length > 0) return;
    throw new Error(`there is no ${selector} ${text}`);
  }

  async focus(selector: string): Promise<void> {
    await this.all(selector, (it) => it.focus());
  }

  /** Clicks on the middle of an element with the mouse. */
  async click(selector: string, text = ""): Promise<void> {
    await this.see(selector, text);
    const [place] = await this.all(
      selector,
      (it) => {
        it.scrollIntoView({ block: "center" });
        const { x, y, width, height } = it.getBoundingClientRect();
        return { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) };
      },
      text,
      1,
    );
    await this.#act("pointer", [
      { type: "pointerMove", ...place, origin: "viewport", duration: 0 },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ]);
  }

  /** Presses keys that are held together, such as `Control+v`. */
  press(keys: string): Promise<unknown> {
    const values = keys.split("+").map((it) => KEYS[it] ?? it);
    return this.#act("key", [
      ...values.map((value) => ({ type: "keyDown", value })),
      ...values.reverse().map((value) => ({ type: "keyUp", value })),
    ]);
  }

  /** Types a text, character by character. */
  type(text: string): Promise<unknown> {
    return this.#act(
      "key",
      [...text].flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]),
    );
  }

  #act(type: string, actions: object[]): Promise<unknown> {
    return this.#send("PerformActions", { actions: [{ type, id: type, actions }] });
  }

  /** Chooses files on the disk. */
  async choose(selector: string, paths: readonly string[]): Promise<void> {
    const found = (await this.#send("FindElement", { using: "css selector", value: selector })) as object;
    const id = String(Object.entries(found).find(([name]) => name === ELEMENT)?.[1]);
    await this.#send("ElementSendKeys", { id, text: paths.join("\n") });
  }
}
