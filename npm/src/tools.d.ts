/** Checks records, one JSON value in each line, as files named `.jsonl` are checked. Lines know what lines before them declared. */
export declare function validateLines(text: string | Uint8Array, options?: ValidateOptions): Report;

/** Options of `validateToolCall`. */
export interface ToolCallOptions extends Omit<ValidateOptions, "fileName" | "format" | "tools"> {
  /** Also repair the call: `true` with safe fixes, `"all"` with suggestions, too. */
  repair?: boolean | "all" | undefined;
}

/** The outcome of `validateToolCall`. */
export interface ToolCallReport<T = unknown, C = unknown> {
  /** True when no diagnostic is an error. */
  valid: boolean;
  /** The name of the tool; null if the call has none. */
  name: string | null;
  /** The arguments, decoded, after all repairs; null if the call is not valid, so that nothing runs with less than was said. */
  arguments: T | null;
  /** Their JSON: in JavaScript, numbers have 53 bits, and larger integers such as ids are rounded in `arguments`. */
  argumentsJson: string | null;
  /** The call after all repairs: a value, or JSON if it was given as that. */
  call: C;
  /** What is wrong with it, at the places in its JSON; after repairs, what is left. */
  diagnostics: Diagnostic[];
  /** What was repaired, as in the outcome of `fix`. */
  applied: AppliedFix[];
}

/**
 * Checks one call by a model, before it runs. `call` is what the API gives: an item of `tool_calls`, an item or a block of the
 * type `function_call` or `tool_use`, a part with a `functionCall`, the message `tools/call` or its `params`. `tools` is what was
 * offered, as the API takes it, or an object that has it: the request, or the answer to `tools/list`. Without it, names and
 * arguments are only read. Both are values or their JSON; places are those in the JSON of the call, as `JSON.stringify` writes it.
 */
export declare function validateToolCall<T = unknown, C = unknown>(
  call: C,
  tools?: unknown,
  options?: ToolCallOptions,
): ToolCallReport<T, C>;
