import type { Reading, Report } from "agent-response/editor";
import { countSafe, leaves, toCount } from "../adapters/rows.ts";
import { counts } from "../adapters/severity.ts";
import { element, icon, make, prose } from "../elements.ts";
import { say } from "./notice.ts";

const verdict = element("verdict", HTMLSpanElement);
const detected = element("detected", HTMLParagraphElement);
const checkedAs = element("checked-as", HTMLSpanElement);
const ready = element("ready", HTMLDivElement);
const readyTitle = element("ready-title", HTMLElement);
const readyRequest = element("ready-request", HTMLButtonElement);
const readyNote = element("ready-note", HTMLSpanElement);
const fixAll = element("fix-all-button", HTMLButtonElement);
const bottomVerdict = element("bottom-verdict", HTMLButtonElement);
const bottomAct = element("bottom-act", HTMLButtonElement);
const withFindings = ["previous-button", "next-button", "copy-findings-button"].map((it) =>
  element(it, HTMLButtonElement),
);

/** What repairs a finding, with what only a person knows or decides. */
export const WAY_OUT = "#findings form.fix input, #findings button.fix";

let drawn: string | undefined;
/** What is said of a file that is ready, unless the program that reads it refuses it. */
let plain: { title: string; note: string; bottom: string } | undefined;
/** What the program that reads the file does with it, unless it reads it as it is. */
let reading: Pick<Reading, "outcome" | "title"> | undefined;

/**
 * The verdict on the file, and the format it was checked as; without a file, the page is empty. What `isAnswer` is a
 * model's answer: the first thing to do is to make a response of it.
 */
export function show(
  report: Report | undefined,
  formatTitle: (id: string) => string,
  isAnswer = false,
): void {
  const safe = report === undefined ? "" : toCount(countSafe(report));
  const left = report === undefined || safe === "" ? "" : leaves(report);
  // Most keystrokes change nothing here.
  const now =
    report &&
    JSON.stringify([
      counts(report.diagnostics),
      hasOwnId(report),
      report.valid,
      report.format,
      safe,
      left,
      isAnswer,
    ]);
  if (report !== undefined && now === drawn) return;
  drawn = now;
  fixAll.textContent = `Fix all safe${safe}`;
  fixAll.disabled = safe === "";
  fixAll.title = left;
  drawOffer(isAnswer);
  for (const it of withFindings) it.disabled = report === undefined || report.diagnostics.length === 0;
  document.documentElement.dataset.state = report === undefined ? "empty" : "work";
  detected.hidden = report === undefined;
  if (report === undefined) {
    verdict.replaceChildren();
    checkedAs.textContent = "Detect the format";
    say("");
    return;
  }
  const look = tone(report);
  const words = report.diagnostics.length === 0 ? "no findings" : counts(report.diagnostics);
  const text = report.valid && look !== "info" ? `Valid, ${words}` : words;
  verdict.className = `verdict ${look}`;
  verdict.replaceChildren(icon(look), text);
  drawFormat(report, formatTitle);
  const isReady = look === "ok";
  drawReady(report, isReady);
  drawBottom(look, plain?.bottom ?? text, safe);
  drawRefusal();
  if (isAnswer) {
    bottomAct.textContent = "Make a response of it";
    bottomAct.dataset.press = "#offer-button";
  }
  say(text);
}

function drawFormat({ format: { id, reason } }: Report, formatTitle: (id: string) => string): void {
  checkedAs.replaceChildren(
    ...(id === null ? ["Unknown format"] : [make("span", { class: "as" }, "Checked as "), formatTitle(id)]),
  );
  detected.replaceChildren(
    ...prose(reason === "" ? `${checkedAs.textContent}.` : `${checkedAs.textContent}: ${reason}`),
  );
}

/** Only one thing is the first to do, and it is in sight. */
function drawOffer(isAnswer: boolean): void {
  const offer = element("offer", HTMLDivElement);
  if (isAnswer && offer.hidden) element("findings-tab", HTMLButtonElement).click();
  offer.hidden = !isAnswer;
  fixAll.classList.toggle("primary", !isAnswer);
}

/** Says that today's program does something else with a file without an error than reading it. */
export function readAs(first: Reading | undefined): void {
  reading = first?.outcome === "reads" ? undefined : first;
  drawRefusal();
}

function drawRefusal(): void {
  if (plain === undefined) return;
  const isRefused = reading?.outcome === "refuses";
  const bottom =
    reading === undefined ? plain.bottom : isRefused ? "Valid, but refused" : "Valid, with a catch";
  const look = reading === undefined ? "ok" : "warning";
  ready.classList.toggle("refused", reading !== undefined);
  ready.firstElementChild?.replaceWith(icon(look));
  readyTitle.textContent = reading === undefined ? plain.title : `${bottom}.`;
  readyNote.textContent =
    reading === undefined
      ? plain.note
      : `The rules allow this file; ${reading.title} ${isRefused ? "does not, for the reason" : "has its own way, see"} below.`;
  bottomVerdict.className = `quiet ${look}`;
  bottomVerdict.replaceChildren(icon(look), bottom);
}

function drawReady(report: Report, isReady: boolean): void {
  ready.hidden = !isReady;
  const isUnmatched = hasOwnId(report);
  const n = report.diagnostics.length;
  const rest =
    n === 0 ? "" : n === 1 ? ", and one could still be better" : `, and ${n} things could still be better`;
  plain = !isReady
    ? undefined
    : isUnmatched
      ? {
          title: "Ready, but no request matches it.",
          note: "A tool made its id. With the request, a fix gives it the right one.",
          bottom: "Ready, but no request matches",
        }
      : { title: "Ready.", note: `The program can read this file${rest}.`, bottom: "Ready" };
  readyRequest.hidden = !isUnmatched;
}

/** Whether a tool made up the id: nobody who asked gets this answer. */
const hasOwnId = ({ diagnostics }: Report): boolean =>
  diagnostics.some((it) => it.code === "made-by-tool" && it.pointer === "/request_id");

function drawBottom(look: string, text: string, safe: string): void {
  bottomVerdict.className = `quiet ${look}`;
  bottomVerdict.replaceChildren(icon(look), text);
  const isStuck = look === "error" && safe === "" && document.querySelector(WAY_OUT) !== null;
  bottomAct.textContent = isStuck ? "Go to the repair" : safe === "" ? "Copy" : `Fix all${safe}`;
  bottomAct.dataset.press = isStuck ? WAY_OUT : safe === "" ? "#copy-button" : "#fix-all-button";
}

function tone(report: Report): "error" | "warning" | "info" | "ok" {
  if (!report.valid) return "error";
  // A file without a format was not compared with one.
  if (report.format.id === null) return "info";
  return report.diagnostics.some((it) => it.severity === "warning") ? "warning" : "ok";
}
