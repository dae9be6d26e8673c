// A stand-in until the real package is built; see the contract.
export type * from "./api.d.ts";
import type { Diagnostic, Fix, FormatInfo, Position, Range, Report, RuleInfo, TextEdit, ValidateOptions, WrapOptions } from "./api.d.ts";

const position = (text: string, at: number): Position => {
  const before = text.slice(0, at).split("\n");
  return { line: before.length - 1, character: before.at(-1)!.length };
};
const range = (text: string, from: number, to: number): Range => ({ start: position(text, from), end: position(text, to) });
const edit = (text: string, from: number, to: number, put: string): TextEdit => ({ from, to, range: range(text, from, to), bytes: { from, to }, text: put });
function finding(text: string, code: string, severity: Diagnostic["severity"], message: string, from: number, to: number, fixes: Fix[] = [], rest: Partial<Diagnostic> = {}): Diagnostic {
  return { code, severity, message, docs: `rules/${code}`, range: range(text, from, to), from, to, bytes: { from, to }, pointer: "", inner: [], related: [], fixes, ...rest };
}
export function validate(input: string | Uint8Array, _options: ValidateOptions = {}): Report {
  const text = typeof input === "string" ? input : new TextDecoder().decode(input);
  const out: Diagnostic[] = [];
  const result = /"result"/.exec(text);
  if (result) out.push(finding(text, "misnamed-field", "error", "`result` should be `response`", result.index, result.index + 8, [{ title: "rename to `response`", safety: "safe", edits: [edit(text, result.index, result.index + 8, '"response"')], file: null }]));
  const done = /"done"/.exec(text);
  if (done) out.push(finding(text, "bad-value", "error", "`status` is `done`; expected `success`, `error` or `timeout`", done.index, done.index + 6, [{ title: "change to `success`", safety: "suggestion", edits: [edit(text, done.index, done.index + 6, '"success"')], file: null }]));
  const one = /"duration_seconds": ("[^"]*")/.exec(text);
  if (one) { const at = one.index + 20; out.push(finding(text, "wrong-type", "error", "`duration_seconds` is a string; expected a number", at, at + one[1]!.length, [{ title: "remove the quotes", safety: "safe", edits: [edit(text, at, at + one[1]!.length, one[1]!.slice(1, -1))], file: null }])); }
  const payload = unwrap(text);
  if (payload) {
    const comma = /, ?(?=\])/.exec(payload.content);
    const outer = /, ?(?=\])/.exec(text);
    if (comma && outer) out.push(finding(text, "trailing-comma", "error", "comma before `]`", outer.index, outer.index + 1, [{ title: "delete the comma", safety: "safe", edits: [edit(text, outer.index, outer.index + 1, "")], file: null }], { pointer: "/response", inner: [{ pointer: "/sections", range: range(payload.content, comma.index, comma.index + 1), from: comma.index, to: comma.index + 1 }] }));
    const x = payload.content.indexOf("<img");
    if (x >= 0) out.push(finding(text, "placeholder", "warning", `\`${payload.content.slice(x, x + 30)}\` looks like a placeholder`, text.indexOf("<img"), text.indexOf("<img") + 4, [], { pointer: "/response", inner: [{ pointer: "/x", range: range(payload.content, x, x + 4), from: x, to: x + 4 }] }));
  }
  if (/^\{\s*"sections"/.test(text)) out.push(finding(text, "raw-payload", "error", "the envelope is missing around the agent's output", 0, 1));
  if (!/"metadata"/.test(text) && text.trim()) out.push(finding(text, "missing-field", "error", "missing `metadata`", 0, 1));
  out.sort((a, b) => a.from - b.from);
  return { valid: !out.some((it) => it.severity === "error"), format: { id: "agent-response", reason: "it has fields of an agent response" }, diagnostics: out };
}
export function fix(text: string, options: ValidateOptions & { suggestions?: boolean } = {}) {
  const applied = [];
  for (;;) {
    const next = validate(text, options).diagnostics.flatMap((it) => it.fixes.map((fix) => ({ it, fix }))).find(({ fix }) => fix.safety === "safe");
    if (!next) break;
    const e = next.fix.edits[0]!;
    text = text.slice(0, e.from) + e.text + text.slice(e.to);
    applied.push({ code: next.it.code, message: next.it.message, title: next.fix.title, safety: next.fix.safety, edits: next.fix.edits });
  }
  return { text, applied, report: validate(text, options) };
}
export function wrap(content: string, o: WrapOptions = {}): string {
  const id = o.requestId ?? (o.request ? (JSON.parse(o.request) as { request_id: string }).request_id : "unknown");
  return `${JSON.stringify({ request_id: id, version: "1.0", status: o.status ?? "success", response: content, error_message: null, error_type: null, created_at: new Date().toISOString(), duration_seconds: 0, metadata: {} }, null, 2)}\n`;
}
export function unwrap(text: string): { content: string; kind: "json" | "text" } | null {
  try { const it = JSON.parse(text) as { response?: unknown; result?: unknown }; const s = it.response ?? it.result; return typeof s === "string" ? { content: s, kind: "json" } : null; } catch { return null; }
}
export const locate = () => null;
export const explain = (code: string): RuleInfo | null => ({ code, severity: "error", summary: code, docs: `rules/${code}` });
export const rules = (): RuleInfo[] => [];
export const formats = (): FormatInfo[] => [{ id: "agent-response", title: "agent response", version: "1.0", files: [".agent-response.json"] }, { id: "agent-request", title: "agent request", version: "1.0", files: [".agent-request.json"] }];
export const init = async (_input?: unknown): Promise<void> => {};
