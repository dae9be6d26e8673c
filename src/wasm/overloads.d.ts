/** Applies all safe fixes, and suggestions on request, until nothing is left to fix or `settled` is false. */
export function fix(text: string, options?: FixOptions): FixResult;
/** The same for the bytes of a file, which are returned unchanged if their encoding cannot be fixed. */
export function fix(bytes: Uint8Array, options?: FixOptions): FixBytesResult;
/** The same for either. */
export function fix(text: string | Uint8Array, options?: FixOptions): FixResult | FixBytesResult;

/** The outcome of `fix` for the bytes of a file. */
export interface FixBytesResult extends Omit<FixResult, "text"> {
  /** The fixed file. */
  bytes: Uint8Array;
}

/** The decoded payload of an envelope; null when the text is not an envelope with a string as its payload. */
export function unwrap<T = unknown>(text: string): Unwrapped<T> | null;

/** The payload of an envelope. */
export type Unwrapped<T = unknown> = {
  /** The decoded payload. */
  content: string;
} & (
  | {
      /** The content is one JSON value. */
      kind: "json";
      /** The value, parsed when it is read. */
      readonly value: T;
    }
  | {
      /** `cut` when the end of the JSON is missing, otherwise `text`. */
      kind: "text" | "cut";
      readonly value?: undefined;
    }
);

/** Limits of a check and its report. */
export interface Limits {
  /** In a larger text, only the JSON syntax is checked, and `too-large` says so; 128 MiB by default. */
  maxBytes?: number | undefined;
  /** A report ends after this many findings, and `too-many-findings` counts the rest; 1000 by default. */
  maxFindings?: number | undefined;
  /** In milliseconds: checks and the search for fixes end after this time, and `too-large` says so. Parsing does not end early. */
  timeout?: number | undefined;
}
