import type { Report, Severity, ValidateOptions } from "./index.cjs";

/** What `parse` throws. Its message is the report for people, or what the agent says of its failure. */
export declare class AgentResponseError extends Error {
  readonly name: "AgentResponseError";
  /** `failed-response` if the text is a valid response, but of a run that failed. */
  readonly code: "invalid-response" | "failed-response";
  /** What `validate` reports on the text. */
  readonly report: Report;
  /** The code is `invalid-response` by default. */
  constructor(message: string, report: Report, code?: "invalid-response" | "failed-response");
}

/** Options of `formatReport`. */
export interface FormatReportOptions {
  /** How the file is called; `<text>` by default. */
  fileName?: string | undefined;
  /** The columns of a line, from 40 to 160; 100 by default, except for sentences. The title of a finding may be longer. */
  width?: number | undefined;
  /** Less severe findings are left out; `info` by default. */
  minSeverity?: Severity | undefined;
}

/**
 * The payload of an agent response, decoded: the value of its JSON, or its content if that is plain text. A text with errors, or
 * without a payload, is an `AgentResponseError`; so is the response of a run that failed, whose message has the agent's error.
 * The options are those of `validate`.
 */
export declare function parse<T = unknown>(text: string, options?: ValidateOptions): T;

/** The findings of a report for people, as `agent-response check` prints them, without colors; `text` is what was checked. */
export declare function formatReport(report: Report, text: string, options?: FormatReportOptions): string;
