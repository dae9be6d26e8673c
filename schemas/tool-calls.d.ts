// Generated from the tables of the formats; see CONTRIBUTING.md.

/** What a file of the format `chat-completion` holds, version 2026-08. */
export type ChatCompletionFile =
  | ChatCompletionRequest
  | ChatBatchRequest
  | ChatBatchAnswer
  | ChatPreference
  | ChatExchange
  | ChatCompletion
  | ChatCompletionChunk
  | ChatTrainingExample;

/** Message, by its `role`. */
export type ChatMessage =
  | ChatAssistantMessage
  | ChatToolMessage
  | ChatFunctionMessage
  | ChatDeveloperOrSystemOrUserMessage;

/** Part, by its `type`. */
export type ChatPart =
  | ChatImage
  | ChatOtherPart;

/** Tool call, by its `type`. */
export type ChatToolCall =
  | ChatCustomCall
  | ChatBuiltInFunctionCall
  | ChatFunctionToolCall;

/** Tool, by its `type`. */
export type ChatTool =
  | ChatCustomTool
  | ChatBuiltInTool
  | ChatFunctionTool;

/** Tool choice, by its `type`. */
export type ChatToolChoice =
  | ChatFunctionChoice
  | ChatCustomToolChoice
  | ChatChoiceAmongTools
  | ChatOtherToolChoice;

/** Allowed tool, by its `type`. */
export type ChatAllowedTool =
  | ChatFunctionChoice
  | ChatCustomToolChoice
  | ChatOtherAllowedTool;

/** Other answer, by its `object`. */
export type ChatOtherAnswer =
  | ChatCompletion
  | Record<string, unknown>
  | ChatOtherOtherAnswer;

/** Chat completion request, version 2026-08. */
export interface ChatCompletionRequest {
  /** The model that answers. */
  model?: string;
  /** The conversation so far. */
  messages: [ChatMessage, ...ChatMessage[]];
  /** The tools that the model may call. */
  tools?: ChatTool[];
  /** Whether a tool must be called: `none`, `auto`, `required`, or an object that names one. */
  tool_choice?: string | ChatToolChoice;
  /** Whether a turn may have several calls. */
  parallel_tool_calls?: boolean;
  /** The old form of `tools`. */
  functions?: ChatFunction[];
  /** The old form of `tool_choice`. */
  function_call?: string | ChatOldFunctionChoice;
  /** What the answer must be, such as JSON with a schema. */
  response_format?: ChatAnswerFormat | unknown;
  [key: string]: unknown;
}

/** Assistant message. */
export interface ChatAssistantMessage {
  /** Who speaks. */
  role: "assistant";
  /** What the model says; null or absent next to calls. */
  content?: string | ChatPart[] | null;
  /** Who says it. */
  name?: string;
  /** The tools that the model calls. */
  tool_calls?: [ChatToolCall, ...ChatToolCall[]] | null;
  /** The old form of `tool_calls`: one call without an id. */
  function_call?: ChatCalledFunction | null;
  /** Why the model does not answer. */
  refusal?: string | null;
  /** The answer as sound. */
  audio?: Record<string, unknown> | null;
  /** In training: whether the model learns this message, 0 or 1. */
  weight?: number;
  [key: string]: unknown;
}

/** Image. */
export interface ChatImage {
  /** What it is. */
  type?: "image_url";
  /** Where the image is. */
  image_url?: ChatImageAddress;
  [key: string]: unknown;
}

/** Address of an image. */
export interface ChatImageAddress {
  /** The address, or the data. */
  url: string;
  [key: string]: unknown;
}

/** Part. */
export interface ChatOtherPart {
  /** What it is. */
  type?: string;
  [key: string]: unknown;
}

/** Custom call. */
export interface ChatCustomCall {
  /** The id that the result repeats. */
  id: string;
  /** What is called. */
  type: "custom";
  /** The tool and its input. */
  custom: ChatCustomToolCall;
  [key: string]: unknown;
}

/** Custom tool call. */
export interface ChatCustomToolCall {
  /** The name of the tool. */
  name: string;
  /** Any text. */
  input: string;
  [key: string]: unknown;
}

/** Call of a built-in function. */
export interface ChatBuiltInFunctionCall {
  /** The id that the result repeats. */
  id: string;
  /** What is called. */
  type: "builtin_function";
  /** The tool and its arguments. */
  function: ChatCalledFunction;
  [key: string]: unknown;
}

/** Called function. */
export interface ChatCalledFunction {
  /** The name of the tool. */
  name: string;
  /** The arguments of the tool, as JSON in a string. */
  arguments: string;
  [key: string]: unknown;
}

/** Tool call. */
export interface ChatFunctionToolCall {
  /** The id that the result repeats. */
  id: string;
  /** What is called: a `function`, or a `custom` tool. */
  type?: "function";
  /** The tool and its arguments. */
  function: ChatCalledFunction;
  [key: string]: unknown;
}

