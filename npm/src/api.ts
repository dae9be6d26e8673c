/** The public functions, as `api.d.ts` declares and describes them. */

import type * as Api from "../dist/index.js";
import * as decode from "./decode.ts";
import {
  type Core,
  compileSync,
  drop,
  instance,
  isModule,
  look,
  ownSource,
  settle,
  useModule,
  write,
  writeBytes,
} from "./instance.ts";
import { fixOptions, kind, setKnown, string, validateOptions, wrapOptions, wrong } from "./options.ts";
import {
  applyToEscapes,
  asEscape,
  hasSurrogateEscape,
  isWellFormed,
  type StandIn,
  standIn,
} from "./surrogates.ts";

type Report = Api.Report;

let ruleTable: readonly Api.RuleInfo[] | undefined;
let formatTable: readonly Api.FormatInfo[] | undefined;

/** The wasm refuses options that passed the checks here. */
class Refused extends TypeError {}

setKnown({ codes: () => allRules().map((it) => it.code), formats: () => formats().map((it) => it.id) });

export function validate(text: string | Uint8Array, options?: Api.ValidateOptions): Report {
  const isText = typeof text === "string";
  if (!isText && !(ArrayBuffer.isView(text) && kind(text) === "Uint8Array"))
    throw wrong("text", "a string or a Uint8Array", text);
  if (!isText && text.length === 0) attached(text);
  const json = validateOptions(options);
  const lone = isText && !isWellFormed(text) ? standIn([text]) : undefined;
  const core = instance();
  try {
    configure(core, json);
    const address = isText
      ? core.wasm.validate(write(core, lone ? lone.apply(text) : text))
      : core.wasm.validate_bytes(writeBytes(core, text));
    look(core);
    if (address === 0) return untroubled(core);
    open(core, address, lone);
    const report = decode.report();
    core.format = { ...report.format };
    return report;
  } catch (error) {
    return crashed(error);
  } finally {
    decode.close();
    settle(core);
  }
}

export function fix(text: string, options?: Api.FixOptions): Api.FixResult {
  string(text, "text");
  const { json, suggestions } = fixOptions(options);
  const lone = isWellFormed(text) ? undefined : standIn([text]);
  return guarded((core) => {
    configure(core, json);
    const length = write(core, lone ? lone.apply(text) : text);
    open(core, core.wasm.fix(length, suggestions ? 1 : 0), lone);
    const report = decode.report();
    const applied = decode.appliedFixes();
    return { text: decode.text(), applied, report, settled: decode.number() === 1 };
  });
}

export function wrap(content: string, options?: Api.WrapOptions): string {
  string(content, "content");
  const { there, json, lone } = wrapArguments(content, options);
  return guarded((core) => {
    const contentLength = write(core, there);
    const optionsLength = write(core, json, contentLength);
    open(core, core.wasm.wrap(contentLength, optionsLength));
    const read = decode.number() === 1;
    const text = decode.text();
    if (!read) throw new Refused(text);
    if (!lone) return text;
    return text === there ? content : lone.restore(text, asEscape);
  });
}

export function recover(text: string, options?: Api.WrapOptions): Api.Recovered {
  string(text, "text");
  const { there, json, lone } = wrapArguments(text, options);
  return guarded((core) => {
    const contentLength = write(core, there);
    const optionsLength = write(core, json, contentLength);
    open(core, core.wasm.recover(contentLength, optionsLength), lone);
    if (decode.number() === 0) throw new Refused(decode.text());
    const report = decode.report();
    const applied = decode.appliedFixes();
    return { text: decode.text(), payload: decode.text() as Api.Recovered["payload"], applied, report };
  });
}

export function unwrap(text: string): Api.Unwrapped | null {
  string(text, "text");
  const lone = isWellFormed(text) && !hasSurrogateEscape(text) ? undefined : standIn([text]);
  return guarded((core) => {
    open(core, core.wasm.unwrap(write(core, lone ? applyToEscapes(lone.apply(text), lone) : text)), lone);
    if (decode.number() === 0) return null;
    return { content: decode.text(), kind: decode.text() as Api.Unwrapped["kind"] };
  });
}

export function locate(text: string, pointer: string): Api.Location | null {
  string(text, "text");
  string(pointer, "pointer");
  const lone = isWellFormed(text) && isWellFormed(pointer) ? undefined : standIn([text, pointer]);
  return guarded((core) => {
    const textLength = write(core, lone ? lone.apply(text) : text);
    const pointerLength = write(core, lone ? lone.apply(pointer) : pointer, textLength);
    open(core, core.wasm.locate(textLength, pointerLength), lone);
    return decode.number() === 0 ? null : decode.location();
  });
}

export function explain(code: string): Api.RuleInfo | null {
  string(code, "code");
  const rule = allRules().find((it) => it.code === code);
  return rule ? { ...rule } : null;
}

export function rules(): Api.RuleInfo[] {
  return allRules().map((it) => ({ ...it }));
}

export function formats(): Api.FormatInfo[] {
  formatTable ??= guarded((core) => {
    open(core, core.wasm.formats());
    return decode.formatInfos();
  });
  return formatTable.map((it) => ({ ...it, files: [...it.files] }));
}

