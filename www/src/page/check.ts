/** Checks the file when it has changed, and holds what was found. */
import type { Text } from "@codemirror/state";
import type { Report, ValidateOptions } from "agent-response";
import { type Payload, toPayload } from "../adapters/payload.ts";
import { type Row, toRows } from "../adapters/rows.ts";
import type { Checker } from "../checker.ts";
import * as settings from "../ui/settings.ts";
import { envelope, file, fileName, raw, request } from "./file.ts";

/** Longer texts are checked when the typing pauses. */
const AT_ONCE = 2 * 1024 * 1024;
const PAUSE = 250;

export let checker: Checker | undefined;
export let report: Report | undefined;
export let rows: readonly Row[] = [];
export let payload: Payload | null = null;
/** The text that was checked last. */
export let seen: Text | undefined;

let waiting: ReturnType<typeof setTimeout> | undefined;
let checked: (text: string) => void;

/** Names who shows what was found. */
export function start(show: typeof checked): void {
  checked = show;
}

/** From here on files are checked. */
export function use(it: Checker): void {
  checker = it;
}

/** Checks the file, or waits with it until the typing pauses. */
export function checkSoon(): void {
  clearTimeout(waiting);
  if (file.state.doc.length > AT_ONCE) waiting = setTimeout(check, PAUSE);
  else check();
}

export function check(): void {
  if (checker === undefined) return;
  clearTimeout(waiting);
  seen = file.state.doc;
  const text = file.state.doc.toString();
  const bytes = raw(text)?.bytes;
  report = text === "" && bytes === undefined ? undefined : checker.validate(bytes ?? text, options());
  payload = report === undefined ? null : toPayload(text, report, checker.unwrap(text));
  rows = report === undefined ? [] : toRows(report);
  checked(text);
}

export function options(): ValidateOptions {
  const usual = settings.options(fileName(), request());
  // A payload that has its envelope is missing none, and is not put into a new one.
  return envelope() === null ? usual : { ...usual, rules: { "missing-envelope": "off" } };
}

/** The payload of the text as it is, also while the check of a long one waits for a pause. */
export function currentPayload(): Payload | null {
  if (file.state.doc !== seen) check();
  return payload;
}
