/** Workers for schemas in tests. */

import { readFileSync } from "node:fs";
import { type Running, type Sent, type Start, serve } from "agent-response-payload-schema/calls";
import type { View } from "agent-response-payload-schema/remote";
import { schemaFunctions } from "agent-response-payload-schema/served";
import * as vscode from "vscode";
import { schemaThread } from "../../src/schemaThread.js";
import { workspace } from "./vscode.js";

/** No worker: the same functions, here. */
export const here: Start = (heard) => ({
  post: serve(schemaFunctions, (it) => heard(structuredClone(it))),
  end() {},
});

/** Workers as the extension starts them, with this script or its own. */
export function threads(script = readFileSync(process.env.SCHEMA_WORKER ?? "", "utf8")): Start {
  workspace.contents.set("/extension/dist/schemas.js", script);
  return schemaThread(vscode.Uri.file("/extension"));
}

/** A worker that does the same as `here`, except that some functions never end; with what was done with it. */
export function stuckIn(...names: string[]): { start: Start; log: string[] } {
  const log: string[] = [];
  const start: Start = (heard, crashed) => {
    const real = here(heard, crashed) as Running;
    log.push("start");
    return {
      post(it: Sent) {
        if ("name" in it) log.push(it.name);
        if (!("name" in it) || !names.includes(it.name)) real.post(it);
      },
      end: () => void log.push("end"),
    };
  };
  return { start, log };
}

/** What a view says once it is known. */
export async function answered<T>(view: View | undefined, question: (it: View) => T): Promise<T | undefined> {
  if (view === undefined) return undefined;
  question(view);
  await view.settled();
  return question(view);
}
