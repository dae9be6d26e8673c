/**
 * Files in which models call tools: their checks are loaded with the first one, and from then on they check every file, since
 * they know what the others know, too.
 */
import { isOfLines, mayCallTools } from "../../../common/signs.ts";
import { looksLikeLines } from "../adapters/lines.ts";
import { type Checker, IS_SINGLE } from "../checker.ts";
import { baseField, type Noted, oneStep } from "../editor/record.ts";
import { button, element, icon, make } from "../elements.ts";
import { during, later } from "../idle.ts";
import { show as reveal } from "../session.ts";
import { wider } from "../wider.ts";
import { file, fileName, session, textOf } from "./file.ts";

type Stage = "none" | "loading" | "failed" | "there";

let stage: Stage = "none";
let use: (checker: Checker) => void;
/** the formats that the page knows without them */
let known: readonly string[] | undefined;

/** `begin` gets the checker once it has been loaded. */
export function start(begin: typeof use): void {
  use = begin;
  element("file-input", HTMLInputElement).accept += ",.jsonl,.ndjson";
  addEventListener("online", () => stage === "failed" && needsThem() && load());
}

/** The name of a text with a record in each line that has none: its name says that. */
const RECORDS = "records.jsonl";
const isOfRecords = (text: string): boolean => mayCallTools("", text) && looksLikeLines(text);

/** The name of a pasted text with tool calls: that of the response before it would say what it is. */
export function named(text: string): Noted {
  if (IS_SINGLE || !mayCallTools("", text)) return {};
  if (isOfRecords(text)) return { name: RECORDS };
  const id = session.checker?.validate(text).format.id ?? null;
  const isOfAgent = id !== null && (known === undefined || known.includes(id));
  return isOfAgent ? {} : { name: "" };
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

let lines: typeof import("./tools-lines.ts") | undefined;
/** the text that its list of lines was first shown for */
let listed: string | undefined;

/** The list of the lines of the shown text, if it has a record in each. */
function showLines(): void {
  const isOfThem = stage === "there" && isOfLines(fileName()) && session.report !== undefined;
  if (!isOfThem) {
    listed = undefined;
    lines?.hide();
    return;
  }
  const base = file.state.field(baseField);
  if (lines !== undefined) {
    const isOther = listed !== base;
    listed = base;
    lines.show(isOther);
    return;
  }
  void during(
    import("./tools-lines.ts").then((it) => {
      if (lines === undefined) it.start({ session, open: (from) => reveal(session.view, from, from) });
      lines = it;
      showLines();
    }),
  );
}

/** The cursor went elsewhere. */
export const moved = (): void => lines?.moved();

/** Says what is missing for the shown text, after each check. */
export function show(text: string): void {
  if (fileName() === "" && isOfRecords(text)) {
    later(() => file.dispatch(oneStep([], { name: RECORDS })));
    return;
  }
  showLines();
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
        known = session.checker?.formats().map(({ id }) => id);
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