/** Tool message. */
export interface ChatToolMessage {
  /** Who speaks. */
  role: "tool";
  /** What the tool returned. */
  content: string | ChatPart[];
  /** The id of the call that this answers. */
  tool_call_id: string;
  /** The name of the tool. */
  name?: string;
  [key: string]: unknown;
}

/** Function message. */
export interface ChatFunctionMessage {
  /** Who speaks. */
  role: "function";
  /** What the function returned. */
  content: string | ChatPart[] | null;
  /** The name of the function. */
  name: string;
  [key: string]: unknown;
}

/** Message. */
export interface ChatDeveloperOrSystemOrUserMessage {
  /** Who speaks. */
  role: "developer" | "system" | "user";
  /** What is said. */
  content: string | ChatPart[];
  /** Who says it. */
  name?: string;
  [key: string]: unknown;
}

/** Custom tool. */
export interface ChatCustomTool {
  /** What it is. */
  type: "custom";
  /** The tool. */
  custom: ChatCustomToolDefinition;
  [key: string]: unknown;
}

/** Definition of a custom tool. */
export interface ChatCustomToolDefinition {
  /** The name by which the model calls it. */
  name: string;
  /** What it is for. */
  description?: string;
  [key: string]: unknown;
}

/** Built-in tool. */
export interface ChatBuiltInTool {
  /** What it is. */
  type: "builtin_function";
  [key: string]: unknown;
}

/** Tool. */
export interface ChatFunctionTool {
  /** What it is. */
  type: "function" | (string & {});
  /** The function. */
  function?: ChatFunction;
  [key: string]: unknown;
}

/** Function. */
export interface ChatFunction {
  /** The name by which the model calls it. */
  name: string;
  /** What it is for. */
  description?: string;
  /** The JSON Schema of its arguments; without it, there are none. */
  parameters?: Record<string, unknown>;
  /** Whether the arguments must match the schema, which must then be in the strict subset. */
  strict?: boolean | null;
  [key: string]: unknown;
}

/** Function choice. */
export interface ChatFunctionChoice {
  /** What is chosen. */
  type: "function";
  /** The function that must be called. */
  function: ChatChosenTool;
  [key: string]: unknown;
}

/** Chosen tool. */
export interface ChatChosenTool {
  /** The name of the tool. */
  name: string;
  [key: string]: unknown;
}

/** Custom tool choice. */
export interface ChatCustomToolChoice {
  /** What is chosen. */
  type: "custom";
  /** The tool that must be called. */
  custom: ChatChosenTool;
  [key: string]: unknown;
}

/** Choice among tools. */
export interface ChatChoiceAmongTools {
  /** What is chosen. */
  type: "allowed_tools";
  /** The tools that may be called. */
  allowed_tools: ChatAllowedTools;
  [key: string]: unknown;
}

/** Allowed tools. */
export interface ChatAllowedTools {
  /** `auto`, or `required` if one of them must be called. */
  mode?: string;
  /** The tools. */
  tools?: ChatAllowedTool[];
  [key: string]: unknown;
}

/** Allowed tool. */
export interface ChatOtherAllowedTool {
  /** What is chosen. */
  type: string;
  [key: string]: unknown;
}

/** Tool choice. */
export interface ChatOtherToolChoice {
  /** What is chosen. */
  type: string;
  [key: string]: unknown;
}

/** Old function choice. */
export interface ChatOldFunctionChoice {
  /** The name of the tool. */
  name: string;
  [key: string]: unknown;
}

/** Format of the answer. */
export interface ChatAnswerFormat {
  /** The schema of the answer. */
  json_schema?: ChatAnswerSchema | unknown;
  [key: string]: unknown;
}

/** Schema of the answer. */
export interface ChatAnswerSchema {
  /** The JSON Schema. */
  schema?: unknown;
  /** Whether the answer must match the schema, which must then be in the strict subset. */
  strict?: unknown;
  [key: string]: unknown;
}

/** Batch request, version 2026-08. */
export interface ChatBatchRequest {
  /** The id by which the answer is found. */
  custom_id: string;
  /** How it is sent. */
  method?: "POST";
  /** What is asked. */
  url?: string;
  /** The request. */
  body: ChatCompletionRequest;
  [key: string]: unknown;
}

/** Batch answer, version 2026-08. */
export interface ChatBatchAnswer {
  /** The id of the answer. */
  id?: string;
  /** The id of the request. */
  custom_id: string;
  /** The answer; null after an error. */
  response: ChatApiAnswer | null;
  /** What went wrong, or null. */
  error?: Record<string, unknown> | null;
  [key: string]: unknown;
}

/** Answer of the API. */
export interface ChatApiAnswer {
  /** The status of HTTP. */
  status_code?: number;
  /** The response, or what was wrong with the request. */
  body: ChatOtherAnswer;
  [key: string]: unknown;
}

/** Chat completion, version 2026-08. */
export interface ChatCompletion {
  /** The id of the response. */
  id: string;
  /** What it is. */
  object: "chat.completion";
  /** When it was written, in seconds since 1970. */
  created: number;
  /** The model that answered. */
  model: string;
  /** The answers. */
  choices: ChatChoice[];
  [key: string]: unknown;
}

