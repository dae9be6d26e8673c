/** What files in which models call tools look like, for those that load their checks with the first one. */

/** Whether a name is that of a file with a record in each line. */
export const isOfLines = (name: unknown): boolean =>
  typeof name === "string" && /\.(jsonl|ndjson)$/i.test(name);

/** A member that such files have. */
const SIGNS = /"(?:\w*tool[\w/]*|function\w*|jsonrpc|role|candidates|choices|custom_id|stop_reason)"/i;

/** Whether a file may be one, by its name or its text. */
export const mayCallTools = (name: unknown, text: string): boolean => isOfLines(name) || SIGNS.test(text);
