/** What the property `code` of every error says that this package throws. An error of your own function is passed on as it is. */
export type AgentResponseErrorCode =
  /** An argument is not what the types say; a `TypeError` names it. */
  | "invalid-argument"
  /** `wrap`, `recover`: the content is an envelope with an error that only its author can fix. */
  | "content-is-envelope"
  /** `wrap`, `recover`: the content is empty, cut off or an error message, or does not suit the envelope. */
  | "content-refused"
  /** `edit`: the text around the document is so broken that no edit is certain. */
  | "not-editable"
  /** The entry point comes without its WebAssembly, and none was passed to `init` or `initSync`. */
  | "not-initialized"
  /** The WebAssembly could not be compiled synchronously here. */
  | "not-compiled"
  /** `init`: the address could not be fetched. */
  | "not-fetched"
  /** `parse` of `agent-response/report`: the text has errors, which `report` has, or no payload. */
  | "invalid-response"
  /** `parse` of `agent-response/report`: the response is valid, but its run failed; the message has the agent's error. */
  | "failed-response"
  /** A mistake of this package. */
  | "internal-error";