/** Choice. */
export interface ChatChoice {
  /** Its number. */
  index: number;
  /** What the model says and calls. */
  message: ChatReply;
  /** Why the model stopped. */
  finish_reason: "stop" | "length" | "tool_calls" | "content_filter" | "function_call" | (string & {}) | null;
  [key: string]: unknown;
}

/** Reply. */
export interface ChatReply {
  /** Who speaks. */
  role: "developer" | "system" | "user" | "assistant" | "tool" | "function";
  /** What the model says; null or absent next to calls. */
  content?: string | ChatPart[] | null;
  /** The tools that the model calls. */
  tool_calls?: ChatToolCall[] | null;
  /** The old form of `tool_calls`: one call without an id. */
  function_call?: ChatCalledFunction | null;
  /** Why the model does not answer. */
  refusal?: string | null;
  /** The answer as sound. */
  audio?: Record<string, unknown> | null;
  [key: string]: unknown;
}

/** Other answer. */
export interface ChatOtherOtherAnswer {
  /** The answers. */
  choices?: ChatChoice[];
  [key: string]: unknown;
}

/** Preference, version 2026-08. */
export interface ChatPreference {
  /** The conversation so far. */
  input: ChatInput;
  /** The better answer. */
  preferred_output: [ChatMessage, ...ChatMessage[]];
  /** The other answer; its calls may be wrong, so they are not judged. */
  non_preferred_output: [ChatWorseMessage, ...ChatWorseMessage[]];
  [key: string]: unknown;
}

/** Input. */
export interface ChatInput {
  /** The conversation so far. */
  messages: [ChatMessage, ...ChatMessage[]];
  /** The tools that the model may call; none may be. */
  tools?: ChatTool[];
  [key: string]: unknown;
}

/** Worse message. */
export interface ChatWorseMessage {
  /** Who speaks. */
  role: string;
  [key: string]: unknown;
}

/** Exchange, version 2026-08. */
export interface ChatExchange {
  /** What was asked. */
  request: ChatCompletionRequest;
  /** What was answered. */
  response: ChatCompletion;
  [key: string]: unknown;
}

/** Chunk of a chat completion, version 2026-08. */
export interface ChatCompletionChunk {
  /** The id of the response. */
  id: string;
  /** The parts of the answers. */
  choices: ChatChunkChoice[];
  [key: string]: unknown;
}

/** Choice of a chunk. */
export interface ChatChunkChoice {
  /** The number of the answer. */
  index: number;
  /** What is added. */
  delta: ChatDelta;
  [key: string]: unknown;
}

/** Delta. */
export interface ChatDelta {
  /** Fragments of calls. */
  tool_calls?: ChatFragment[] | null;
  [key: string]: unknown;
}

/** Fragment. */
export interface ChatFragment {
  /** The number of the call, by which readers join the fragments. */
  index: number;
  /** What is added to the call. */
  function?: ChatFragmentFunction | null;
  [key: string]: unknown;
}

/** Function of a fragment. */
export interface ChatFragmentFunction {
  /** What is added to the arguments: a text. */
  arguments?: string | null;
  [key: string]: unknown;
}

/** Training example, version 2026-08. */
export interface ChatTrainingExample {
  /** The conversation to learn from. */
  messages: [ChatMessage, ...ChatMessage[]];
  /** The tools that the model may call. */
  tools?: ChatTool[];
  /** Whether a turn may have several calls. */
  parallel_tool_calls?: boolean;
  /** The old form of `tools`. */
  functions?: ChatFunction[];
}

/** What a file of the format `responses-api` holds, version 2026-08. */
export type ResponsesApiFile =
  | ResponsesRequest
  | ResponsesBatchRequest
  | ResponsesBatchAnswer
  | ResponsesExchange
  | ResponsesResponse
  | ResponsesItemEvent
  | ResponsesStreamEvent
  | ResponsesSessionLine;

/** Item, by its `type`. */
export type ResponsesItem =
  | ResponsesMessage
  | ResponsesFunctionCallItem
  | ResponsesFunctionCallOutputItem
  | ResponsesToolSearchCallItem
  | ResponsesCustomToolCallItem
  | ResponsesCustomToolCallOutputItem
  | ResponsesMcpCallItem
  | ResponsesToolSearchOutputItem
  | ResponsesOtherItem;

/** Tool, by its `type`. */
export type ResponsesTool =
  | ResponsesFunctionTool
  | ResponsesCustomTool
  | ResponsesToolsGroup
  | ResponsesOtherTool;

/** Tool choice, by its `type`. */
export type ResponsesToolChoice =
  | ResponsesNamedToolChoice
  | ResponsesChoiceAmongTools
  | ResponsesOtherToolChoice;

/** Allowed tool, by its `type`. */
export type ResponsesAllowedTool =
  | ResponsesNamedToolChoice
  | ResponsesOtherAllowedTool;

