import type { FormatInfo, ValidateOptions } from "agent-response";
import { element, make } from "../elements.ts";

const format = element("format", HTMLSelectElement);
const profile = element("profile", HTMLSelectElement);
const request = element("request", HTMLTextAreaElement);
const toggle = element("request-toggle", HTMLButtonElement);
const panel = element("request-panel", HTMLDivElement);

export interface Settings {
  format: string;
  profile: string;
  request: string;
}

/** The switches beside the file; its name belongs to the file. */
export function start(changed: () => void): void {
  for (const it of [format, profile]) it.addEventListener("change", changed);
  request.addEventListener("input", () => {
    markRequest();
    changed();
  });
  toggle.addEventListener("click", () => {
    openRequest(panel.hidden !== false);
    if (!panel.hidden) request.focus();
  });
}

export function offer(formats: readonly FormatInfo[]): void {
  format.append(...formats.map((it) => make("option", { value: it.id }, it.title)));
}

export const settings = (): Settings => ({
  format: format.value,
  profile: profile.value,
  request: request.value,
});

/** The settings of a link; what the page does not know becomes what it starts with. */
export function set(to: Settings): void {
  format.value = to.format;
  if (format.selectedIndex === -1) format.value = "auto";
  profile.value = to.profile;
  if (profile.selectedIndex === -1) profile.value = "default";
  setRequest(to.request);
}

export function setRequest(text: string): void {
  request.value = text;
  openRequest(text !== "");
  markRequest();
}

/** What the checker is asked. The clock is the page's: the checker has none. */
export function options(fileName: string): ValidateOptions {
  const chosen: ValidateOptions = {
    format: format.value as NonNullable<ValidateOptions["format"]>,
    profile: profile.value as NonNullable<ValidateOptions["profile"]>,
    now: new Date().toISOString(),
  };
  if (fileName.trim() !== "") chosen.fileName = fileName.trim();
  if (request.value.trim() !== "") chosen.request = request.value;
  return chosen;
}

function openRequest(open: boolean): void {
  panel.hidden = !open;
  toggle.setAttribute("aria-expanded", String(open));
}

function markRequest(): void {
  toggle.classList.toggle("set", request.value.trim() !== "");
}
