// Written from the tables of the formats; see CONTRIBUTING.md.

/** Agent response, version 1.0. */
export interface AgentResponse {
  /** The id of the request that is answered, copied from the request file. */
  request_id: string;
  /** The version of the protocol. */
  version: "1.0";
  /** How the run ended. */
  status: "success" | "error" | "timeout";
  /** What the agent returned, as JSON in a string; null when there is nothing. */
  response: string | null;
  /** What went wrong; null on success. */
  error_message: string | null;
  /** A short name for the kind of error; null on success. */
  error_type:
    | "timeout"
    | "TimeoutError"
    | "AgentInvocationError"
    | "InvocationError"
    | "AGENT_NOT_FOUND"
    | "INVOCATION_FAILED"
    | "TIMEOUT"
    | "PARSE_ERROR"
    | "VALIDATION_ERROR"
    | "UNKNOWN"
    | (string & {})
    | null;
  /** When the agent finished: ISO 8601 with a time zone. */
  created_at: string;
  /** How long the run took, in seconds. */
  duration_seconds: number;
  /** Anything else, as an object; `{}` when there is nothing. */
  metadata: Record<string, unknown>;
}

/** Agent request, version 1.0. */
export interface AgentRequest {
  /** The id that the answer has to repeat. */
  request_id: string;
  /** The version of the protocol. */
  version: "1.0";
  /** The number of the phase that waits, 1 to 8. */
  phase: number;
  /** The name of that phase. */
  phase_name: string;
  /** The agent that is asked. */
  agent_name: string;
  /** What the agent is to do. */
  prompt: string;
  /** How long the program waits, in seconds. */
  timeout_seconds: number;
  /** When the request was written: ISO 8601 with a time zone. */
  created_at: string;
  /** Anything else the agent may need. */
  context: Record<string, unknown>;
  /** The model that is asked for. */
  model?: string | null;
}

/** Enhancement, version 1.0. */
export interface Enhancement {
  /** The names of the sections, in the order in which they are put in. */
  sections?: string[];
  frontmatter?: string;
  title?: string;
  quick_start?: string;
  boundaries?: string;
  capabilities?: string;
  phase_integration?: string;
  loading_instruction?: string;
  detailed_examples?: string;
  examples?: string;
  best_practices?: string;
  anti_patterns?: string;
  cross_stack?: string;
  mcp_integration?: string;
  troubleshooting?: string;
  technology_specific?: string;
  related_templates?: string;
  common_patterns?: string;
  integration_points?: string;
  [key: string]: unknown;
}

/** Delegator envelope, version 3.6. */
export type DelegatorEnvelope = DelegatorEnvelopeBase & DelegatorEnvelopeByTool & DelegatorEnvelopeByStatus;

/** What is the same in each Delegator envelope. */
export interface DelegatorEnvelopeBase {
  /** The version of the Delegator. */
  version: "3.6";
  /** A UUID that the server gives to each call. */
  request_id: string;
  /** When the answer was written: ISO 8601 with a time zone. */
  ts: string;
  /** Small facts about the answer, by category; `{}` when there are none. */
  meta: Record<string, string | number | boolean | null>;
}

/** What follows from `tool`. */
export type DelegatorEnvelopeByTool =
  | {
      /** The tool that answers. */
      tool: "_codex_local_run" | "_codex_local_exec" | "_codex_local_resume" | "_codex_cloud_submit";
      /** The schema of the answer, which follows from the tool. */
      schema_id: "codex/v3.6/execution_ack/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "execution_ack";
    }
  | {
      /** The tool that answers. */
      tool: "_codex_local_wait" | "_codex_cloud_wait";
      /** The schema of the answer, which follows from the tool. */
      schema_id: "codex/v3.6/wait_result/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "wait_result";
    }
  | {
      /** The tool that answers. */
      tool: "_codex_local_status" | "_codex_cloud_status";
      /** The schema of the answer, which follows from the tool. */
      schema_id: "codex/v3.6/status_snapshot/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "status_snapshot";
    }
  | {
      /** The tool that answers. */
      tool: "_codex_local_results" | "_codex_cloud_results";
      /** The schema of the answer, which follows from the tool. */
      schema_id: "codex/v3.6/result_set/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "result_set";
    }
  | {
      /** The tool that answers. */
      tool:
        | "_codex_local_cancel"
        | "_codex_cloud_cancel"
        | "_codex_cleanup_registry"
        | "_codex_cloud_list_environments"
        | "_codex_cloud_github_setup";
      /** The schema of the answer, which follows from the tool. */
      schema_id: "codex/v3.6/registry_info/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "registry_info";
    };

