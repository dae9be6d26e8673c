/** The report for people, as the command prints it, and a payload or one error. */

import { rules, unwrap, validate } from "agent-response";
import { found, given, members, refusal } from "../../src/wasm/fast.js";
import type * as Api from "../dist/index.js";
import type * as Types from "../dist/report.js";
import { folded, width } from "./report/columns.ts";
import { around, lineStart } from "./report/excerpt.ts";
import { insides } from "./report/inside.ts";
import { visible } from "./report/visible.ts";

const SEVERITIES = ["error", "warning", "info", "hint"] as const;

export class AgentResponseError extends Error {
  override readonly name = "AgentResponseError";
  readonly report: Api.Report;
  readonly code: Types.AgentResponseError["code"];

  constructor(
    message: string,
    report: Api.Report,
    code: Types.AgentResponseError["code"] = "invalid-response",
  ) {
    super(message);
    this.report = report;
    this.code = code;
  }
}

export function parse<T = unknown>(text: string, options?: Api.ValidateOptions): T {
  if (typeof text !== "string") throw refusal(`text must be a string, but ${found(text)}`);
  const report = validate(text, options);
  const fileName = given(options, "fileName") ?? "<text>";
  const name = visible(fileName);
  const failed = report.valid ? failure(report, text) : undefined;
  if (failed !== undefined) throw new AgentResponseError(`${name} ${failed}`, report, "failed-response");
  const payload = report.valid ? unwrap<T>(text) : null;
  if (payload && payload.kind !== "cut")
    return payload.kind === "json" ? payload.value : (payload.content as T);
  const findings = formatReport(report, text, { fileName, minSeverity: "error" });
  const why = !report.valid
    ? "is no valid agent response"
    : isEnvelope(report)
      ? "holds no payload"
      : "is no agent response";
  throw new AgentResponseError(`${name} ${why}\n\n${findings}`.trimEnd(), report);
}

const isEnvelope = ({ format }: Api.Report): boolean =>
  format.id === "agent-response" || format.id === "delegator";

