/** The script of the worker that checks a long file with a record in each line, piece by piece. */
import * as checker from "agent-response/tools";
import { counted, pieces, startsOf } from "./adapters/pieces.ts";
import type { Given, Heard } from "./page/tools-large.ts";

const send = (it: Heard, transfer: Transferable[] = []): void => postMessage(it, { transfer });

async function run({ text, options, wasm }: Given): Promise<void> {
  const starts = startsOf(text);
  // The page keeps its own: what is transferred is gone here.
  const copy = starts.slice();
  send({ starts: copy }, [copy.buffer]);
  await checker.init(wasm);
  for (const [first, end] of pieces(starts, text.length)) {
    const counts = new Uint16Array(2 * (end - first));
    counted(checker.validate, text, starts, first, end, options, counts);
    send({ first, counts }, [counts.buffer]);
  }
  send({ isDone: true });
}

addEventListener("message", ({ data }: MessageEvent<Given>) => {
  run(data).catch((error) => send({ fault: error instanceof Error ? error.message : String(error) }));
});
