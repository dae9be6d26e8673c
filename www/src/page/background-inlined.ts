/** No worker: the single-file page, whose policy lets in no other script, does the same itself. */
import { repairPrompt as prompt } from "agent-response/editor";
import * as schemas from "agent-response-payload-schema";
import type * as Background from "./background.ts";

export const readSchema: typeof Background.readSchema = async (text, address, find) => {
  const schema = await schemas.readSchema(text, address, find);
  return { view: () => ({ ...schema, settled: () => undefined }), forget: () => undefined };
};

export const repairPrompt: typeof Background.repairPrompt = async (text, options) => prompt(text, options);
