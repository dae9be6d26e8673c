// Generated from the tables of the formats; see CONTRIBUTING.md.

/** The formats in which models call tools. */
export const OF_CALLS: ReadonlySet<string> = new Set([
  "chat-completion",
  "responses-api",
  "messages-api",
  "mcp",
  "generate-content",
  "ollama-chat",
]);

/** A quoted word that is in each of their files, and in few others. */
export const TELLING =
  /"(?:[\w/]*tool[\w/]*|[\w/]*Tool[\w/]*|[\w/]*\/responses[\w/]*|function[\w/]*|jsonrpc|role|candidates|choices|custom_id|stop_reason|payload)"/;
