/** What editors are answered, from what `ide/write.rs` has written. */

import { edit, from, list, number, option, place, SEVERITIES, text } from "./fast.js";

/** Answers of `ide.rs`, by the number that `write.rs` gives them. */
const ANSWERS = [
  () => list(innerDocument),
  () => option(innerDocument),
  () => list(edit),
  place,
  () => list(innerOffset),
  () => option(hover),
  () => list(completion),
  () => list(symbol),
  () => list(definition),
  () => list(fold),
  () => list(() => list(place)),
];

/**
 * Copies the arrays, since the wasm's memory must not be kept.
 * @param {Uint32Array} data
 * @param {Uint32Array} all
 */
export const readTokens = (data, all) => ({ data: data.slice(), offsets: all.slice() });

export const readAnswer = /* @__PURE__ */ from(() => ANSWERS[number()]?.());

const KINDS = ["payload", "section", "text"];
const LANGUAGES = ["json", "markdown", "text"];

function innerDocument() {
  return {
    pointer: text(),
    parent: text(),
    kind: KINDS[number()],
    language: LANGUAGES[number()],
    title: text(),
    format: option(text),
    text: text(),
    depth: number(),
    broken: number() === 1,
    ...place(),
  };
}

function hover() {
  return { markdown: text(), text: text(), rules: list(hoverRule), ...place() };
}

function hoverRule() {
  return { code: text(), severity: SEVERITIES[number()], summary: text(), docs: text() };
}

const COMPLETIONS = ["field", "value", "section", "id", "snippet"];
const SYMBOLS = ["object", "array", "string", "number", "boolean", "null", "section", "heading"];
const TARGETS = ["file", "request", "response"];
const FOLDS = ["object", "array", "section"];

function completion() {
  return {
    label: text(),
    kind: COMPLETIONS[number()],
    detail: option(text),
    documentation: option(text),
    required: number() === 1,
    filter: text(),
    edit: edit(),
    snippet: option(text),
    more: list(edit),
  };
}

/** @returns {object} */
function symbol() {
  return {
    name: text(),
    detail: text(),
    kind: SYMBOLS[number()],
    pointer: text(),
    ...place(),
    selection: place(),
    children: list(symbol),
  };
}

function definition() {
  return { origin: place(), target: TARGETS[number()], name: option(text), place: place() };
}

function fold() {
  return { kind: FOLDS[number()], ...place() };
}

function innerOffset() {
  return {
    pointer: text(),
    offset: number(),
    position: { line: number(), character: number() },
    byte: number(),
  };
}
