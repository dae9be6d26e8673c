// Generated from the types that `src/wasm/wire.rs` writes; see CONTRIBUTING.md.

import { from, list, number, option, text } from "./fast.js";

export function appliedFix() {
  return {
    code: text(),
    message: text(),
    title: text(),
    safety: safety(),
    partial: number() === 1,
    range: range(),
    from: number(),
    to: number(),
    bytes: offsets(),
    edits: list(textEdit),
  };
}

const CALL_OUTCOME = [
  report,
  fixResult,
  recovered,
  () => option(location),
  () => list(() => option(location)),
  () => option(ruleInfo),
  () => list(ruleInfo),
  () => list(formatInfo),
];

export function callOutcome() {
  return CALL_OUTCOME[number()]?.();
}

export function detectedFormat() {
  return {
    id: option(text),
    reason: text(),
  };
}

export function diagnostic() {
  return {
    code: text(),
    severity: severity(),
    message: text(),
    docs: text(),
    range: range(),
    from: number(),
    to: number(),
    bytes: offsets(),
    pointer: text(),
    inner: list(innerPlace),
    related: list(related),
    fixes: list(diagnosticFix),
  };
}

export function diagnosticFix() {
  return {
    title: text(),
    safety: safety(),
    partial: number() === 1,
    edits: list(textEdit),
    file: option(fileChange),
  };
}

const FILE_CHANGE = {
  rename: () => ({
    kind: "rename",
    name: text(),
  }),
  create: () => ({
    kind: "create",
    name: text(),
    text: text(),
  }),
};

export function fileChange() {
  return FILE_CHANGE[text()]?.();
}

export function fixResult() {
  return {
    text: text(),
    applied: list(appliedFix),
    report: report(),
    settled: number() === 1,
  };
}

export function formatInfo() {
  return {
    id: text(),
    title: text(),
    version: text(),
    files: list(text),
  };
}

export function innerPlace() {
  return {
    pointer: text(),
    range: range(),
    from: number(),
    to: number(),
  };
}

export function location() {
  return {
    range: range(),
    from: number(),
    to: number(),
    bytes: offsets(),
    inner: list(innerPlace),
  };
}

export function offsets() {
  return {
    from: number(),
    to: number(),
  };
}

export function position() {
  return {
    line: number(),
    character: number(),
  };
}

export function range() {
  return {
    start: position(),
    end: position(),
  };
}

export function recovered() {
  return {
    text: text(),
    payload: text(),
    reason: option(text),
    applied: list(appliedFix),
    report: report(),
  };
}

export function related() {
  return {
    message: text(),
    range: range(),
    from: number(),
    to: number(),
    bytes: offsets(),
  };
}

export function report() {
  return {
    valid: number() === 1,
    format: detectedFormat(),
    diagnostics: list(diagnostic),
    paths: list(text),
  };
}

const RULE_GROUP = [
  "syntax",
  "text",
  "file",
  "fields",
  "contradictions",
  "style",
  "payload",
  "boundaries",
  "pair",
  "calls",
  "tool",
];

export function ruleGroup() {
  return RULE_GROUP[number()];
}

export function ruleInfo() {
  return {
    code: text(),
    group: ruleGroup(),
    severity: severity(),
    summary: text(),
    docs: text(),
  };
}

const SAFETY = ["safe", "suggestion"];

export function safety() {
  return SAFETY[number()];
}

const SEVERITY = ["error", "warning", "info", "hint"];

export function severity() {
  return SEVERITY[number()];
}

export function textEdit() {
  return {
    from: number(),
    to: number(),
    range: range(),
    bytes: offsets(),
    text: text(),
  };
}

export const readOutcome = /* @__PURE__ */ from(callOutcome);
