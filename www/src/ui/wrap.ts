import type { ValidateOptions, WrapOptions } from "agent-response/editor";
import { edited } from "../adapters/edits.ts";
import { type Envelope, putBack } from "../adapters/envelope.ts";
import { readRequest } from "../adapters/request.ts";
import { counts } from "../adapters/severity.ts";
import { done, errors, isGuessed, repaired, type Wrapped, wrapped } from "../adapters/wrapped.ts";
import type { Checker } from "../checker.ts";
import { element, prose } from "../elements.ts";
import { dialog } from "./dialog.ts";
import { copy } from "./notice.ts";
import * as parts from "./wrap-parts.ts";

const box = dialog("wrap-dialog");
const content = element("wrap-content", HTMLTextAreaElement);
const request = element("wrap-request", HTMLTextAreaElement);
const requestNote = element("wrap-request-note", HTMLSpanElement);
const status = element("wrap-status", HTMLSelectElement);
const duration = element("wrap-duration", HTMLInputElement);
const errorFields = element("wrap-error-fields", HTMLDivElement);
const errorMessage = element("wrap-error-message", HTMLInputElement);
const errorType = element("wrap-error-type", HTMLInputElement);
const repair = element("wrap-repair", HTMLInputElement);
const again = element("wrap-again", HTMLInputElement);
const againLine = element("wrap-again-line", HTMLLabelElement);
const back = element("wrap-back", HTMLInputElement);
const backLine = element("wrap-back-line", HTMLLabelElement);
const result = element("wrap-result", HTMLTextAreaElement);
const resultNote = element("wrap-result-note", HTMLSpanElement);
const use = element("wrap-use", HTMLButtonElement);
const fix = element("wrap-fix", HTMLButtonElement);
const ask = element("wrap-ask", HTMLButtonElement);
const copyButton = element("wrap-copy", HTMLButtonElement);

/** The buttons that open the panel, and what it is called then. */
const OPENERS = [
  ["wrap-button", "Wrap content in an envelope"],
  ["offer-button", "Make a response of it"],
] as const;

/** What the fields were filled from when the panel was opened. */
let last: unknown[] = [];
/** The file as it is: a text area turns its line endings into "\n". */
let whole = "";
let envelope = "";
/** Whether the user has chosen if the content is repaired; otherwise it is if safe repairs help. */
let isChosen = false;

export interface WrapHost {
  /** null if it must not be used */
  text(): string | null;
  request(): string;
  options(): ValidateOptions;
  /** the envelope that the text was taken out of */
  kept(): Envelope | null;
  /** puts a text into the editor, in place of its payload or as a new envelope that answers a request */
  put(text: string, envelope: Envelope | null, request: string): void;
}

const contentText = (): string => edited(whole, content.value);

/** The panel that puts raw content into an envelope. */
export function start(checker: Checker, host: WrapHost): void {
  const update = (): void => preview(checker, host);
  for (const it of [content, request, duration, errorMessage, errorType])
    it.addEventListener("input", update);
  for (const it of [status, again, back]) it.addEventListener("change", update);
  repair.addEventListener("change", () => {
    isChosen = true;
    update();
  });
  fix.addEventListener("click", () => {
    repair.click();
    use.focus();
  });
  for (const [id, title] of OPENERS)
    element(id, HTMLButtonElement).addEventListener("click", () => {
      const text = host.text();
      if (text === null) return;
      element("wrap-title", HTMLHeadingElement).textContent = title;
      const now = [text, host.request(), host.kept()];
      // What was typed stays while all that it was made of does.
      if (now.some((it, idx) => it !== last[idx])) {
        last = now;
        whole = text;
        content.value = whole;
        request.value = host.request();
        again.checked = false;
        isChosen = false;
        // A text that has become an envelope would be wrapped again.
        offerBack(host.kept() !== null && checker.unwrap(whole) === null);
      }
      update();
      box.showModal();
      (content.value === "" ? content : request).focus();
    });
  copyButton.addEventListener("click", () => copy(envelope, "Envelope"));
  use.addEventListener("click", () => {
    // Below an open panel, the editor takes no focus.
    box.close();
    last = [];
    host.put(envelope, back.checked ? host.kept() : null, request.value);
  });
  ask.addEventListener("click", () => {
    use.click();
    element("prompt-tab", HTMLButtonElement).click();
  });
  parts.start((text) => take(undefined, text));
}