/** What a valid envelope says of a run that failed; undefined if the run did not. */
function failure(report: Api.Report, text: string): string | undefined {
  if (!isEnvelope(report)) return undefined;
  let envelope: { status?: unknown; error_message?: unknown; error?: { message?: unknown } | null } | null;
  try {
    envelope = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
  const status = envelope?.status;
  if (status !== "error" && status !== "timeout") return undefined;
  const what = status === "error" ? "reports an error" : "reports a timeout";
  const message = envelope?.error_message ?? envelope?.error?.message;
  if (typeof message !== "string" || message.trim() === "") return `${what} without a message`;
  return `${what}: ${message.split(/\r?\n/).map(visible).join("\n")}`;
}

export function formatReport(report: Api.Report, text: string, options?: Types.FormatReportOptions): string {
  const diagnostics = Object(report) === report ? given(report, "diagnostics") : undefined;
  if (!Array.isArray(diagnostics)) throw refusal(`report must be a report, but ${found(report)}`);
  if (typeof text !== "string") throw refusal(`text must be a string, but ${found(text)}`);
  const { fileName, columns, folds, least } = read(options);
  const ofSyntax = new Set<string>(rules().flatMap((it) => (it.group === "syntax" ? it.code : [])));
  const rank = (it: Api.Diagnostic): number =>
    it.code === "too-large"
      ? 0
      : SEVERITIES.indexOf(it.severity) * 65_536 + it.inner.length * 2 + (ofSyntax.has(it.code) ? 0 : 1);
  const shown = diagnostics.filter((it) => SEVERITIES.indexOf(it.severity) <= least);
  shown.sort((a, b) => rank(a) - rank(b) || a.bytes.from - b.bytes.from);
  return shown.map((it) => finding(it, text, visible(fileName), columns, folds)).join("");
}

const OPTIONS = ["fileName", "width", "minSeverity"];

function read(options: Types.FormatReportOptions | undefined) {
  const values = members(options, OPTIONS);
  if (values === undefined) throw refusal(`options must be an object, but ${found(options)}`);
  if (typeof values === "string")
    throw refusal(`options.${visible(values)} is not an option; known are ${OPTIONS.join(", ")}`);
  const fileName = given(options, "fileName") ?? "<text>";
  const columns = given(options, "width") ?? 100;
  const minSeverity = given(options, "minSeverity") ?? "info";
  const least = SEVERITIES.indexOf(minSeverity);
  if (typeof fileName !== "string")
    throw refusal(`options.fileName must be a string, but ${found(fileName)}`);
  if (!Number.isInteger(columns))
    throw refusal(`options.width must be a whole number, but ${found(columns)}`);
  if (least < 0)
    throw refusal(
      `options.minSeverity must be one of "error", "warning", "info", "hint", but ${found(minSeverity)}`,
    );
  const folds = given(options, "width") !== undefined;
  return { fileName, columns: Math.min(Math.max(columns, 40), 160), folds, least };
}

/** A place with a title, without the column of the line numbers. */
interface Group {
  title: string;
  origin: string;
  number?: string;
  source?: string;
  mark?: string;
}

/** `note: ` or `help: ` */
const KIND = 6;

function finding(it: Api.Diagnostic, text: string, path: string, columns: number, folds: boolean): string {
  const groups = [group(it, `${it.severity}[${it.code}]: ${visible(it.message)}`, "^", text, path, columns)];
  for (const other of it.related)
    groups.push(group(other, `note: ${visible(other.message)}`, "-", text, path, columns));
  const digits = Math.max(...groups.map((it) => it.number?.length ?? 0), 1);
  const gutter = " ".repeat(digits);
  const notes = [
    ...insides(it, text).map((it) => `note: ${it}`),
    ...it.fixes.map((it) => `help: ${visible(it.title)}${how(it)}`),
  ].map((it) => {
    // As in the command, a sentence is broken only where the width is known.
    const fitting = folds ? folded(it.slice(KIND), columns - digits - 3 - KIND) : it.slice(KIND);
    return `${gutter} = ${it.slice(0, KIND)}${fitting.replaceAll("\n", `\n${" ".repeat(digits + 3 + KIND)}`)}`;
  });
  const lines = groups.flatMap(({ title, origin, number, source, mark }, index) => [
    title,
    `${gutter}--> ${origin}`,
    ...(number === undefined
      ? []
      : [`${gutter} |`, `${number.padEnd(digits)} | ${source}`.trimEnd(), `${gutter} | ${mark}`]),
    ...(index === 0 ? notes : []),
  ]);
  return `${lines.join("\n")}\n\n`;
}

const how = ({ safety, file }: Api.Fix): string => {
  if (file) return "";
  return safety === "safe"
    ? " (safe: run `agent-response fix`)"
    : " (suggestion: `agent-response fix --suggestions`)";
};

function group(
  { from, to, range, bytes }: Pick<Api.Diagnostic, "from" | "to" | "range" | "bytes">,
  title: string,
  sign: string,
  text: string,
  path: string,
  columns: number,
): Group {
  // It is about the file as a whole: there is nothing to point at.
  if (bytes.to === 0) return { title: unjoined(title), origin: path };
  const number = String(range.start.line + 1);
  const column = Array.from(text.slice(lineStart(text, from), from)).length + 1;
  const isLong = range.end.line > range.start.line;
  const label = isLong ? ` to line ${range.end.line + 1}` : "";
  const shown = around(text, from, to, Math.max(columns - number.length - 3 - label.length, 0));
  const indent = width(shown.line.slice(0, shown.from));
  const marks = Math.max(width(shown.line.slice(shown.from, shown.to)), 1);
  return {
    title: unjoined(title),
    origin: `${path}:${number}:${column}`,
    number,
    source: unjoined(shown.line).replaceAll("\t", "    "),
    mark: `${" ".repeat(indent)}${sign.repeat(marks)}${label}`,
  };
}

/** Titles and source lines as the library of the command draws them: it joins no emoji. */
const unjoined = (text: string): string => text.replaceAll("\u200d", "");
