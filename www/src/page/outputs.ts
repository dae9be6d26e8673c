/** Findings and changes, in the forms that other programs and people want: each is generated when its tab is shown. */
import { nearby, type Part } from "../adapters/diff.ts";
import { documentsFor } from "../adapters/inner.ts";
import { downloadedName, safeName } from "../adapters/names.ts";
import { compared } from "../adapters/readable.ts";
import { toSarif } from "../adapters/sarif.ts";
import { IS_SINGLE } from "../checker.ts";
import { baseField } from "../editor/record.ts";
import { element } from "../elements.ts";
import { during } from "../idle.ts";
import { marked } from "../ui/change.ts";
import { download } from "../ui/download.ts";
import { copy, tell } from "../ui/notice.ts";
import { repairPrompt } from "./background.ts";
import { file, fileName, session, textOf } from "./file.ts";
import * as schema from "./schema.ts";
import * as tools from "./tools.ts";

/** Longer files are not compared: the fixes list what changed. */
const MOST = 2_000_000;

const view = element("output-view", HTMLDivElement);
const box = element("output", HTMLPreElement);
const note = element("output-note", HTMLParagraphElement);
// It scrolls, so the keyboard must reach it.
box.tabIndex = 0;

interface Output {
  note: string;
  ending: string;
  type: string;
  /** as elements, or as text */
  make(): string | Node[] | Promise<string>;
}

const OUTPUTS: Record<string, Output> = {
  "difference-tab": {
    note: "From the original file to the current one, with the payload decoded",
    ending: ".diff.txt",
    type: "text/plain",
    make: difference,
  },
  "prompt-tab": {
    note: "For the model that wrote the file",
    ending: ".prompt.md",
    type: "text/markdown",
    make: prompt,
  },
  "json-tab": {
    note: "The report, as the npm package returns it",
    ending: ".report.json",
    type: "application/json",
    make: () => JSON.stringify(session.report ?? null, null, 2),
  },
  "sarif-tab": {
    note: "For code hosts and editors",
    ending: ".sarif",
    type: "application/sarif+json",
    make: sarif,
  },
};

let shown: Output | undefined;
/** What is being made, and whether it has to be made again because the file has changed. */
let making: Output | undefined;
let isOld = false;

export function start(): void {
  element("output-copy", HTMLButtonElement).addEventListener("click", () => {
    if (isReady()) void copy(box.textContent ?? "", "Text");
  });
  element("output-download", HTMLButtonElement).addEventListener("click", () => {
    if (shown === undefined || !isReady()) return;
    const stem = downloadedName(safeName(name())).replace(/\.json$/, "");
    download(stem + shown.ending, box.textContent ?? "", shown.type);
  });
}

function isReady(): boolean {
  if (box.ariaBusy === "true") tell("The text is not ready yet");
  return box.ariaBusy !== "true";
}

/** Shows the output of a tab; tabs of other views show nothing here. */
export function choose(tab: HTMLElement): void {
  shown = OUTPUTS[tab.id];
  if (!IS_SINGLE) element("reply-button", HTMLButtonElement).hidden = tab.id !== "prompt-tab";
  box.replaceChildren();
  draw();
}

/** Redraws the output after a check. */
export function draw(): void {
  if (shown === undefined || view.hidden) return;
  note.textContent = shown.note;
  if (making === shown) {
    isOld = true;
    return;
  }
  const made = shown.make();
  if (made instanceof Promise) void during(wait(shown, made));
  else fill(shown, typeof made === "string" ? [made] : made);
}

function fill(output: Output, made: (string | Node)[]): void {
  if (output !== shown) return;
  box.ariaBusy = "false";
  box.replaceChildren(...made);
}

/** Shows what is made in the background, again and again if the file changes meanwhile. */
async function wait(output: Output, first: Promise<string>): Promise<void> {
  making = output;
  box.ariaBusy = "true";
  let made = await first;
  while (isOld && output === shown) {
    isOld = false;
    made = (await output.make()) as string;
  }
  making = undefined;
  isOld = false;
  fill(output, [made]);
}

/** How long repairs are looked for, in milliseconds: whoever types wants to see something. */
const PATIENCE = 1000;

const name = (): string => fileName() || ".agent-response-phase8.json";

async function prompt(): Promise<string> {
  const { asked, report } = session;
  if (report === undefined) return "";
  const options = {
    ...asked,
    limits: { ...asked.limits, timeout: PATIENCE },
    fileName: fileName() || "response.json",
  };
  try {
    return (
      (await repairPrompt(textOf(), options, schema.judge(), tools.isThere())) ||
      "There is nothing to repair."
    );
  } catch (error) {
    return `This text could not be made: it ${(error as Error).message}.`;
  }
}

function sarif(): string {
  const { checker, report } = session;
  if (checker === undefined || report === undefined) return "";
  const version = document.documentElement.dataset.version ?? "0.0.0";
  return JSON.stringify(toSarif(report, name(), checker.rules(), version), null, 2);
}

function difference(): string | Node[] {
  const before = file.state.field(baseField);
  const now = textOf();
  if (before === now) return "Nothing has changed.";
  if (before.length + now.length > MOST) return "This file is too long to be compared here.";
  return marked(nearby(changes(before, now)));
}

/** How the file changes, with its payload decoded. */
export function changes(before: string, after: string): Part[] {
  const { asked, checker } = session;
  return compared(before, after, (text) => checker && documentsFor(checker.documents(text, asked)).payload);
}
