/** What files in which models call tools look like, for those that load their checks with the first one. */

import { TELLING } from "./formats.js";

/** Whether a name is that of a file with a record in each line. */
export const isOfLines = (name: unknown): boolean =>
  typeof name === "string" && /\.(jsonl|ndjson)$/i.test(name);

/** Whether a text has a member that such files have. */
export const hasSigns = (text: string): boolean => TELLING.test(text);

/** Whether a file may be one, by its name or its text. */
export const mayCallTools = (name: unknown, text: string): boolean => isOfLines(name) || hasSigns(text);
