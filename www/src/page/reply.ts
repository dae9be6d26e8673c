/** The panel for what the model replied to the prompt: it is applied to a copy, and nothing changes unless it is accepted. */
import type { Diagnostic, FixOptions } from "agent-response/editor";
import { beyond, type Difference } from "../adapters/beyond.ts";
import { diff, nearby, type Part } from "../adapters/diff.ts";
import { difference } from "../adapters/edits.ts";
import { type Applied, applied } from "../adapters/reply.ts";
import { separated } from "../adapters/separate.ts";
import { counts } from "../adapters/severity.ts";
import { baseField, oneStep } from "../editor/record.ts";
import { element, icon, make } from "../elements.ts";
import { marked } from "../ui/change.ts";
import { dialog } from "../ui/dialog.ts";
import { tell } from "../ui/notice.ts";
import { file, refuse, session, textOf } from "./file.ts";

/** More differences are counted, not drawn. */
const MOST = 50;
/** How much of a text is shown beside a difference, in characters. */
const AROUND = 60;

/** What was read from the reply; null if it is of no use. */
let made: Applied | null = null;
/** The same without what was changed beyond what was asked; null where that cannot be separated. */
let only: string | null = null;

/** The original text of the file that the typed reply is about; undefined if that was accepted. */
let about: string | undefined;

export function start(): void {
  const box = dialog("reply-dialog");
  const reply = element("reply-text", HTMLTextAreaElement);
  const accept = element("reply-accept", HTMLButtonElement);
  const part = element("reply-part", HTMLButtonElement);
  reply.addEventListener("input", () => show(reply.value, accept, part));
  element("reply-button", HTMLButtonElement).addEventListener("click", () => {
    if (refuse()) return;
    // A reply that was left is still there, unless it is about another file.
    const base = file.state.field(baseField);
    if (base !== about) reply.value = "";
    about = base;
    show(reply.value, accept, part);
    box.showModal();
    reply.select();
  });
  accept.addEventListener("click", () => {
    // A notice in a dialog disappears with it.
    box.close();
    if (made !== null) use(made.text);
  });
  part.addEventListener("click", () => {
    box.close();
    if (only !== null) use(only);
  });
}

/** Puts the copy in the place of the file; undo brings the file back. */
function use(text: string): void {
  const edit = difference(textOf(), text);
  if (edit === null) return;
  about = undefined;
  file.dispatch(
    oneStep({ from: edit.from, to: edit.to, insert: file.state.toText(edit.text) }, { raw: null }),
  );
  const tab = element("findings-tab", HTMLButtonElement);
  tab.click();
  tab.focus();
  tell("The reply is in the editor", {
    name: "Undo",
    act: () => element("undo-button", HTMLButtonElement).click(),
  });
}

function show(reply: string, accept: HTMLButtonElement, part: HTMLButtonElement): void {
  const text = textOf();
  made = applied(reply, text);
  const outcome = made === null ? null : judged(made, text);
  only = outcome?.only ?? null;
  part.hidden = only === null;
  accept.disabled = outcome === null || made?.text === text;
  accept.classList.toggle("primary", outcome?.isAsked !== false);
  accept.textContent = outcome?.isAsked === false ? "Accept anyway" : "Accept";
  const nothing = reply.trim() === "" ? [] : [make("p", { class: "warn" }, NOTHING)];
  element("reply-outcome", HTMLDivElement).replaceChildren(...(outcome?.shown ?? nothing));
}

const NOTHING = "There is neither a file in this reply nor an edit.";

interface Outcome {
  shown: Node[];
  isAsked: boolean;
  only: string | null;
}

/** The findings that the reply leaves, and what it changed beyond them. */
function judged(made: Applied, text: string): Outcome | null {
  const { checker, asked, report } = session;
  if (checker === undefined || report === undefined) return null;
  const found = checker.validate(made.text, asked).diagnostics;
  const options: FixOptions = { ...asked, suggestions: true };
  const isRepaired = !found.some(isError);
  const repaired = checker.fix(text, options).text;
  // A finding that is left is no change.
  const now = isRepaired ? made.text : checker.fix(made.text, options).text;
  const more = beyond({ was: text, repaired, now }, report.diagnostics);
  const only = separated(made.text, repaired, more ?? [], (it) => checker.symbols(it, asked));
  const then = only === null || only === text ? null : checker.validate(only, asked).diagnostics;
  const isOffered = then !== null && then.filter(isError).length <= found.filter(isError).length;
  return {
    shown: [
      verdict(found, ` after the reply; ${counts(report.diagnostics)} before`),
      ...missed(made),
      ...(more === null ? all(text, made.text) : listed(more)),
      ...(isOffered ? [verdict(then, " without these changes")] : []),
    ],
    isAsked: isRepaired && made.missed.length === 0 && more?.length === 0,
    only: isOffered ? only : null,
  };
}

const isError = ({ severity }: Diagnostic): boolean => severity === "error";

function verdict(found: readonly Diagnostic[], words: string): HTMLElement {
  const look = ["error", "warning"].find((it) => found.some(({ severity }) => severity === it)) ?? "ok";
  return make(
    "p",
    { class: `verdict ${look}` },
    icon(look),
    make("span", {}, make("strong", {}, counts(found)), words),
  );
}

/** The edits that could not be made. */
function missed({ missed, n }: Applied): Node[] {
  if (missed.length === 0) return [];
  const edits = `${n + missed.length} edit${n + missed.length === 1 ? "" : "s"}`;
  const words = `${missed.length} of ${edits} ${missed.length === 1 ? "was" : "were"} not made: the text does not occur once in the file`;
  return [
    make("p", { class: "warn" }, words),
    ...missed.slice(0, MOST).map((it) => line([{ kind: "same", text: it }])),
  ];
}

/** What was changed beyond what was asked. */
function listed(more: readonly Difference[]): Node[] {
  if (more.length === 0) return [make("p", {}, "Nothing was changed beyond what was asked.")];
  const rest = more.length - MOST;
  return [
    make("h3", {}, "Changed beyond what was asked"),
    make(
      "ol",
      { class: "changes" },
      ...more
        .slice(0, MOST)
        .map(({ path, parts }) =>
          make(
            "li",
            {},
            make("p", { class: "what" }, make("code", {}, path || "the whole file")),
            line(parts),
          ),
        ),
      ...(rest > 0 ? [make("li", { class: "aside" }, `and ${rest} more`)] : []),
    ),
  ];
}

const all = (before: string, after: string): Node[] => [
  make("h3", {}, "All that was changed, because it cannot be read as JSON"),
  line(diff(before, after)),
];

const line = (parts: readonly Part[]): HTMLElement =>
  make("p", { class: "diff" }, make("span", { class: "text" }, ...marked(nearby(parts, AROUND))));