/** Responses request, version 2026-08. */
export interface ResponsesRequest {
  /** The model that answers. */
  model?: string;
  /** The conversation so far, or a text. */
  input: string | ResponsesItem[];
  /** The tools that the model may call. */
  tools?: ResponsesTool[];
  /** Whether a tool must be called: `none`, `auto`, `required`, or an object that names one. */
  tool_choice?: string | ResponsesToolChoice;
  /** Whether a turn may have several calls. */
  parallel_tool_calls?: boolean;
  /** The response before; its items are not repeated. */
  previous_response_id?: string | null;
  /** The conversation that holds the earlier items. */
  conversation?: unknown;
  /** A stored prompt, which may name the model. */
  prompt?: unknown;
  /** How the answer is written, such as JSON with a schema. */
  text?: ResponsesAnswerForm | unknown;
  [key: string]: unknown;
}

/** Message. */
export interface ResponsesMessage {
  /** Who speaks, in a message. */
  role?: unknown;
  /** What is said, in a message. */
  content?: Array<ResponsesPart | unknown> | unknown;
  [key: string]: unknown;
}

/** Part. */
export interface ResponsesPart {
  /** What it is. */
  type?: string;
  [key: string]: unknown;
}

/** `function_call` item. */
export interface ResponsesFunctionCallItem {
  /** What it is. */
  type: "function_call";
  /** The id that the output repeats. */
  call_id: string;
  /** The name of the tool. */
  name: string;
  /** The arguments of the tool, as JSON in a string. */
  arguments: string;
  [key: string]: unknown;
}

/** `function_call_output` item. */
export interface ResponsesFunctionCallOutputItem {
  /** What it is. */
  type: "function_call_output";
  /** The id that the output repeats. */
  call_id: string;
  /** What the tool returned. */
  output: string | Array<Record<string, unknown>>;
  [key: string]: unknown;
}

/** `tool_search_call` item. */
export interface ResponsesToolSearchCallItem {
  /** What it is. */
  type: "tool_search_call";
  /** What is searched for: an object here. */
  arguments: Record<string, unknown>;
  [key: string]: unknown;
}

/** `custom_tool_call` item. */
export interface ResponsesCustomToolCallItem {
  /** What it is. */
  type: "custom_tool_call";
  /** The id that the output repeats. */
  call_id: string;
  /** The name of the tool. */
  name: string;
  /** Any text. */
  input: string;
  [key: string]: unknown;
}

/** `custom_tool_call_output` item. */
export interface ResponsesCustomToolCallOutputItem {
  /** What it is. */
  type: "custom_tool_call_output";
  /** The id that the output repeats. */
  call_id: string;
  /** What the tool returned. */
  output: string | Array<Record<string, unknown>>;
  [key: string]: unknown;
}

/** `mcp_call` item. */
export interface ResponsesMcpCallItem {
  /** What it is. */
  type: "mcp_call";
  /** The name of the tool. */
  name: string;
  /** The arguments of the tool, as JSON in a string. */
  arguments: string;
  [key: string]: unknown;
}

/** `tool_search_output` item. */
export interface ResponsesToolSearchOutputItem {
  /** What it is. */
  type: "tool_search_output";
  /** The tools that were found. */
  tools?: ResponsesTool[];
  [key: string]: unknown;
}

/** Tool. */
export interface ResponsesFunctionTool {
  /** What it is. */
  type: "function";
  /** The name by which the model calls it. */
  name: string;
  /** What it is for. */
  description?: string | null;
  /** The JSON Schema of its arguments; without it, there are none. */
  parameters?: Record<string, unknown> | null;
  /** Whether the arguments must match the schema, which must then be in the strict subset. */
  strict?: boolean | null;
  /** The JSON Schema of the JSON in its outputs. */
  output_schema?: Record<string, unknown> | null;
  [key: string]: unknown;
}

/** Custom tool. */
export interface ResponsesCustomTool {
  /** What it is. */
  type: "custom";
  /** The name by which the model calls it. */
  name: string;
  /** What it is for. */
  description?: string | null;
  /** The JSON Schema of its arguments; without it, there are none. */
  parameters?: Record<string, unknown> | null;
  /** Whether the arguments must match the schema, which must then be in the strict subset. */
  strict?: boolean | null;
  /** The JSON Schema of the JSON in its outputs. */
  output_schema?: Record<string, unknown> | null;
  [key: string]: unknown;
}

/** Group of tools. */
export interface ResponsesToolsGroup {
  /** What it is. */
  type: "namespace";
  /** The functions in it. */
  tools?: ResponsesFunctionTool[];
  [key: string]: unknown;
}

/** Tool. */
export interface ResponsesOtherTool {
  /** What it is. */
  type: string;
  [key: string]: unknown;
}

/** Item. */
export interface ResponsesOtherItem {
  /** What it is; a message needs none. */
  type?: unknown;
  /** Who speaks, in a message. */
  role?: string | null;
  /** What is said, in a message. */
  content?: Array<ResponsesPart | unknown> | unknown;
  [key: string]: unknown;
}

