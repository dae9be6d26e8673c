/**
 * Files in which models call tools: their checks are loaded with the first one, and from then on they check every file, since
 * they know what the others know, too.
 */
import { mayCallTools } from "../../../common/signs.ts";
import type { Checker } from "../checker.ts";
import { button, element, icon, make } from "../elements.ts";
import { during } from "../idle.ts";
import { wider } from "../wider.ts";
import { fileName, session, textOf } from "./file.ts";

type Stage = "none" | "loading" | "failed" | "there";

let stage: Stage = "none";
let use: (checker: Checker) => void;

/** `begin` gets the checker once it has been loaded. */
export function start(begin: typeof use): void {
  use = begin;
  element("file-input", HTMLInputElement).accept += ",.jsonl,.ndjson";
  addEventListener("online", () => stage === "failed" && needsThem() && load());
}

/** Whether the checker knows tool calls by now. */
export const isThere = (): boolean => stage === "there";

/** Whether a file of which the page knows no format needs them; then they are loaded. */
export function want(name: string, text: string, format: string | null | undefined): boolean {
  if (stage === "there" || format !== null || !mayCallTools(name, text)) return false;
  if (stage === "none") load();
  return true;
}

const needsThem = (): boolean => want(fileName(), textOf(), session.report?.format.id);

/** Says what is missing for the shown text, after each check. */
export function show(text: string): void {
  const box = element("tools-note", HTMLParagraphElement);
  const isWanted = want(fileName(), text, session.report?.format.id);
  const now = isWanted ? stage : "";
  box.hidden = now === "";
  if (box.dataset.drawn === now) return;
  box.dataset.drawn = now;
  if (now === "failed")
    box.replaceChildren(icon("warning"), make("span", {}, failed), button({}, again, "Try again"));
  else box.replaceChildren(icon("info"), make("span", {}, loading));
}

const loading = "This looks like tool calls. Their checks are loading; until then, only the JSON is checked.";
const failed = "This looks like tool calls. Their checks need one more download, which failed.";

function again(): void {
  load();
  element("findings-title", HTMLHeadingElement).focus();
}

function load(): void {
  stage = "loading";
  void during(
    wider().then(
      (it) => {
        stage = "there";
        use(it);
        void keep();
      },
      () => {
        stage = "failed";
        show(textOf());
      },
    ),
  );
  show(textOf());
}

/** Who has checked such a file can do so offline. */
async function keep(): Promise<void> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage("tools");
}
