/** How serious a finding is; with an `error` the text is not valid. */
export type Severity = "error" | "warning" | "info" | "hint";

/** Whether a repair does what was meant and loses nothing, or is a guess. */
export type Safety = "safe" | "suggestion";

/** What `validate` is told besides the text; everything is optional. */
export interface ValidateOptions {
  /** Name or path of the file (only the last part counts): decides what is expected. */
  fileName?: string | undefined;
  /** The format to check against; `auto`, the default, finds it by the name and the content. */
  format?: "auto" | FormatId | undefined;
  /** `strict` is stricter than the specifications, `upstream` as soft and as hard as the programs that read the files. */
  profile?: "default" | "strict" | "upstream" | undefined;
  /** `off` leaves out hints and infos about payload contents that the specifications do not define. */
  payloads?: "on" | "off" | undefined;
  /** Severities by rule; `off` silences a rule. */
  rules?: Partial<Record<RuleId, Severity | "off" | undefined>> | undefined;
  /** The text of the paired request file. */
  request?: string | undefined;
  /** The present time, ISO 8601. Without it nothing is said about the future, and no time is inserted. */
  now?: string | undefined;
  /** Name and text of the request and response files in the same folder. When given, pairs are checked too. */
  siblings?: Record<string, string> | undefined;
  /** Paths of the files in the workspace, for formats that name files; the folders they are in are there with them. */
  files?: string[] | undefined;
}

/** What `fix` is told besides the text. */
export interface FixOptions extends ValidateOptions {
  /** Apply the first suggestion too where there is no safe fix. */
  suggestions?: boolean | undefined;
}

/** What `wrap` and `recover` are told besides the content; everything is optional. */
export interface WrapOptions {
  /** The format of the envelope; `agent-response` by default. */
  format?: "agent-response" | "delegator" | undefined;
  /** The tool that answers, in a Delegator envelope: its category and its schema follow from it. */
  tool?: string | undefined;
  /** The text of the request file: its id is taken from there. */
  request?: string | undefined;
  /** The id of the request. */
  requestId?: string | undefined;
  /** How the run ended; `success` by default. In a Delegator envelope `ok` or `error`; by default what the content is. */
  status?: "success" | "error" | "timeout" | "ok" | undefined;
  /** What went wrong. */
  errorMessage?: string | undefined;
  /** The kind of what went wrong. */
  errorType?: string | undefined;
  /** When the agent finished, ISO 8601; now by default. */
  createdAt?: string | undefined;
  /** The same under the name it has in a Delegator envelope. */
  ts?: string | undefined;
  /** How long the run took. */
  durationSeconds?: number | undefined;
  /** Whatever else is worth keeping; `meta` of a Delegator envelope. */
  metadata?: Record<string, unknown> | undefined;
  /** Repair the content too: `true` without guessing, `"all"` with suggestions where it is no JSON otherwise. */
  repair?: boolean | "all" | undefined;
  /** Wrap an envelope too, rather than giving it back, and what makes a Delegator envelope wrong. */
  force?: boolean | undefined;
}

/** A rule, without its page (`agent-response/rules.json` has the pages). */
export interface RuleInfo {
  /** The id, such as `missing-field`. */
  code: RuleId;
  /** How serious a finding is by default. */
  severity: Severity;
  /** The fault in a few words. */
  summary: string;
  /** The relative address of the page, `rules/<code>`. */
  docs: string;
}

/** A format. */
export interface FormatInfo {
  /** The id. */
  id: FormatId;
  /** The name for people. */
  title: string;
  /** The version of the specification. */
  version: string;
  /** Names of its files, `*` standing for anything. */
  files: string[];
}

/**
 * Checks a text, also inside the JSON that is encoded as a string inside the JSON. Never throws because of the text.
 * Bytes are taken as the content of a file, whose encoding is checked too.
 */
export declare function validate(text: string | Uint8Array, options?: ValidateOptions): Report;

/** Applies all safe fixes, and suggestions when asked for, until nothing is left to repair or `settled` is false. */
export declare function fix(text: string, options?: FixOptions): FixResult;

/**
 * Puts a content, JSON or any text, into an envelope. An envelope comes back unchanged; one with faults repaired without
 * guessing and completed from the options, and a TypeError says what only its author can repair, or which option it
 * contradicts.
 */
export declare function wrap(content: string, options?: WrapOptions): string;

/** Does the same, and says what was done. */
export declare function recover(text: string, options?: WrapOptions): Recovered;

/** The decoded payload of an envelope; null when the text is not an envelope with a string as its payload. */
export declare function unwrap(text: string): Unwrapped | null;

/** The place of an RFC 6901 pointer. It goes on into JSON encoded in a string: `/response/sections/0`. */
export declare function locate(text: string, pointer: string): Location | null;

/** The rule with this code, or null. */
export declare function explain(code: string): RuleInfo | null;

/** All rules. */
export declare function rules(): RuleInfo[];

/** All formats. */
export declare function formats(): FormatInfo[];

/**
 * Compiles the wasm ahead of the first call, without blocking; not needed otherwise.
 * The wasm may come as an address, a Response, bytes, a WebAssembly.Module or a promise of one of these.
 */
export declare function init(input?: string | object): Promise<void>;

/** The same at once, from bytes or a WebAssembly.Module. */
export declare function initSync(input?: object): void;
