/** A worker for schemas: in a web extension host a web worker, else a thread of Node. A bundle of its own. */

import { type Heard, type Sent, serve } from "agent-response-payload-schema/calls";
import { schemaFunctions } from "agent-response-payload-schema/served";

function listen(send: (it: Heard) => void): (it: Sent) => void {
  return serve(schemaFunctions, send);
}

if (typeof importScripts === "function") {
  const heard = listen((it) => postMessage(it));
  addEventListener("message", ({ data }) => heard(data));
} else
  void import("node:worker_threads").then(({ parentPort }) => {
    const heard = listen((it) => parentPort?.postMessage(it));
    parentPort?.on("message", heard);
  });
