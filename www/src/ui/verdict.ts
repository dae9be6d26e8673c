import type { Report } from "agent-response";
import { countSafe } from "../adapters/rows.ts";
import { counts } from "../adapters/severity.ts";
import { element, icon, prose } from "../elements.ts";
import { say } from "./notice.ts";

const verdict = element("verdict", HTMLParagraphElement);
const detected = element("detected", HTMLParagraphElement);
const welcome = element("welcome", HTMLDivElement);
const fixAll = element("fix-all-button", HTMLButtonElement);
const withFindings = ["previous-button", "next-button", "copy-findings-button"].map((it) =>
  element(it, HTMLButtonElement),
);

/** What the findings come to, and as what the file was checked; without a file, the words of welcome. */
export function show(report: Report | undefined, formatTitle: (id: string) => string): void {
  const safe = report === undefined ? 0 : countSafe(report);
  fixAll.textContent = safe === 0 ? "Fix all safe" : `Fix all safe (${safe})`;
  fixAll.disabled = safe === 0;
  for (const it of withFindings) it.disabled = report === undefined || report.diagnostics.length === 0;
  welcome.hidden = report !== undefined;
  detected.hidden = report === undefined;
  if (report === undefined) {
    verdict.replaceChildren();
    say("");
    return;
  }
  const look = tone(report);
  const words = report.diagnostics.length === 0 ? "no findings" : counts(report.diagnostics);
  const text = report.valid && look !== "info" ? `Valid, ${words}` : words;
  verdict.className = `verdict ${look}`;
  verdict.replaceChildren(icon(look), text);
  const { id, reason } = report.format;
  const known = id === null ? "Unknown format" : `Checked as ${formatTitle(id)}`;
  detected.replaceChildren(...prose(reason === "" ? known : `${known}: ${reason}`));
  say(text);
}

function tone(report: Report): "error" | "warning" | "info" | "ok" {
  if (!report.valid) return "error";
  // What has no format was not held against one.
  if (report.format.id === null) return "info";
  return report.diagnostics.some((it) => it.severity === "warning") ? "warning" : "ok";
}
