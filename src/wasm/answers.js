// Generated from the types that `src/wasm/wire.rs` writes; see CONTRIBUTING.md.

import { from, list, number, option, text } from "./fast.js";
import { appliedFix, diagnostic, offsets, position, range, severity, textEdit } from "./outcomes.js";

export function completion() {
  return {
    label: text(),
    kind: completionKind(),
    detail: option(text),
    documentation: option(text),
    required: number() === 1,
    filter: text(),
    edit: textEdit(),
    snippet: option(text),
    more: list(textEdit),
  };
}

const COMPLETION_KIND = ["field", "value", "section", "id", "snippet"];

export function completionKind() {
  return COMPLETION_KIND[number()];
}

export function definition() {
  return {
    origin: place(),
    target: definitionTarget(),
    name: option(text),
    place: place(),
  };
}

const DEFINITION_TARGET = ["file", "request", "response"];

export function definitionTarget() {
  return DEFINITION_TARGET[number()];
}

const DOCUMENT_KIND = ["payload", "section", "text"];

export function documentKind() {
  return DOCUMENT_KIND[number()];
}

export function documentSymbol() {
  return {
    name: text(),
    detail: text(),
    kind: symbolKind(),
    pointer: text(),
    ...place(),
    selection: place(),
    children: list(documentSymbol),
  };
}

const EDITOR_ANSWER = [
  () => list(innerDocument),
  () => option(innerDocument),
  () => list(textEdit),
  place,
  () => list(innerOffset),
  () => option(hover),
  () => list(completion),
  () => list(documentSymbol),
  () => list(definition),
  () => list(fold),
  () => list(() => list(place)),
  () => list(text),
  () => list(reading),
  receivedCall,
];

export function editorAnswer() {
  return EDITOR_ANSWER[number()]?.();
}

export function fold() {
  return {
    kind: foldKind(),
    ...place(),
  };
}

const FOLD_KIND = ["object", "array", "section"];

export function foldKind() {
  return FOLD_KIND[number()];
}

export function hover() {
  return {
    markdown: text(),
    text: text(),
    rules: list(hoverRule),
    ...place(),
  };
}

export function hoverRule() {
  return {
    code: text(),
    severity: severity(),
    summary: text(),
    docs: text(),
  };
}

export function innerDocument() {
  return {
    pointer: text(),
    parent: text(),
    kind: documentKind(),
    language: language(),
    title: text(),
    format: option(text),
    text: text(),
    depth: number(),
    broken: number() === 1,
    ...place(),
  };
}

export function innerOffset() {
  return {
    pointer: text(),
    offset: number(),
    position: position(),
    byte: number(),
  };
}

const LANGUAGE = ["json", "markdown", "text"];

export function language() {
  return LANGUAGE[number()];
}

const OUTCOME = ["reads", "differs", "refuses"];

export function outcome() {
  return OUTCOME[number()];
}

export function place() {
  return {
    range: range(),
    from: number(),
    to: number(),
    bytes: offsets(),
  };
}

export function reading() {
  return {
    reader: text(),
    title: text(),
    outcome: outcome(),
    words: text(),
  };
}

export function receivedCall() {
  return {
    valid: number() === 1,
    name: option(text),
    arguments: option(text),
    text: text(),
    diagnostics: list(diagnostic),
    applied: list(appliedFix),
  };
}

const SYMBOL_KIND = ["object", "array", "string", "number", "boolean", "null", "section", "heading"];

export function symbolKind() {
  return SYMBOL_KIND[number()];
}

export const readAnswer = /* @__PURE__ */ from(editorAnswer);