/** What follows from `status`. */
export type DelegatorEnvelopeByStatus =
  | {
      /** Whether the tool worked. */
      status: "ok";
      /** What the tool returns, by category; not there when it failed. */
      data: Record<string, unknown>;
      error?: never;
    }
  | {
      /** Whether the tool worked. */
      status: "error";
      data?: never;
      /** What went wrong; only there when the tool failed. */
      error: DelegatorError;
    };

/** Delegator error. */
export interface DelegatorError {
  /** The kind of error. */
  code: "TIMEOUT" | "VALIDATION" | "TOOL_ERROR" | "NOT_FOUND" | "UNSUPPORTED" | "INTERNAL";
  /** What went wrong, for people. */
  message: string;
  /** Facts about the error, by its code. */
  details?: DelegatorDetails;
  /** Whether another try may help. */
  retryable: boolean;
  /** How long the tool ran, in milliseconds. */
  duration_ms?: number;
  [key: string]: unknown;
}

/** Details object. */
export interface DelegatorDetails {
  /** What the process returned. */
  exit_code?: number;
  /** The end of what it wrote to standard error. */
  stderr_tail?: string;
  /** The file in which it failed. */
  file?: string;
  /** The line, from 1. */
  line?: number;
  /** The column, from 1. */
  column?: number;
  /** Which limit was reached. */
  timeout_type?: "idle" | "hard";
  /** After how many seconds. */
  elapsed_seconds?: number;
  /** What there was until then. */
  partial_results?: DelegatorPartialResult;
  [key: string]: unknown;
}

/** Partial result. */
export interface DelegatorPartialResult {
  /** The last events, 50 at most. */
  last_events?: unknown[];
  /** The end of the output, 64 KB at most. */
  last_output?: string;
  [key: string]: unknown;
}

/** Factory response, version 1.0. */
export type FactoryResponse = FactoryResponseBase & FactoryResponseByStatus & FactoryResponseByVerdict;

/** What is the same in each Factory response. */
export interface FactoryResponseBase {
  /** How sure the agent is. */
  confidence?: "high" | "medium" | "low";
  /** Why it is not surer. */
  confidence_notes?: string | null;
  /** The files that were made. */
  deliverables?: FactoryDeliverable[];
  /** Numbers of any kind. */
  metrics?: Record<string, number>;
  /** What is to happen next. */
  next_action?: string;
  /** How many requirements the critic looked at. */
  requirements_checked?: number;
  /** What might be changed. */
  concerns?: string[];
  /** What is done already, and what waits for the answers. */
  partial_work?: Record<string, unknown>;
  /** What the agent would do. */
  recommendation?: string;
  /** What was tried. */
  attempted?: string;
}

/** What follows from `status`. */
export type FactoryResponseByStatus =
  | {
      /** How the run ended. */
      status: "success";
      /** What was done, in a sentence. */
      summary: string;
      questions?: never;
      error?: never;
    }
  | {
      /** How the run ended. */
      status: "questions";
      /** What was done, in a sentence. */
      summary?: string;
      /** What the agent has to know first. */
      questions: FactoryQuestion[];
      error?: never;
    }
  | {
      /** How the run ended. */
      status: "failure";
      /** What was done, in a sentence. */
      summary?: string;
      questions?: never;
      /** What went wrong. */
      error: Record<string, unknown>;
    };

/** What follows from `verdict`. */
export type FactoryResponseByVerdict =
  | {
      /** What a critic thinks of the work. */
      verdict?: "PASS";
      /** What has to be changed before the work can go on. */
      blocking_issues?: FactoryBlockingIssue[];
    }
  | {
      /** What a critic thinks of the work. */
      verdict?: "BLOCKING";
      /** What has to be changed before the work can go on. */
      blocking_issues: FactoryBlockingIssue[];
    };

/** Deliverable. */
export interface FactoryDeliverable {
  /** Where the file is, from the root of the workspace. */
  path: string;
  [key: string]: unknown;
}

/** Blocking issue. */
export interface FactoryBlockingIssue {
  /** Its own id, such as B1. */
  id: string;
  [key: string]: unknown;
}

/** Question. */
export interface FactoryQuestion {
  /** Its own id, such as q1. */
  id: string;
  /** What is asked. */
  question: string;
  [key: string]: unknown;
}
