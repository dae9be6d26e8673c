/** Starts the worker for schemas. Its script is read as a file, since not every host can load one by its address. */

import type { Running, Start } from "agent-response-payload-schema/calls";
import * as vscode from "vscode";

/** How much memory a thread may take; a web worker has a limit of its own. */
const MOST_MEGABYTES = 512;

export const schemaThread =
  (extension: vscode.Uri): Start =>
  async (heard, crashed) => {
    const file = vscode.Uri.joinPath(extension, "dist/schemas.js");
    const script = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    return typeof Worker === "function" ? webWorker(script, heard, crashed) : thread(script, heard, crashed);
  };

function webWorker(script: string, ...[heard, crashed]: Parameters<Start>): Running {
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(address);
  worker.onmessage = ({ data }) => heard(data);
  worker.onerror = ({ message }) => crashed(message);
  return {
    post: (it) => worker.postMessage(it),
    end() {
      worker.terminate();
      URL.revokeObjectURL(address);
    },
  };
}

async function thread(script: string, ...[heard, crashed]: Parameters<Start>): Promise<Running> {
  const { Worker } = await import("node:worker_threads");
  const worker = new Worker(script, {
    eval: true,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  worker.on("message", heard);
  worker.on("error", ({ message }) => crashed(message));
  return { post: (it) => worker.postMessage(it), end: () => void worker.terminate() };
}
