/** Examples of each format that have no error, from the documents that describe the formats and from the cases. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./consumer.mjs";

/** Blocks of the Markdown pages in a folder: the words after the fence, and the text without its findings. */
export function blocks(/** @type {string} */ folder) {
  const names = readdirSync(join(root, folder)).filter((it) => it.endsWith(".md"));
  return names.sort().flatMap((name) => {
    const text = readFileSync(join(root, folder, name), "utf8");
    return [...text.matchAll(/^```json ?(.*)\n([\s\S]*?)^```$/gm)].map((it) => ({
      words: (it[1] ?? "").split(" "),
      text: (it[2] ?? "").replace(/^ *\^.*\n/gm, ""),
    }));
  });
}

/** Errors, unfilled placeholders, and files around the object. @param {import("agent-response").Diagnostic} it */
const isFault = (it) =>
  it.severity === "error" || /placeholder$|^(mcp-wrapper|markdown-report)$/.test(it.code);

/** How payloads of a format are recognized. @type {Record<string, (value: any) => boolean>} */
const IS_PAYLOAD = {
  enhancement: (it) => Boolean(it?.sections),
  analysis: (it) => Boolean(it?.technology),
  agents: (it) => Array.isArray(it) && Boolean(it[0]?.name),
};

/**
 * Files with calls of tools.
 * @type {{ id: string, file_name: string, input: string, format: import("agent-response").FormatId | null,
 *   expect: Record<string, unknown> & { valid: boolean, codes: string[] } }[]}
 */
export const cases = readFileSync(join(root, "tests/tool-calls/cases.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((it) => JSON.parse(it));

/** The values of a file: one, or one in each line. @returns {any[]} */
export function valuesIn(/** @type {string} */ text) {
  const whole = parsed(text);
  return whole === undefined ? text.trim().split("\n").map(parsed) : [whole];
}

/**
 * Values of a format that have no error.
 * @param {Pick<typeof import("agent-response"), "validate">} ar
 * @param {import("agent-response").FormatId} id
 */
export function examples(ar, id) {
  /** @type {Map<string, any>} */
  const out = new Map();
  const add = (/** @type {string} */ text) => {
    const value = parsed(text);
    if (typeof value !== "object" || value === null || Array.isArray(value) !== (id === "agents")) return;
    const { format, diagnostics } = ar.validate(text, { format: id });
    const isSound = format.id === id && !diagnostics.some(isFault);
    if (isSound) out.set(JSON.stringify(value), value);
  };
  for (const { words, text } of ["tests/specs", "tests/cases", "src/rules", "src/formats"].flatMap(blocks)) {
    if (words.includes(id)) add(text);
    // The payloads of responses are files of their own format.
    const payload = parsed(text)?.response;
    if (typeof payload === "string" && IS_PAYLOAD[id]?.(parsed(payload))) add(payload);
  }
  for (const { input } of cases.filter((it) => it.format === id && it.expect.valid))
    for (const value of valuesIn(input)) add(JSON.stringify(value));
  return [...out.values()];
}

/** @returns {any} */
function parsed(/** @type {string} */ text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