/** Named tool choice. */
export interface ResponsesNamedToolChoice {
  /** What it is. */
  type: "function" | "custom";
  /** The name of the tool. */
  name: string;
  [key: string]: unknown;
}

/** Choice among tools. */
export interface ResponsesChoiceAmongTools {
  /** What it is. */
  type: "allowed_tools";
  /** The tools that may be called. */
  tools?: ResponsesAllowedTool[];
  [key: string]: unknown;
}

/** Allowed tool. */
export interface ResponsesOtherAllowedTool {
  /** What it is. */
  type: string;
  [key: string]: unknown;
}

/** Tool choice. */
export interface ResponsesOtherToolChoice {
  /** What it is. */
  type: string;
  [key: string]: unknown;
}

/** Form of the answer. */
export interface ResponsesAnswerForm {
  /** What the answer must be. */
  format?: ResponsesAnswerFormat | unknown;
  [key: string]: unknown;
}

/** Format of the answer. */
export interface ResponsesAnswerFormat {
  /** The JSON Schema. */
  schema?: unknown;
  /** Whether the answer must match the schema, which must then be in the strict subset. */
  strict?: unknown;
  [key: string]: unknown;
}

/** Batch request, version 2026-08. */
export interface ResponsesBatchRequest {
  /** The id by which the answer is found. */
  custom_id: string;
  /** How it is sent. */
  method: "POST";
  /** What is asked. */
  url: string;
  /** The request. */
  body: ResponsesRequest;
  [key: string]: unknown;
}

/** Batch answer, version 2026-08. */
export interface ResponsesBatchAnswer {
  /** The id of the request. */
  custom_id: string;
  /** The answer. */
  response: ResponsesApiAnswer;
  [key: string]: unknown;
}

/** Answer of the API. */
export interface ResponsesApiAnswer {
  /** The status of HTTP. */
  status_code?: number;
  /** The response. */
  body: ResponsesResponse;
  [key: string]: unknown;
}

/** Responses response, version 2026-08. */
export interface ResponsesResponse {
  /** The id of the response. */
  id: string;
  /** What it is. */
  object: "response";
  /** Whether it is complete. */
  status: "completed" | "failed" | "in_progress" | "cancelled" | "queued" | "incomplete" | (string & {});
  /** What the model says and calls. */
  output: ResponsesItem[];
  /** The tools that the model could call. */
  tools?: ResponsesTool[];
  /** Whether a turn could have several calls. */
  parallel_tool_calls?: boolean;
  [key: string]: unknown;
}

/** Exchange, version 2026-08. */
export interface ResponsesExchange {
  /** What was asked. */
  request: ResponsesRequest;
  /** What was answered. */
  response: ResponsesResponse;
  [key: string]: unknown;
}

/** Event of an item, version 2026-08. */
export interface ResponsesItemEvent {
  /** What it is. */
  type: string;
  /** The item. */
  item?: ResponsesItem;
  [key: string]: unknown;
}

/** Event of a Responses stream, version 2026-08. */
export interface ResponsesStreamEvent {
  /** What it is. */
  type: string;
  /** The response so far. */
  response?: ResponsesResponseSoFar;
  [key: string]: unknown;
}

/** Response so far. */
export interface ResponsesResponseSoFar {
  /** What the model says and calls. */
  output?: ResponsesItem[];
  /** The tools that the model may call. */
  tools?: ResponsesTool[];
  [key: string]: unknown;
}

/** Line of a session, version 2026-08. */
export interface ResponsesSessionLine {
  /** What happened. */
  payload?: ResponsesItem;
  [key: string]: unknown;
}

/** What a file of the format `messages-api` holds, version 2026-08. */
export type MessagesApiFile =
  | MessagesRequest
  | MessagesTranscriptLine
  | MessagesBatchRequest
  | MessagesBatchAnswer
  | MessagesExchange
  | MessagesBlockStart
  | MessagesStreamEvent
  | MessagesResponse;

/** Block, by its `type`. */
export type MessagesBlock =
  | MessagesToolUseBlock
  | MessagesToolResultBlock
  | MessagesServerToolUseBlock
  | MessagesOtherBlock;

/** Tool, by its `type`. */
export type MessagesTool =
  | MessagesServerTools
  | MessagesOtherTool;

/** Tool choice, by its `type`. */
export type MessagesToolChoice =
  | MessagesNamedToolChoice
  | MessagesAutoOrAnyOrNoneToolChoice;

/** Messages request, version 2026-08. */
export interface MessagesRequest {
  /** The model that answers. */
  model?: string;
  /** The most tokens of the answer. */
  max_tokens?: number;
  /** The conversation so far. */
  messages: MessagesMessage[];
  /** The tools that the model may call. */
  tools?: MessagesTool[];
  /** Whether a tool must be called, and which. */
  tool_choice?: MessagesToolChoice;
  /** Whether the answer comes in events. */
  stream?: unknown;
  /** How much the answers to the same request differ. */
  temperature?: unknown;
  /** The version of the API, in requests to clouds, which name the model elsewhere. */
  anthropic_version?: unknown;
  [key: string]: unknown;
}

