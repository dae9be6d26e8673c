/** The script of the page's worker. */
import { init, repairPrompt } from "agent-response/editor";
import { type Served, serve } from "agent-response-payload-schema/calls";
import { schemaFunctions, schemas } from "agent-response-payload-schema/served";

interface Checker {
  init: typeof init;
  repairPrompt: typeof repairPrompt;
}

/** The two checkers, each loaded once. */
const loading = new Map<boolean, Promise<Checker>>();

async function load(isWide: boolean, bytes: Promise<unknown>): Promise<Checker> {
  const it = isWide ? await import("agent-response/tools") : { init, repairPrompt };
  await it.init((await bytes) as ArrayBuffer);
  return it;
}

/** The text for a language model; `schema` is the number of a schema that was read here, `isWide` whether tool calls are known. */
const prompt: Served = async ([text, options, schema, isWide], ask) => {
  const which = isWide === true;
  // The page has it already, and the time that it takes to answer is not counted.
  const loaded = loading.get(which) ?? load(which, ask("wasm"));
  loading.set(which, loaded);
  return (await loaded).repairPrompt(String(text), { ...(options as object), schema: schemas.get(schema) });
};

const heard = serve({ ...schemaFunctions, prompt }, (it) => postMessage(it));
addEventListener("message", ({ data }) => heard(data));