export const isOpen = (): boolean => box.open;

/** Takes files while the panel is open; returns false if it is closed. */
export function take(text: string | undefined, asked: string | undefined): boolean {
  if (!box.open) return false;
  if (text !== undefined) {
    whole = text;
    content.value = text;
    isChosen = false;
    // The content is no longer that of the kept envelope.
    offerBack(false);
  }
  if (asked !== undefined) request.value = asked;
  content.dispatchEvent(new Event("input"));
  return true;
}

function offerBack(offer: boolean): void {
  back.checked = offer;
  backLine.hidden = !offer;
}

const NOTHING: Wrapped = { text: "", applied: [], found: [], payload: "text", isEnvelope: false, reason: "" };

function preview({ recover, validate }: Checker, host: WrapHost): void {
  const isBack = back.checked;
  for (const it of [request, status, duration, errorMessage, errorType, again]) it.disabled = isBack;
  errorFields.hidden = ["", "success"].includes(status.value);
  noteRequest();
  const found = (text: string) => validate(text, { ...host.options(), request: request.value }).diagnostics;
  const wrapper = { recover, found };
  const text = contentText();
  const kept = isBack ? host.kept() : null;
  const options = wrapOptions();
  let made = NOTHING;
  let better: Wrapped | null = null;
  if (kept !== null) {
    const put = putBack(kept, text);
    made = { ...NOTHING, text: put, found: found(put) };
  } else if (text !== "") {
    made = wrapped(text, options, wrapper);
    better = repaired(text, options, wrapper, made);
  }
  repair.disabled = better === null;
  if (!isChosen || better === null) repair.checked = better !== null && !isGuessed(better);
  if (repair.checked && better !== null) made = better;
  show(made, better !== null && !repair.checked);
  parts.show(text, made);
}

/** Shows the envelope. A file with errors is put into the editor only by a button that says so. */
function show(made: Wrapped, canRepair: boolean): void {
  const n = errors(made).length;
  envelope = made.text;
  result.value = envelope;
  const words = [done(made), made.reason, envelope === "" ? "" : counts(made.found)];
  resultNote.replaceChildren(...prose(words.filter((it) => it !== "").join("; ")));
  againLine.hidden = !made.isEnvelope && !again.checked;
  copyButton.disabled = use.disabled = envelope === "";
  fix.hidden = !canRepair;
  ask.hidden = made.payload !== "cut";
  use.classList.toggle("primary", n === 0 && !canRepair);
  use.textContent = n === 0 ? "Put into the editor" : `Put in with ${n === 1 ? "1 error" : `${n} errors`}`;
}

function noteRequest(): void {
  const asked = request.value.trim() === "" ? null : readRequest(request.value);
  if (asked === null) requestNote.textContent = "paste it, and its request_id is used";
  else requestNote.textContent = "id" in asked ? `request_id ${asked.id}` : `this ${asked.fault}`;
  requestNote.classList.toggle("bad", asked !== null && "fault" in asked);
}

function wrapOptions(): WrapOptions {
  const options: WrapOptions = { createdAt: new Date().toISOString() };
  // An existing envelope need not match options that were not chosen.
  if (status.value !== "") options.status = status.value as NonNullable<WrapOptions["status"]>;
  if (request.value.trim() !== "") options.request = request.value;
  if (duration.value.trim() !== "") options.durationSeconds = Number(duration.value.replace(",", "."));
  if (!errorFields.hidden && errorMessage.value !== "") options.errorMessage = errorMessage.value;
  if (!errorFields.hidden && errorType.value !== "") options.errorType = errorType.value;
  if (again.checked) options.force = true;
  return options;
}