/** Message. */
export interface MessagesMessage {
  /** Who speaks; what tools return is said by the `user`. */
  role: "user" | "assistant" | "system";
  /** What is said, called or returned. */
  content: string | MessagesBlock[];
  [key: string]: unknown;
}

/** `tool_use` block. */
export interface MessagesToolUseBlock {
  /** What the block is. */
  type: "tool_use";
  /** The id that the result repeats. */
  id: string;
  /** The name of the tool. */
  name: string;
  /** The input of the tool; `{}` if there is none. */
  input: Record<string, unknown>;
  [key: string]: unknown;
}

/** `tool_result` block. */
export interface MessagesToolResultBlock {
  /** What the block is. */
  type: "tool_result";
  /** The id of the call that this answers. */
  tool_use_id: string;
  /** What the tool returned; may be absent. */
  content?: string | Array<Record<string, unknown>>;
  /** Whether the tool failed. */
  is_error?: boolean;
  [key: string]: unknown;
}

/** `server_tool_use` block. */
export interface MessagesServerToolUseBlock {
  /** What the block is. */
  type: "server_tool_use";
  /** The id that the result repeats. */
  id: string;
  /** The name of the tool. */
  name: string;
  /** The input of the tool; `{}` if there is none. */
  input: Record<string, unknown>;
  [key: string]: unknown;
}

/** Block. */
export interface MessagesOtherBlock {
  /** What the block is. */
  type: string;
  [key: string]: unknown;
}

/** Tools of a server. */
export interface MessagesServerTools {
  /** What it is. */
  type: "mcp_toolset";
  [key: string]: unknown;
}

/** Tool. */
export interface MessagesOtherTool {
  /** The name by which the model calls it. */
  name: string;
  /** What it is for. */
  description?: string;
  /** The JSON Schema of its input. */
  input_schema?: Record<string, unknown>;
  /** The kind of a tool that the service runs; without it, or with `custom`, the program runs it. */
  type?: string;
  /** Whether the input must match the schema, which must then be in the strict subset. */
  strict?: boolean;
  /** Examples of its input. */
  input_examples?: Array<Record<string, unknown>>;
  [key: string]: unknown;
}

/** Named tool choice. */
export interface MessagesNamedToolChoice {
  /** What is chosen. */
  type: "tool";
  /** The name of the tool. */
  name: string;
  /** Whether a turn may have only one call. */
  disable_parallel_tool_use?: boolean;
  [key: string]: unknown;
}

/** Tool choice. */
export interface MessagesAutoOrAnyOrNoneToolChoice {
  /** What is chosen. */
  type: "auto" | "any" | "none";
  /** Whether a turn may have only one call. */
  disable_parallel_tool_use?: boolean;
  [key: string]: unknown;
}

/** Line of a transcript, version 2026-08. */
export interface MessagesTranscriptLine {
  /** What is said, called or returned. */
  message?: MessagesTranscriptMessage;
  [key: string]: unknown;
}

/** Message of a transcript. */
export interface MessagesTranscriptMessage {
  /** What is said, called or returned. */
  content?: string | MessagesBlock[];
  [key: string]: unknown;
}

/** Batch request, version 2026-08. */
export interface MessagesBatchRequest {
  /** The id by which the answer is found. */
  custom_id: string;
  /** The request. */
  params: MessagesBatchedMessagesRequest;
  [key: string]: unknown;
}

/** Batched Messages request. */
export interface MessagesBatchedMessagesRequest {
  /** The model that answers. */
  model: string;
  /** The most tokens of the answer. */
  max_tokens: number;
  /** The conversation so far. */
  messages: MessagesMessage[];
  /** The tools that the model may call. */
  tools?: MessagesTool[];
  /** Whether a tool must be called, and which. */
  tool_choice?: MessagesToolChoice;
  [key: string]: unknown;
}

/** Batch answer, version 2026-08. */
export interface MessagesBatchAnswer {
  /** The id of the request. */
  custom_id: string;
  /** What came of it. */
  result: MessagesOutcome;
  [key: string]: unknown;
}

/** Outcome. */
export interface MessagesOutcome {
  /** How it ended. */
  type: string;
  /** The response. */
  message?: MessagesResponse;
  [key: string]: unknown;
}

/** Messages response, version 2026-08. */
export interface MessagesResponse {
  /** The id of the response. */
  id: string;
  /** What it is. */
  type: "message";
  /** Who speaks. */
  role: "assistant";
  /** What the model says and calls. */
  content: MessagesBlock[];
  /** Why the model stopped. */
  stop_reason: string | null;
  [key: string]: unknown;
}

/** Exchange, version 2026-08. */
export interface MessagesExchange {
  /** What was asked. */
  request: MessagesRequest;
  /** What was answered. */
  response: MessagesResponse;
  [key: string]: unknown;
}

