import type { FormatInfo, ValidateOptions } from "agent-response/editor";
import { readRequest } from "../adapters/request.ts";
import type { Request } from "../editor/record.ts";
import { element, make } from "../elements.ts";
import { menu } from "./menu.ts";

const format = element("format", HTMLSelectElement);
const profile = element("profile", HTMLSelectElement);
const request = element("request", HTMLTextAreaElement);
const chip = element("settings-button", HTMLButtonElement);
const panel = element("settings", HTMLDivElement);
const note = element("request-note", HTMLSpanElement);
const COMPARED = note.textContent ?? "";
const aside = element("request-aside", HTMLParagraphElement);

export interface Settings {
  format: string;
  profile: string;
}

/** The settings; the name and the request belong to the file. */
export function start(changed: () => void, asked: (request: Request) => void): void {
  for (const it of [format, profile]) it.addEventListener("change", changed);
  request.addEventListener("input", () => asked({ text: request.value, isAside: false }));
  element("request-use", HTMLButtonElement).addEventListener("click", () => {
    asked({ text: request.value, isAside: false });
    chip.focus();
  });
  menu(chip, panel, false);
}

/** Offers the formats, also those that become known later. */
export function offer(formats: readonly FormatInfo[]): void {
  const [detect] = format.options;
  const chosen = format.value;
  format.replaceChildren(
    ...(detect === undefined ? [] : [detect]),
    ...formats.map((it) => make("option", { value: it.id }, it.title)),
  );
  format.value = chosen;
}

export const settings = (): Settings => ({ format: format.value, profile: profile.value });

/** Applies the settings of a link; unknown values become the defaults. */
export function set(to: Settings): void {
  format.value = to.format;
  if (format.selectedIndex === -1) format.value = "auto";
  profile.value = to.profile;
  if (profile.selectedIndex === -1) profile.value = "default";
}

/** Shows the request next to the file. */
export function showRequest({ text, isAside }: Request): void {
  aside.hidden = !isAside;
  const asked = text.trim() === "" || isAside ? null : readRequest(text);
  const isBad = asked !== null && "fault" in asked;
  chip.classList.toggle("set", asked !== null && !isBad);
  chip.classList.toggle("wrong", isBad);
  note.classList.toggle("bad", isBad);
  note.textContent = isBad ? `this ${asked.fault}, so nothing is compared` : COMPARED;
  // The typed text is already there, with other line endings; someone who empties the field keeps typing in it.
  if (request.value === text.replace(/\r\n?/g, "\n")) return;
  request.value = text;
}

/** Opens the settings where the request goes. */
export function askForRequest(): void {
  panel.showPopover();
  request.focus();
}

/** The request, unless it belongs to another file. */
export const asked = ({ text, isAside }: Request): string => (isAside ? "" : text);

/** The options for the checker. The clock is the page's: the checker has none. */
export function options(fileName: string, request: string): ValidateOptions {
  const chosen: ValidateOptions = {
    format: format.value as NonNullable<ValidateOptions["format"]>,
    profile: profile.value as NonNullable<ValidateOptions["profile"]>,
    now: new Date().toISOString(),
  };
  if (fileName.trim() !== "") chosen.fileName = fileName.trim();
  if (request.trim() !== "") chosen.request = request;
  return chosen;
}
