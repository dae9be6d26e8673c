/** The worker of the page, for what may take long. It is started when it is first needed, and ended when it is late. */
import type { ValidateOptions } from "agent-response/editor";
import { createCalls } from "agent-response-payload-schema/calls";
import { readRemote, type View, viewOf } from "agent-response-payload-schema/remote";
import address from "../background.ts?worker&url";
import { wasm } from "../checker.ts";
import * as wide from "../wider.ts";
import { allowed } from "../worker.ts";

const calls = createCalls((heard, crashed) => {
  const worker = new Worker(allowed(address), { type: "module" });
  worker.onmessage = ({ data }) => heard(data);
  worker.onerror = ({ message }) => crashed(message || "its script could not be loaded");
  return { post: (it) => worker.postMessage(it), end: () => worker.terminate() };
});

/** A schema that was read. */
export interface Judge {
  id?: number;
  /** The schema for one file. */
  view(): View;
  /** It is no longer needed. */
  forget(): void;
}

/** Reads a schema; `find` returns the text of another file, and `failed` is called if it turns out to be of no use. */
export async function readSchema(
  text: string,
  address: string,
  find: (address: string) => Promise<string>,
  failed: (why: string) => void,
): Promise<Judge> {
  const remote = await readRemote(calls, text, address, find, failed);
  return { ...remote, view: () => viewOf(remote) };
}

/** The text for a language model; if it takes too long, rejects with the end of a sentence. */
export async function repairPrompt(
  text: string,
  { schema: _, ...options }: ValidateOptions,
  judge: Judge | undefined,
  isWide = false,
): Promise<string> {
  return String(
    await calls.call("prompt", [text, options, judge?.id, isWide], () => (isWide ? wide.wasm() : wasm())),
  );
}