/** Start of a block, version 2026-08. */
export interface MessagesBlockStart {
  /** The block so far. */
  content_block?: MessagesBlock;
  [key: string]: unknown;
}

/** Event of a Messages stream, version 2026-08. */
export interface MessagesStreamEvent {
  /** What happened. */
  type: string;
  [key: string]: unknown;
}

/** What a file of the format `mcp` holds, version 2026-07-28. */
export type McpFile =
  | McpMessage
  | McpResult;

/** Block, by its `type`. */
export type McpBlock =
  | McpTextBlock
  | McpDataBlock
  | McpResourceBlock
  | McpLinkBlock
  | McpToolUseOrToolResultBlock;

/** Message of MCP, version 2026-07-28. */
export interface McpMessage {
  /** The version of JSON-RPC. */
  jsonrpc: "2.0";
  /** The number or text that the answer repeats; a notification has none. */
  id?: string | number | null;
  /** What is asked or said. */
  method?: string;
  /** What the method takes. */
  params?: McpCall | Record<string, unknown>;
  /** What the method returned. */
  result?: McpResult;
  /** Why the method failed. */
  error?: McpError;
  [key: string]: unknown;
}

/** Call. */
export interface McpCall {
  /** The name of the tool. */
  name: string;
  /** The arguments of the tool; none if absent. */
  arguments?: Record<string, unknown>;
  [key: string]: unknown;
}

/** Result of MCP, version 2026-07-28. */
export interface McpResult {
  /** The tools of the server. */
  tools?: McpTool[];
  /** What the tool returned, for people and models; may be empty. */
  content?: McpBlock[] | Record<string, unknown>;
  /** What a resource holds, in the answer to `resources/read`. */
  contents?: unknown;
  /** What the tool returned, for programs. */
  structuredContent?: unknown;
  /** Whether the tool failed. */
  isError?: boolean;
  [key: string]: unknown;
}

/** Tool. */
export interface McpTool {
  /** The name by which clients call it. */
  name: string;
  /** What it is for. */
  description?: string;
  /** The JSON Schema of its arguments. */
  inputSchema: Record<string, unknown>;
  /** The JSON Schema of its `structuredContent`. */
  outputSchema?: Record<string, unknown>;
  [key: string]: unknown;
}

/** Text block. */
export interface McpTextBlock {
  /** What it is. */
  type: "text";
  /** What is said. */
  text: string;
  [key: string]: unknown;
}

/** Block with data. */
export interface McpDataBlock {
  /** What it is. */
  type: "image" | "audio";
  /** The image or the sound, in Base64. */
  data: string;
  /** Its media type, such as `image/png`. */
  mimeType: string;
  [key: string]: unknown;
}

/** Block with a resource. */
export interface McpResourceBlock {
  /** What it is. */
  type: "resource";
  /** The resource. */
  resource: Record<string, unknown>;
  [key: string]: unknown;
}

/** Block with a link. */
export interface McpLinkBlock {
  /** What it is. */
  type: "resource_link";
  /** Where the resource is. */
  uri: string;
  /** What it is called. */
  name: string;
  [key: string]: unknown;
}

/** Block. */
export interface McpToolUseOrToolResultBlock {
  /** What it is. */
  type: "tool_use" | "tool_result";
  [key: string]: unknown;
}

/** Error. */
export interface McpError {
  /** Its number. */
  code: number;
  /** What went wrong. */
  message: string;
  [key: string]: unknown;
}

/** What a file of the format `generate-content` holds, version 2026-08. */
export type GenerateContentFile =
  | GenerateContentRequest
  | GenerateContentExchange
  | GenerateContentResponse;

/** Request for content, version 2026-08. */
export interface GenerateContentRequest {
  /** The conversation so far. */
  contents: GenerateContent[] | Record<string, unknown> | string;
  /** The tools that the model may call. */
  tools?: GenerateToolsGroup[] | null;
  /** Whether tools must be called, and which. */
  toolConfig?: GenerateToolConfiguration | null;
  /** The same, as SDKs write it. */
  tool_config?: GenerateToolConfiguration | null;
  [key: string]: unknown;
}

/** Content. */
export interface GenerateContent {
  /** Who speaks: `user` or `model`. */
  role?: "user" | "model" | "function" | "system" | null;
  /** What is said, called or returned. */
  parts?: GeneratePart[] | GeneratePart | null;
  [key: string]: unknown;
}

/** Part. */
export interface GeneratePart {
  /** A call. */
  functionCall?: GenerateFunctionCall | null;
  /** What a call returned. */
  functionResponse?: GenerateFunctionResponse | null;
  /** A call, as SDKs write it. */
  function_call?: GenerateFunctionCall | null;
  /** What a call returned, as SDKs write it. */
  function_response?: GenerateFunctionResponse | null;
  [key: string]: unknown;
}

