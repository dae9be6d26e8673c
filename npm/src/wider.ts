/**
 * In Node, `validate` and `fix` also check files in which models call tools: the wasm that knows them is loaded when there
 * is the first file that may be one. Elsewhere, they are in `agent-response/tools`.
 */

import { mayCallTools } from "../../common/signs.ts";
import type * as Api from "../dist/index.js";
import * as own from "./api.ts";
import { siblingModule } from "./beside.ts";

type Functions = Pick<typeof own, "fix" | "validate">;

let loaded: Functions | undefined;
const tools = (): Functions | undefined => (loaded ??= siblingModule<Functions>("./tools.cjs"));

export function validate(text: string | Uint8Array, options?: Api.ValidateOptions): Api.Report {
  return wider(
    text,
    options,
    (it) => it.validate(text, options),
    (it) => it,
  );
}

export function fix(text: string, options?: Api.FixOptions): Api.FixResult;
export function fix(bytes: Uint8Array, options?: Api.FixOptions): Api.FixBytesResult;
export function fix(text: string | Uint8Array, options?: Api.FixOptions): Api.FixResult | Api.FixBytesResult {
  return wider(
    text,
    options,
    (it) => it.fix(text as string, options),
    (it) => it.report,
  );
}

/** What the functions of this wasm do, or those of the other one if the file is nothing that this one knows. */
function wider<T>(
  text: string | Uint8Array,
  options: Api.ValidateOptions | undefined,
  run: (it: Functions) => T,
  reportOf: (it: T) => Api.Report,
): T {
  let result: T;
  try {
    result = run(own);
  } catch (error) {
    // A format or a rule that only the other one knows, or a mistake that both know.
    const others = (error as { code?: unknown }).code === "invalid-argument" ? tools() : undefined;
    if (!others) throw error;
    return run(others);
  }
  if (reportOf(result).format.id !== null) return result;
  const isCandidate = mayCallTools(options?.fileName, typeof text === "string" ? text : utf8(text));
  const others = isCandidate ? tools() : undefined;
  return others ? run(others) : result;
}

const utf8 = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
