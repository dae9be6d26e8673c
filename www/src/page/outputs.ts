/** Findings and changes, in the forms that other programs and people want: each is generated when its tab is shown. */
import { diff, nearby, type Part } from "../adapters/diff.ts";
import { downloadedName, safeName } from "../adapters/names.ts";
import { toSarif } from "../adapters/sarif.ts";
import { baseField } from "../editor/record.ts";
import { element, make } from "../elements.ts";
import { download } from "../ui/download.ts";
import { copy } from "../ui/notice.ts";
import { file, fileName, session, textOf } from "./file.ts";

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
  make(): string | Node[];
}

const OUTPUTS: Record<string, Output> = {
  "difference-tab": {
    note: "From the original file to the current one",
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

export function start(): void {
  element("output-copy", HTMLButtonElement).addEventListener(
    "click",
    () => void copy(box.textContent ?? "", "Text"),
  );
  element("output-download", HTMLButtonElement).addEventListener("click", () => {
    if (shown === undefined) return;
    const stem = downloadedName(safeName(name())).replace(/\.json$/, "");
    download(stem + shown.ending, box.textContent ?? "", shown.type);
  });
}

/** Shows the output of a tab; tabs of other views show nothing here. */
export function choose(tab: HTMLElement): void {
  shown = OUTPUTS[tab.id];
  draw();
}

/** Redraws the output after a check. */
export function draw(): void {
  if (shown === undefined || view.hidden) return;
  note.textContent = shown.note;
  const made = shown.make();
  box.replaceChildren(...(typeof made === "string" ? [made] : made));
}

/** How long repairs are looked for, in milliseconds: nothing else happens in the page until then. */
const PATIENCE = 1000;

const name = (): string => fileName() || ".agent-response.json";

function prompt(): string {
  const { checker, asked, report } = session;
  if (checker === undefined || report === undefined) return "";
  const limits = { ...asked.limits, timeout: PATIENCE };
  return (
    checker.repairPrompt(textOf(), { ...asked, limits, fileName: name() }) || "There is nothing to repair."
  );
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
  return nearby(diff(before, now)).map((it) =>
    it === null ? make("span", { class: "left-out" }, "\n…\n") : part(it),
  );
}

const TAGS = { same: "span", gone: "del", come: "ins" } as const;
const part = ({ kind, text }: Part): HTMLElement => make(TAGS[kind], {}, text);
