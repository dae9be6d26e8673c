// The public API of the npm package `agent-response` (ESM + CJS; all synchronous; nothing happens at import).
export type Severity = "error" | "warning" | "info" | "hint";
export type Safety = "safe" | "suggestion";
export type FormatId = "agent-response" | "agent-request" | "enhancement" | "delegator" | "factory";
export interface ValidateOptions {
  /** name (or path; only the last part counts) of the file: decides what is expected */
  fileName?: string;
  format?: "auto" | FormatId;
  profile?: "default" | "strict" | "upstream";
  rules?: Record<string, Severity | "off">;
  /** text of the paired request file */
  request?: string;
  /** host clock, ISO 8601; without it nothing is said about the future and no time is inserted */
  now?: string;
  /** the .agent-request*.json / .agent-response*.json files in the same folder (the checked file itself excluded or included, both fine): name -> text. When given, the pairing rules run and the paired request is found by itself */
  siblings?: Record<string, string>;
  /** paths of the workspace (for formats that name files) */
  files?: string[];
}
export interface Position { line: number; character: number }            // zero-based, UTF-16
export interface Range { start: Position; end: Position }
export interface Offsets { from: number; to: number }                    // UTF-8 bytes
export interface InnerPlace { pointer: string; range: Range; from: number; to: number }
export interface Related { message: string; range: Range; from: number; to: number; bytes: Offsets }
export interface TextEdit { from: number; to: number; range: Range; bytes: Offsets; text: string }
export type FileChange = { kind: "rename"; name: string } | { kind: "create"; name: string; text: string };
export interface Fix { title: string; safety: Safety; edits: TextEdit[]; file: FileChange | null }
export interface Diagnostic { code: string; severity: Severity; message: string; docs: string /* "rules/<code>" */; range: Range; from: number; to: number;
  bytes: Offsets; pointer: string; inner: InnerPlace[]; related: Related[]; fixes: Fix[] }
export interface Report { valid: boolean; format: { id: FormatId | null; reason: string }; diagnostics: Diagnostic[] }
/** text may be bytes of a file (then also the encoding is checked) */
export function validate(text: string | Uint8Array, options?: ValidateOptions): Report;
export interface AppliedFix { code: string; message: string; title: string; safety: Safety; edits: TextEdit[] }
export function fix(text: string, options?: ValidateOptions & { suggestions?: boolean }): { text: string; applied: AppliedFix[]; report: Report };
export interface WrapOptions { format?: "agent-response"; /* text of the request file */ request?: string; requestId?: string; status?: "success" | "error" | "timeout";
  errorMessage?: string; errorType?: string; createdAt?: string /* default: now */; durationSeconds?: number; metadata?: Record<string, unknown>; force?: boolean }
/** raw content (JSON or any text) -> envelope text (2 spaces, "\n" at the end); an envelope comes back unchanged unless force */
export function wrap(content: string, options?: WrapOptions): string;
/** the decoded payload of an envelope; null when the text is not an envelope with a string payload */
export function unwrap(text: string): { content: string; kind: "json" | "text" } | null;
/** place of an RFC 6901 pointer; it goes on into the JSON encoded in a string: "/response/sections/0" */
export function locate(text: string, pointer: string): { range: Range; from: number; to: number; bytes: Offsets; inner: InnerPlace[] } | null;
export interface RuleInfo { code: string; severity: Severity; summary: string; docs: string }
export function explain(code: string): RuleInfo | null;
export function rules(): RuleInfo[];
export interface FormatInfo { id: FormatId; title: string; version: string; files: string[] }
export function formats(): FormatInfo[];
/** optional warm-up; input: URL | Response | BufferSource | WebAssembly.Module | promise of one; default: the inlined wasm */
export function init(input?: unknown): Promise<void>;
export function initSync(input?: BufferSource | WebAssembly.Module): void;
// agent-response/rules.json : { [code]: { severity, summary, page: "markdown of the rule's page" } }
