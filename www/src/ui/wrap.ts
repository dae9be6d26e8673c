import type { ValidateOptions, WrapOptions } from "agent-response/editor";
import { edited } from "../adapters/edits.ts";
import { type Envelope, putBack } from "../adapters/envelope.ts";
import { readRequest } from "../adapters/request.ts";
import { counts } from "../adapters/severity.ts";
import type { Checker } from "../checker.ts";
import { element } from "../elements.ts";
import { dialog } from "./dialog.ts";
import { copy } from "./notice.ts";

const box = dialog("wrap-dialog");
const content = element("wrap-content", HTMLTextAreaElement);
const request = element("wrap-request", HTMLTextAreaElement);
const requestNote = element("wrap-request-note", HTMLSpanElement);
const status = element("wrap-status", HTMLSelectElement);
const duration = element("wrap-duration", HTMLInputElement);
const errorFields = element("wrap-error-fields", HTMLDivElement);
const errorMessage = element("wrap-error-message", HTMLInputElement);
const errorType = element("wrap-error-type", HTMLInputElement);
const again = element("wrap-again", HTMLInputElement);
const againLine = element("wrap-again-line", HTMLLabelElement);
const back = element("wrap-back", HTMLInputElement);
const backLine = element("wrap-back-line", HTMLLabelElement);
const result = element("wrap-result", HTMLTextAreaElement);
const resultNote = element("wrap-result-note", HTMLSpanElement);
const use = element("wrap-use", HTMLButtonElement);
const copyButton = element("wrap-copy", HTMLButtonElement);

/** The file as it is: a text area turns its line endings into "\n". */
let whole = "";
let envelope = "";

export interface WrapHost {
  /** null if it must not be used */
  text(): string | null;
  request(): string;
  options(): ValidateOptions;
  /** the envelope that the text was taken out of */
  kept(): Envelope | null;
  /** puts a text into the editor, in place of its payload or as a new envelope */
  put(text: string, envelope: Envelope | null): void;
}

const contentText = (): string => edited(whole, content.value);

/** The panel that puts raw content into an envelope. */
export function start(checker: Checker, host: WrapHost): void {
  const update = (): void => preview(checker, host);
  for (const it of [content, request, duration, errorMessage, errorType])
    it.addEventListener("input", update);
  for (const it of [status, again, back]) it.addEventListener("change", update);
  element("wrap-button", HTMLButtonElement).addEventListener("click", () => {
    const text = host.text();
    if (text === null) return;
    whole = text;
    content.value = whole;
    request.value = host.request();
    again.checked = false;
    // A text that has become an envelope would be wrapped again.
    offerBack(host.kept() !== null && checker.unwrap(whole) === null);
    update();
    box.showModal();
    (content.value === "" ? content : request).focus();
  });
  copyButton.addEventListener("click", () => copy(envelope, "Envelope"));
  use.addEventListener("click", () => {
    host.put(envelope, back.checked ? host.kept() : null);
    box.close();
  });
}

export const isOpen = (): boolean => box.open;

/** Takes files while the panel is open; returns false if it is closed. */
export function take(text: string | undefined, asked: string | undefined): boolean {
  if (!box.open) return false;
  if (text !== undefined) {
    whole = text;
    content.value = text;
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

function preview(checker: Checker, host: WrapHost): void {
  for (const it of [request, status, duration, errorMessage, errorType, again]) it.disabled = back.checked;
  errorFields.hidden = status.value === "success";
  const asked = request.value.trim() === "" ? null : readRequest(request.value);
  if (asked === null) requestNote.textContent = "paste it, and its request_id is used";
  else requestNote.textContent = "id" in asked ? `request_id ${asked.id}` : `this ${asked.fault}`;
  requestNote.classList.toggle("bad", asked !== null && "fault" in asked);
  let made = "";
  let note = "";
  let isEnvelope = false;
  try {
    const kept = back.checked ? host.kept() : null;
    if (kept !== null) made = putBack(kept, contentText());
    else made = content.value === "" ? "" : checker.wrap(contentText(), wrapOptions());
    if (made !== "")
      note = counts(checker.validate(made, { ...host.options(), request: request.value }).diagnostics);
  } catch (error) {
    note = error instanceof Error ? error.message : String(error);
    isEnvelope = error instanceof Error && "code" in error && error.code === "content-is-envelope";
  }
  const untouched = made !== "" && made === contentText();
  againLine.hidden = !untouched && !again.checked && !isEnvelope;
  envelope = made;
  result.value = made;
  resultNote.textContent = untouched ? "this is an envelope already, so it stays as it is" : note;
  use.disabled = made === "";
  copyButton.disabled = made === "";
}

function wrapOptions(): WrapOptions {
  const options: WrapOptions = { createdAt: new Date().toISOString() };
  // An existing envelope need not match options that were not chosen.
  if (status.value !== "success") options.status = status.value as NonNullable<WrapOptions["status"]>;
  if (request.value.trim() !== "") options.request = request.value;
  if (duration.value.trim() !== "") options.durationSeconds = Number(duration.value.replace(",", "."));
  if (status.value !== "success" && errorMessage.value !== "") options.errorMessage = errorMessage.value;
  if (status.value !== "success" && errorType.value !== "") options.errorType = errorType.value;
  if (again.checked) options.force = true;
  return options;
}