/** Function call. */
export interface GenerateFunctionCall {
  /** The name of the tool. */
  name: string;
  /** The arguments of the tool; none if absent. */
  args?: Record<string, unknown>;
  /** The id that the response repeats, in newer files. */
  id?: string | null;
  [key: string]: unknown;
}

/** Function response. */
export interface GenerateFunctionResponse {
  /** The name of the tool. */
  name: string;
  /** What the tool returned. */
  response: Record<string, unknown>;
  /** The id of the call, in newer files. */
  id?: string | null;
  [key: string]: unknown;
}

/** Group of tools. */
export interface GenerateToolsGroup {
  /** The functions. */
  functionDeclarations?: GenerateFunction[];
  /** The same, as SDKs write it. */
  function_declarations?: GenerateFunction[];
  /** Functions such as `click_at`, which the model knows. */
  computerUse?: Record<string, unknown> | null;
  /** The same, as SDKs write it. */
  computer_use?: Record<string, unknown> | null;
  /** Servers whose tools the model may call. */
  mcpServers?: unknown;
  /** The same, as SDKs write it. */
  mcp_servers?: unknown;
  [key: string]: unknown;
}

/** Function. */
export interface GenerateFunction {
  /** The name by which the model calls it. */
  name: string;
  /** What it is for. */
  description?: string | null;
  /** The schema of its arguments; without it, there are none. */
  parameters?: Record<string, unknown> | null;
  /** The same as JSON Schema. */
  parametersJsonSchema?: Record<string, unknown> | null;
  /** The same, as SDKs write it. */
  parameters_json_schema?: Record<string, unknown> | null;
  [key: string]: unknown;
}

/** Tool configuration. */
export interface GenerateToolConfiguration {
  /** Whether functions must be called, and which. */
  functionCallingConfig?: GenerateCallsConfiguration;
  /** The same, as SDKs write it. */
  function_calling_config?: GenerateCallsInSnakeCaseConfiguration;
  [key: string]: unknown;
}

/** Configuration of calls. */
export interface GenerateCallsConfiguration {
  /** `AUTO`, `ANY` if one must be called, `NONE` or `VALIDATED`. */
  mode?: string;
  /** The functions that may be called. */
  allowedFunctionNames?: string[];
  [key: string]: unknown;
}

/** Configuration of calls in snake case. */
export interface GenerateCallsInSnakeCaseConfiguration {
  /** `AUTO`, `ANY` if one must be called, `NONE` or `VALIDATED`. */
  mode?: string;
  /** The functions that may be called. */
  allowed_function_names?: string[];
  [key: string]: unknown;
}

/** Exchange of content, version 2026-08. */
export interface GenerateContentExchange {
  /** The name by which the answer is found, in a batch. */
  key?: unknown;
  /** What is asked. */
  request?: GenerateContentRequest | null;
  /** What was answered. */
  response?: GenerateContentResponse | null;
  [key: string]: unknown;
}

/** Response with content, version 2026-08. */
export interface GenerateContentResponse {
  /** The answers. */
  candidates: GenerateCandidate[];
  [key: string]: unknown;
}

/** Candidate. */
export interface GenerateCandidate {
  /** What the model says and calls. */
  content?: GenerateContent | null;
  [key: string]: unknown;
}

/** What a file of the format `ollama-chat` holds, version 2026-08. */
export type OllamaChatFile =
  | OllamaRequest
  | OllamaResponse;

/** Ollama request, version 2026-08. */
export interface OllamaRequest {
  /** The model that answers. */
  model?: string;
  /** The conversation so far. */
  messages: OllamaMessage[];
  /** The tools that the model may call. */
  tools?: OllamaTool[];
  [key: string]: unknown;
}

/** Message. */
export interface OllamaMessage {
  /** Who speaks. */
  role: string;
  /** What is said or returned. */
  content?: string | null;
  /** The tools that the model calls. */
  tool_calls?: OllamaToolCall[] | null;
  /** The tool that returned the content. */
  tool_name?: string | null;
  [key: string]: unknown;
}

/** Tool call. */
export interface OllamaToolCall {
  /** The tool and its arguments. */
  function: OllamaCalledFunction;
  [key: string]: unknown;
}

/** Called function. */
export interface OllamaCalledFunction {
  /** The name of the tool. */
  name: string;
  /** The arguments of the tool. */
  arguments: Record<string, unknown>;
  [key: string]: unknown;
}

/** Tool. */
export interface OllamaTool {
  /** The function. */
  function: OllamaFunction;
  [key: string]: unknown;
}

/** Function. */
export interface OllamaFunction {
  /** The name by which the model calls it. */
  name: string;
  /** What it is for. */
  description?: string;
  /** The JSON Schema of its arguments; without it, there are none. */
  parameters?: Record<string, unknown>;
  [key: string]: unknown;
}

/** Ollama response, version 2026-08. */
export interface OllamaResponse {
  /** What the model says and calls. */
  message: OllamaMessage;
  /** Whether the answer is complete. */
  done?: boolean;
  [key: string]: unknown;
}
