/** Records and calls of tools, and the schemas that judge their arguments. */

import { compileSchema, type PayloadSchema } from "agent-response-payload-schema";
import { isOfLines } from "../../common/signs.ts";
import { found, given, refusal } from "../../src/wasm/fast.js";
import type * as Api from "../dist/editor.js";
import type * as Types from "../dist/tools.js";
import { validate } from "./api.ts";
import { guarded } from "./guarded.ts";
import { prepared } from "./prepared.ts";
import { asEscape, replaced, restored, type StandIn } from "./surrogates.ts";

/** The schemas of the last calls by their texts: programs judge many calls by the same tools. */
const kept = new Map<string, PayloadSchema>();
const MOST_KEPT = 200;

export function compiled(schema: string): PayloadSchema {
  const known = kept.get(schema);
  if (known) return known;
  const made = compileSchema(schema);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(schema, made);
  return made;
}

export function validateLines(text: string | Uint8Array, options?: Api.ValidateOptions): Api.Report {
  const name: unknown = given(options, "fileName");
  const isOther = (name === undefined || typeof name === "string") && !isOfLines(name);
  return validate(text, isOther ? { ...options, fileName: `${name ?? "records"}.jsonl` } : options);
}

export function validateToolCall(
  call: unknown,
  tools?: unknown,
  options?: Types.ToolCallOptions,
): Types.ToolCallReport {
  const text = json("call", call);
  const offered = tools === undefined || tools === null ? undefined : json("tools", tools);
  const { there, lone } = prepared(text, offered);
  const received = guarded((core) =>
    restored(core.validateToolCall<Received>(there, offered && replaced(offered, lone), options), lone),
  );
  const { valid, name, arguments: decoded, diagnostics, applied } = received;
  const after = lone ? withEscapes(received.text, lone) : received.text;
  return {
    valid,
    name,
    arguments: decoded === null ? null : JSON.parse(decoded),
    argumentsJson: decoded,
    call: typeof call === "string" ? after : JSON.parse(after),
    diagnostics,
    applied,
  };
}

/** A text of JSON in which escapes of stand-ins are those of the surrogates again. */
function withEscapes(text: string, lone: StandIn): string {
  return text.replace(/\\u([\da-f]{4})/g, (found, hex: string) => {
    const unit = String.fromCharCode(parseInt(hex, 16));
    const meant = lone.restore(unit);
    return meant === unit ? found : asEscape(meant);
  });
}

/** What the binding returns: JSON in place of values. */
interface Received extends Omit<Types.ToolCallReport, "call" | "arguments"> {
  arguments: string | null;
  text: string;
}

/** The JSON of an argument that is a value, or is JSON already. */
function json(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {}
  if (text === undefined) throw refusal(`${name} must be a value that JSON can hold, but ${found(value)}`);
  return text;
}