export async function init(input?: unknown): Promise<void> {
  useModule(await compile(await input));
  instance();
}

export function initSync(input?: object): void {
  useModule(compileSync(input === undefined ? ownSource() : source(input, "bytes or a WebAssembly.Module")));
  instance();
}

function allRules(): readonly Api.RuleInfo[] {
  ruleTable ??= guarded((core) => {
    open(core, core.wasm.rules());
    return decode.ruleInfos();
  });
  return ruleTable;
}

/** The content and the options as the wasm takes them, and the stand-in for halves of surrogate pairs in them. */
function wrapArguments(content: string, options: Api.WrapOptions | undefined) {
  const given: Record<string, unknown> = { ...wrapOptions(options) };
  const texts = [content, ...Object.values(given)].filter((it) => typeof it === "string");
  const lone = texts.every(isWellFormed) ? undefined : standIn(texts);
  for (const [key, it] of Object.entries(given))
    if (lone && typeof it === "string") given[key] = lone.apply(it);
  return { there: lone ? lone.apply(content) : content, json: JSON.stringify(given), lone };
}

/** Gives the instance these options, when it has others. */
function configure(core: Core, json: string): void {
  if (json === core.options) return;
  const address = core.wasm.configure(write(core, json));
  look(core);
  core.options = address === 0 ? json : "";
  if (address === 0) return;
  decode.open(core, address);
  throw new Refused(decode.text());
}

function open(core: Core, address: number, lone?: StandIn): void {
  look(core);
  decode.open(core, address, lone && ((text) => lone.restore(text)));
}

/** The report of a text without findings; its format is the one that the instance told last. */
function untroubled({ format }: Core): Report {
  return { valid: true, format: { id: format.id, reason: format.reason }, diagnostics: [] };
}

/** Runs something on the instance. Whatever goes wrong in there, the next call has a new one. */
function guarded<T>(run: (core: Core) => T): T {
  const core = instance();
  try {
    return run(core);
  } catch (error) {
    if (error instanceof Refused) throw error;
    drop();
    throw new Error(
      "agent-response: internal error, please report it with the text; the next call works again",
      { cause: error },
    );
  } finally {
    decode.close();
    settle(core);
  }
}

/** What `validate` says after a trap: a text never throws. */
function crashed(error: unknown): Report {
  if (error instanceof Refused) throw error;
  drop();
  const nowhere = { line: 0, character: 0 };
  return {
    valid: false,
    format: { id: null, reason: "the check stopped with an internal error" },
    diagnostics: [
      {
        code: "internal-error",
        severity: "error",
        message: `the check stopped with an internal error: ${error instanceof Error ? error.message : error}`,
        docs: "rules/internal-error",
        range: { start: { ...nowhere }, end: { ...nowhere } },
        from: 0,
        to: 0,
        bytes: { from: 0, to: 0 },
        pointer: "",
        inner: [],
        related: [],
        fixes: [],
      },
    ],
  };
}

async function compile(input: unknown): Promise<WebAssembly.Module> {
  const it: unknown = input ?? ownSource();
  if (typeof it === "string" || kind(it) === "URL") return compileResponse(await fetched(it as string | URL));
  if (kind(it) === "Response") return compileResponse(it as Response);
  const given = source(it, "an address, a Response, bytes or a WebAssembly.Module");
  return isModule(given) ? (given as WebAssembly.Module) : WebAssembly.compile(given as BufferSource);
}

async function fetched(address: string | URL): Promise<Response> {
  try {
    return await fetch(address);
  } catch (cause) {
    throw new TypeError(
      `input must be an address, but ${JSON.stringify(String(address))} cannot be fetched`,
      { cause },
    );
  }
}

/** What the wasm can be compiled from; bytes that are no wasm would fail as they do where compiling is not allowed. */
function source(input: unknown, expected: string): BufferSource | WebAssembly.Module {
  if (isModule(input)) return input as WebAssembly.Module;
  let bytes: Uint8Array | undefined;
  if (kind(input) === "ArrayBuffer") bytes = new Uint8Array(input as ArrayBuffer);
  if (ArrayBuffer.isView(input)) bytes = new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  if (!bytes) throw wrong("input", expected, input);
  if (String(bytes.subarray(0, 4)) !== "0,97,115,109")
    throw new TypeError("input must be WebAssembly, but its bytes do not begin as WebAssembly does");
  return input as BufferSource;
}

/** Bytes that were handed to another thread are gone, which must not look like an empty file. */
function attached(bytes: Uint8Array): void {
  try {
    new Uint8Array().set(bytes);
  } catch (cause) {
    throw new TypeError("text must be a string or a Uint8Array, but its buffer is detached", { cause });
  }
}

async function compileResponse(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) throw new Error(`agent-response: ${response.url} answered ${response.status}`);
  const type = response.headers.get("content-type");
  // The first Node 18 and the first Bun cannot.
  if (type === "application/wasm" && WebAssembly.compileStreaming)
    return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
