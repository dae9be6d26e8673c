/** Other tools that can be run on both levels of a file. None of them reports a place inside the encoded string. */

import { createRequire } from "node:module";
import Ajv from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import { parseTree } from "jsonc-parser";
import { getLanguageService } from "vscode-json-languageservice";
import { TextDocument } from "vscode-languageserver-textdocument";

const TEXT = { type: "string" };
const NULLABLE = { type: ["string", "null"] };
const ENVELOPE = {
  type: "object",
  additionalProperties: false,
  required: [
    "request_id",
    "version",
    "status",
    "response",
    "error_message",
    "error_type",
    "created_at",
    "duration_seconds",
    "metadata",
  ],
  properties: {
    request_id: TEXT,
    version: TEXT,
    status: { enum: ["success", "error", "timeout"] },
    response: NULLABLE,
    error_message: NULLABLE,
    error_type: NULLABLE,
    created_at: TEXT,
    duration_seconds: { type: "number", minimum: 0 },
    metadata: { type: "object" },
  },
};
const PAYLOAD = { type: "object", properties: { sections: { type: "array", items: TEXT } } };

/** The unit: the file and then its payload, without positions, rules or recovery. */
export function json2(/** @type {string} */ text) {
  const value = JSON.parse(text);
  return [value, JSON.parse(value.response)];
}

/** ajv, compiled ahead of time to plain functions. */
export function makeAjv() {
  const ajv = new Ajv({
    allErrors: true,
    allowUnionTypes: true,
    code: { source: true },
    schemas: { envelope: ENVELOPE, payload: PAYLOAD },
  });
  const source = /** @type {any} */ (standalone).default(ajv, { envelope: "envelope", payload: "payload" });
  const module = { exports: /** @type {any} */ ({}) };
  new Function("module", "exports", "require", source)(
    module,
    module.exports,
    createRequire(import.meta.url),
  );
  const { envelope, payload } = module.exports;
  return (/** @type {string} */ text) => {
    const [outer, inner] = json2(text);
    return [envelope(outer), payload(inner)];
  };
}

/** The JSON language service of VS Code, on both levels. */
export function makeLanguageService() {
  const service = getLanguageService({});
  const check = (/** @type {string} */ text, /** @type {any} */ schema) => {
    const document = TextDocument.create("file:///a.json", "json", 1, text);
    const tree = service.parseJSONDocument(document);
    // All work is synchronous; the promise only wraps the result.
    void service.doValidation(document, tree, {}, schema);
    return tree;
  };
  return (/** @type {string} */ text) => [check(text, ENVELOPE), check(JSON.parse(text).response, PAYLOAD)];
}

/** jsonc-parser, on both levels. */
export function jsoncParser(/** @type {string} */ text) {
  return [parseTree(text), parseTree(JSON.parse(text).response)];
}
