/**
 * Results out of the wasm: one row of numbers and one blob of text. A text is its length in the row, its characters
 * follow in the blob. `src/surface/wire.rs` writes what is read here, in the same order.
 */

import type {
  AppliedFix,
  Diagnostic,
  FileChange,
  Fix,
  FormatId,
  FormatInfo,
  InnerPlace,
  Offsets,
  Range,
  Related,
  Report,
  RuleId,
  RuleInfo,
  Safety,
  Severity,
  TextEdit,
} from "../dist/index.js";
import type { Core } from "./instance.ts";

const SEVERITIES: readonly Severity[] = ["error", "warning", "info", "hint"];
const SAFETIES: readonly Safety[] = ["safe", "suggestion"];

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const none: Core["numbers"] = new Uint32Array();

// What is being read; between two calls of `open` all functions below go on from here.
let numbers = none;
let next = 0;
let blob = "";
let at = 0;

/** Starts to read a result; `restore` brings back what was replaced in the text before it went in. */
export function open(core: Core, address: number, restore?: (text: string) => string): void {
  numbers = core.numbers;
  next = address >>> 2;
  const start = number();
  const text = decoder.decode(core.bytes.subarray(start, start + number()));
  blob = restore ? restore(text) : text;
  at = 0;
}

/** Lets go of the memory and the texts. */
export function close(): void {
  numbers = none;
  blob = "";
}

export function number(): number {
  return numbers[next++] as number;
}

export function text(): string {
  const start = at;
  at += number();
  return blob.slice(start, at);
}

export function report(): Report {
  const valid = number() === 1;
  const id = number() === 1 ? (text() as FormatId) : null;
  const reason = text();
  const diagnostics: Diagnostic[] = [];
  for (let left = number(); left > 0; left--) diagnostics.push(diagnostic());
  return { valid, format: { id, reason }, diagnostics };
}

export function appliedFixes(): AppliedFix[] {
  const all: AppliedFix[] = [];
  for (let left = number(); left > 0; left--) {
    all.push({ code: text() as RuleId, message: text(), title: text(), safety: safety(), edits: edits() });
  }
  return all;
}

/** Where a pointer leads. */
export function location(): { range: Range; from: number; to: number; bytes: Offsets; inner: InnerPlace[] } {
  return { range: range(), from: number(), to: number(), bytes: offsets(), inner: inner() };
}

export function ruleInfos(): RuleInfo[] {
  const all: RuleInfo[] = [];
  for (let left = number(); left > 0; left--) {
    const code = text() as RuleId;
    all.push({ code, severity: severity(), summary: text(), docs: `rules/${code}` });
  }
  return all;
}

export function formatInfos(): FormatInfo[] {
  const all: FormatInfo[] = [];
  for (let left = number(); left > 0; left--) {
    all.push({ id: text() as FormatId, title: text(), version: text(), files: texts() });
  }
  return all;
}

// Properties are evaluated in the order they are written in, which is the order of the row.
function diagnostic(): Diagnostic {
  return {
    code: text() as RuleId,
    severity: severity(),
    message: text(),
    docs: text(),
    range: range(),
    from: number(),
    to: number(),
    bytes: offsets(),
    pointer: text(),
    inner: inner(),
    related: related(),
    fixes: fixes(),
  };
}

function inner(): InnerPlace[] {
  const all: InnerPlace[] = [];
  for (let left = number(); left > 0; left--) {
    all.push({ pointer: text(), range: range(), from: number(), to: number() });
  }
  return all;
}

function related(): Related[] {
  const all: Related[] = [];
  for (let left = number(); left > 0; left--) {
    all.push({ message: text(), range: range(), from: number(), to: number(), bytes: offsets() });
  }
  return all;
}

function fixes(): Fix[] {
  const all: Fix[] = [];
  for (let left = number(); left > 0; left--) {
    all.push({ title: text(), safety: safety(), edits: edits(), file: fileChange() });
  }
  return all;
}

function fileChange(): FileChange | null {
  const kind = number();
  if (kind === 0) return null;
  return kind === 1 ? { kind: "rename", name: text() } : { kind: "create", name: text(), text: text() };
}

function edits(): TextEdit[] {
  const all: TextEdit[] = [];
  for (let left = number(); left > 0; left--) {
    const place = range();
    all.push({ from: number(), to: number(), range: place, bytes: offsets(), text: text() });
  }
  return all;
}

function texts(): string[] {
  const all: string[] = [];
  for (let left = number(); left > 0; left--) all.push(text());
  return all;
}

function range(): Range {
  return { start: { line: number(), character: number() }, end: { line: number(), character: number() } };
}

function offsets(): Offsets {
  return { from: number(), to: number() };
}

function severity(): Severity {
  return SEVERITIES[number()] as Severity;
}

function safety(): Safety {
  return SAFETIES[number()] as Safety;
}
