/** The functions of a worker for schemas, which it knows by number. */

import type { Served } from "./calls.js";
import { type PayloadSchema, readSchema } from "./index.js";

export const schemas = new Map<unknown, PayloadSchema>();

export const schemaFunctions: Readonly<Record<string, Served>> = {
  read: async ([id, text, address], ask) => {
    schemas.set(id, await readSchema(String(text), String(address), async (it) => String(await ask(it))));
  },
  // Undefined in a worker that has not read the schema.
  violations: ([id, payload]) => schemas.get(id)?.violations(String(payload)),
  known: ([id, pointer]) => schemas.get(id)?.known(String(pointer)),
  forget: ([id]) => void schemas.delete(id),
};
