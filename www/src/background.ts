/** The script of the page's worker. */
import * as checker from "agent-response/editor";
import { type Served, serve } from "agent-response-payload-schema/calls";
import { schemaFunctions, schemas } from "agent-response-payload-schema/served";

let loading: Promise<unknown> | undefined;

/** The text for a language model; `schema` is the number of a schema that was read here. */
const prompt: Served = async ([text, options, schema], ask) => {
  // The page has it already, and the time that it takes to answer is not counted.
  loading ??= ask("wasm").then((it) => checker.init(it as ArrayBuffer));
  await loading;
  return checker.repairPrompt(String(text), { ...(options as object), schema: schemas.get(schema) });
};

const heard = serve({ ...schemaFunctions, prompt }, (it) => postMessage(it));
addEventListener("message", ({ data }) => heard(data));
