/**
 * Files in which models call tools: their checks are loaded with the first one, and from then on they check every file, since
 * they know what the others know, too.
 */
import { isOfLines, mayCallTools } from "../../../common/signs.ts";
import type { Opened } from "../adapters/files.ts";
import { baseOf } from "../adapters/folder.ts";
import { looksLikeLines } from "../adapters/lines.ts";
import { type Checker, IS_SINGLE } from "../checker.ts";
import { baseField, type Noted, oneStep } from "../editor/record.ts";
import { button, element, icon, make } from "../elements.ts";
import { during, later } from "../idle.ts";
import { check, show as reveal } from "../session.ts";
import { tell } from "../ui/notice.ts";
import { wasm, wider } from "../wider.ts";
import { file, fileName, NO_REQUEST, put, session, textOf, useAround } from "./file.ts";
import type { Large } from "./tools-large.ts";

type Stage = "none" | "loading" | "failed" | "there";

let stage: Stage = "none";
let use: (checker: Checker) => void;
/** the formats that the page knows without them */
let known: readonly string[] | undefined;

/** `begin` gets the checker once it has been loaded. */
export function start(begin: typeof use): void {
  use = begin;
  useAround(shown);
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

/** Whether a file of lines, or one of which the page knows no format, needs them; then they are loaded. */
export function want(name: string, text: string, format: string | null | undefined): boolean {
  const isKnown = format !== null && !isOfLines(name);
  if (stage === "there" || isKnown || !mayCallTools(name, text)) return false;
  if (stage === "none") load();
  return true;
}

const needsThem = (): boolean => want(fileName(), textOf(), session.report?.format.id);

let lines: typeof import("./tools-lines.ts") | undefined;
let large: Large | undefined;
/** the text that its list of lines was first shown for */
let listed: string | undefined;

/** The lines of the long file of which a line is in the editor. */
const shown = (): Large | null =>
  large !== undefined && large.base === file.state.field(baseField) && large.name === fileName()
    ? large
    : null;

/** The list of the lines of the shown text, if it has a record in each. */
function showLines(): void {
  const { report } = session;
  if (lines === undefined || report === undefined || !isOfLines(fileName())) {
    listed = undefined;
    lines?.hide();
    if (stage === "there" && report !== undefined && isOfLines(fileName())) void during(loadLines());
    return;
  }
  const long = shown();
  const base = long?.name ?? file.state.field(baseField);
  const isOther = listed !== base;
  listed = base;
  long?.note(file.state, report);
  const { ofSession } = lines;
  lines.show(() => shown() ?? ofSession(session), isOther);
}

async function loadLines(): Promise<void> {
  const it = await import("./tools-lines.ts");
  if (lines === undefined) it.start(openLine);
  lines = it;
  showLines();
}

function openLine(number: number): void {
  const long = shown();
  const { doc } = file.state;
  const { from } = doc.line(Math.min(number, doc.lines));
  if (long === null) reveal(session.view, from, from);
  else openOf(long, number);
}

/** Shows a line of a long file in the editor, as it was left. */
function openOf(long: Large, number: number): void {
  const state = long.open(number);
  file.setState(state ?? session.fresh());
  if (state === undefined) put(long.base, { name: long.name, request: NO_REQUEST, envelope: null }, false);
  session.host.noted?.();
  check(session);
}

/** Longer files with a record in each line are not put into the editor as a whole. */
const LONG = 2 * 1024 * 1024;

/** Takes a long file with a record in each line; returns false if it is another one. */
export function take({ name, text, bytes }: Pick<Opened, "name" | "text" | "bytes">): boolean {
  if (text.length < LONG || !isOfLines(name) || bytes !== null) return false;
  const isWanted = !areChanged() || confirm("Lines of the open file were changed. Close it and lose that?");
  if (isWanted) void during(open(baseOf(name), text));
  return true;
}

export const takePasted = (text: string): boolean =>
  text.length >= LONG && isOfRecords(text) && take({ name: RECORDS, text, bytes: null });

async function open(name: string, text: string): Promise<void> {
  tell(`${name} is read line by line`);
  try {
    const [checker, module, bytes] = await Promise.all([wider(), import("./tools-large.ts"), wasm()]);
    if (stage !== "there") begun(checker);
    large?.end();
    const opened: Large = new module.Large(name, text, () => {
      if (large !== opened) return;
      if (opened.current === 0 && opened.count > 0) openOf(opened, 1);
      else lines?.moved();
    });
    large = opened;
    opened.check(session.host.options(), bytes);
  } catch {
    tell("Tool calls need one more download, which failed");
  }
}

/** How many lines of the file come before what is in the editor. */
export const linesBefore = (): number => Math.max((shown()?.current ?? 1) - 1, 0);

/** Whether lines of a long file were changed. */
export const areChanged = (): boolean => shown()?.isChanged === true;

/** Checks a long file again, because the options have changed. */
export function recheck(): void {
  const long = shown();
  if (long !== null) void during(wasm()).then((bytes) => long.check(session.host.options(), bytes));
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
        begun(it);
      },
      () => {
        stage = "failed";
        show(textOf());
      },
    ),
  );
  show(textOf());
}

function begun(checker: Checker): void {
  stage = "there";
  known = session.checker?.formats().map(({ id }) => id);
  use(checker);
  void keep();
}

/** Who has checked such a file can do so offline. */
async function keep(): Promise<void> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage("tools");
}
