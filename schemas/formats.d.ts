// Generated from the tables of the formats; see CONTRIBUTING.md.

/** Agent response, version 1.0. */
export interface AgentResponse {
  /** The id of the request, copied from the request file. */
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
  /** The id that the response must repeat. */
  request_id: string;
  /** The version of the protocol. */
  version: "1.0";
  /** The number of the waiting phase, 1 to 8. */
  phase: number;
  /** The name of that phase. */
  phase_name: string;
  /** The agent that should respond. */
  agent_name: string;
  /** What the agent should do. */
  prompt: string;
  /** How long the program waits, in seconds. */
  timeout_seconds: number;
  /** When the request was written: ISO 8601 with a time zone. */
  created_at: string;
  /** Anything else the agent may need. */
  context: Record<string, unknown>;
  /** The requested model. */
  model?: string | null;
  [key: string]: unknown;
}

/** Enhancement, version 1.0. */
export interface Enhancement {
  /** The names of the sections, in the order in which they are inserted. */
  sections?: string[];
  /** Metadata for finding the agent: stack, phase, capabilities and keywords. */
  frontmatter_metadata?: EnhancementFrontmatterMetadata;
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

/** Frontmatter metadata. */
export interface EnhancementFrontmatterMetadata {
  /** The agent's languages and platforms. */
  stack?: Array<"python" | "javascript" | "typescript" | "csharp" | "java" | "go" | "rust" | "ruby" | "php" | "swift" | "kotlin" | "dart" | "react" | "dotnet" | "maui" | "flutter" | "xaml" | "realm" | "cross-stack" | (string & {})>;
  /** The phase of the work in which the agent is used. */
  phase?: "implementation" | "review" | "testing" | "orchestration" | "debugging" | (string & {});
  /** What the agent can do, in 3 to 7 items. */
  capabilities?: string[];
  /** 5 to 10 search terms for the agent, including libraries. */
  keywords?: string[];
  [key: string]: unknown;
}

/** Analysis, version 1.0. */
export interface Analysis {
  /** Languages, frameworks and tools. */
  technology?: AnalysisTechnology;
  /** Patterns, layers and how they depend on each other. */
  architecture?: AnalysisArchitecture;
  /** How well the code follows common principles. */
  quality?: AnalysisQuality;
  /** Files to turn into templates; 10 to 20 are recommended. */
  example_files: unknown[];
  [key: string]: unknown;
}

/** Technology. */
export interface AnalysisTechnology {
  /** The language most of the code is written in. */
  primary_language?: string;
  /** Frameworks, by name or as objects. */
  frameworks?: unknown[];
  /** The frameworks that the tests use. */
  testing_frameworks?: unknown[];
  /** The tools that build the code. */
  build_tools?: unknown[];
  /** Where data is kept. */
  databases?: unknown[];
  /** What the code runs on. */
  infrastructure?: unknown[];
  /** How sure the agent is of this. */
  confidence?: AnalysisConfidence;
  [key: string]: unknown;
}

/** Confidence. */
export interface AnalysisConfidence {
  /** The level that matches the percentage. */
  level: "high" | "medium" | "low" | "uncertain" | (string & {});
  /** How sure the agent is, from 0 to 100. */
  percentage: number;
  /** Why it is so sure. */
  reasoning?: string;
  [key: string]: unknown;
}

/** Architecture. */
export interface AnalysisArchitecture {
  /** Design patterns. */
  patterns?: unknown[];
  /** The style as a whole. */
  architectural_style?: string;
  /** Layers, by name or as objects. */
  layers?: unknown[];
  /** What the domain is made of. */
  key_abstractions?: unknown[];
  /** The direction in which layers depend on each other. */
  dependency_flow?: string;
  /** How sure the agent is of this. */
  confidence?: AnalysisConfidence;
  [key: string]: unknown;
}

/** Quality. */
export interface AnalysisQuality {
  /** Quality as a whole, from 0 to 100. */
  overall_score?: number;
  /** How well the code follows SOLID, from 0 to 100. */
  solid_compliance?: number;
  /** How little the code repeats itself, from 0 to 100. */
  dry_compliance?: number;
  /** How well the code avoids what nobody needs, from 0 to 100. */
  yagni_compliance?: number;
  /** The percentage of the code covered by tests, if known. */
  test_coverage?: number | null;
  /** Signs of trouble. */
  code_smells?: unknown[];
  /** What is done well. */
  strengths?: unknown[];
  /** What could be done better. */
  improvements?: unknown[];
  /** How sure the agent is of this. */
  confidence?: AnalysisConfidence;
  [key: string]: unknown;
}

/** Agent list, version 1.0. */
export type AgentList = AgentsAgent[];

/** Agent. */
export interface AgentsAgent {
  /** The agent's name, in words joined by hyphens. */
  name: string;
  /** What the agent does. */
  description: string;
  /** Why the project needs it. */
  reason: string;
  /** The technologies that the agent knows. */
  technologies: string[];
  /** How important the agent is, from 1 to 10. */
  priority?: number;
  [key: string]: unknown;
}

/** Delegator envelope, version 3.6. */
export type DelegatorEnvelope = DelegatorEnvelopeBase & DelegatorEnvelopeByTool & DelegatorEnvelopeByStatus;

/** The members that every Delegator envelope has. */
export interface DelegatorEnvelopeBase {
  /** The version of the Delegator. */
  version: "3.6";
  /** A UUID that the server gives to each call. */
  request_id: string;
  /** When the response was written: ISO 8601 with a time zone. */
  ts: string;
}

/** The members that depend on `tool`. */
export type DelegatorEnvelopeByTool =
  | {
      /** The tool that responds. */
      tool: "_codex_local_run" | "_codex_local_exec" | "_codex_local_resume" | "_codex_cloud_submit";
      /** The schema of the response, which follows from the tool. */
      schema_id: "codex/v3.6/execution_ack/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "execution_ack";
      /** Small facts about the response, by category; `{}` when there are none. */
      meta: DelegatorAcknowledgmentMeta;
      /** What the tool returns, by category; absent when it failed. */
      data?: DelegatorAcknowledgment;
    }
  | {
      /** The tool that responds. */
      tool: "_codex_local_wait" | "_codex_cloud_wait";
      /** Whether the tool succeeded. */
      status: "ok";
      /** The schema of the response, which follows from the tool. */
      schema_id: "codex/v3.6/wait_result/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "wait_result";
      /** Small facts about the response, by category; `{}` when there are none. */
      meta: DelegatorWaitResultMeta & Required<Pick<DelegatorWaitResultMeta, "started_ts" | "completed_ts" | "duration_ms">>;
      /** What the tool returns, by category; absent when it failed. */
      data?: DelegatorWaitResult;
    }
  | {
      /** The tool that responds. */
      tool: "_codex_local_wait" | "_codex_cloud_wait";
      /** Whether the tool succeeded. */
      status: "error";
      /** The schema of the response, which follows from the tool. */
      schema_id: "codex/v3.6/wait_result/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "wait_result";
      /** Small facts about the response, by category; `{}` when there are none. */
      meta: DelegatorWaitResultMeta;
      /** What the tool returns, by category; absent when it failed. */
      data?: DelegatorWaitResult;
    }
  | {
      /** The tool that responds. */
      tool: "_codex_local_status" | "_codex_cloud_status";
      /** Whether the tool succeeded. */
      status: "ok";
      /** The schema of the response, which follows from the tool. */
      schema_id: "codex/v3.6/status_snapshot/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "status_snapshot";
      /** Small facts about the response, by category; `{}` when there are none. */
      meta: DelegatorStatusSnapshotMeta & Required<Pick<DelegatorStatusSnapshotMeta, "snapshot_ts" | "total">>;
      /** What the tool returns, by category; absent when it failed. */
      data?: DelegatorStatusSnapshot;
    }
  | {
      /** The tool that responds. */
      tool: "_codex_local_status" | "_codex_cloud_status";
      /** Whether the tool succeeded. */
      status: "error";
      /** The schema of the response, which follows from the tool. */
      schema_id: "codex/v3.6/status_snapshot/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "status_snapshot";
      /** Small facts about the response, by category; `{}` when there are none. */
      meta: DelegatorStatusSnapshotMeta;
      /** What the tool returns, by category; absent when it failed. */
      data?: DelegatorStatusSnapshot;
    }
  | {
      /** The tool that responds. */
      tool: "_codex_local_results" | "_codex_cloud_results";
      /** Whether the tool succeeded. */
      status: "ok";
      /** The schema of the response, which follows from the tool. */
      schema_id: "codex/v3.6/result_set/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "result_set";
      /** Small facts about the response, by category; `{}` when there are none. */
      meta: DelegatorResultSetMeta & Required<Pick<DelegatorResultSetMeta, "count">>;
      /** What the tool returns, by category; absent when it failed. */
      data?: DelegatorResultSet;
    }
  | {
      /** The tool that responds. */
      tool: "_codex_local_results" | "_codex_cloud_results";
      /** Whether the tool succeeded. */
      status: "error";
      /** The schema of the response, which follows from the tool. */
      schema_id: "codex/v3.6/result_set/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "result_set";
      /** Small facts about the response, by category; `{}` when there are none. */
      meta: DelegatorResultSetMeta;
      /** What the tool returns, by category; absent when it failed. */
      data?: DelegatorResultSet;
    }
  | {
      /** The tool that responds. */
      tool: "_codex_local_cancel" | "_codex_cloud_cancel";
      /** The schema of the response, which follows from the tool. */
      schema_id: "codex/v3.6/registry_info/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "registry_info";
      /** Small facts about the response, by category; `{}` when there are none. */
      meta: DelegatorRegistryMeta;
      /** What the tool returns, by category; absent when it failed. */
      data?: DelegatorCancellation;
    }
  | {
      /** The tool that responds. */
      tool: "_codex_cleanup_registry";
      /** The schema of the response, which follows from the tool. */
      schema_id: "codex/v3.6/registry_info/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "registry_info";
      /** Small facts about the response, by category; `{}` when there are none. */
      meta: DelegatorRegistryMeta;
      /** What the tool returns, by category; absent when it failed. */
      data?: DelegatorCleanup;
    }
  | {
      /** The tool that responds. */
      tool: "_codex_cloud_list_environments";
      /** The schema of the response, which follows from the tool. */
      schema_id: "codex/v3.6/registry_info/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "registry_info";
      /** Small facts about the response, by category; `{}` when there are none. */
      meta: DelegatorRegistryMeta;
      /** What the tool returns, by category; absent when it failed. */
      data?: DelegatorListEnvironments;
    }
  | {
      /** The tool that responds. */
      tool: "_codex_cloud_github_setup";
      /** The schema of the response, which follows from the tool. */
      schema_id: "codex/v3.6/registry_info/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "registry_info";
      /** Small facts about the response, by category; `{}` when there are none. */
      meta: DelegatorRegistryMeta;
      /** What the tool returns, by category; absent when it failed. */
      data?: DelegatorSetupGuide;
    };

/** The members that depend on `status`. */
export type DelegatorEnvelopeByStatus =
  | {
      /** Whether the tool succeeded. */
      status: "ok";
      /** What the tool returns, by category; absent when it failed. */
      data: object;
      error?: never;
    }
  | {
      /** Whether the tool succeeded. */
      status: "error";
      data?: never;
      /** What went wrong; present only when the tool failed. */
      error: DelegatorError;
    };

/** Acknowledgment's meta object. */
export interface DelegatorAcknowledgmentMeta {
  /** How many tasks are ahead of it; 0 when it is running. */
  queue_position?: number;
  /** The estimated time until it starts, in milliseconds. */
  estimated_start_ms?: number;
  [key: string]: unknown;
}

/** Wait result's meta object. */
export interface DelegatorWaitResultMeta {
  /** When the task began: ISO 8601 with a time zone. */
  started_ts?: string;
  /** When the task ended: ISO 8601 with a time zone. */
  completed_ts?: string;
  /** How long the task ran, in milliseconds. */
  duration_ms?: number;
  /** What the process returned. */
  exit_code?: number;
  [key: string]: unknown;
}

/** Status snapshot's meta object. */
export interface DelegatorStatusSnapshotMeta {
  /** When the snapshot was taken: ISO 8601 with a time zone. */
  snapshot_ts?: string;
  /** How many tasks are in the snapshot. */
  total?: number;
  [key: string]: unknown;
}

/** Result set's meta object. */
export interface DelegatorResultSetMeta {
  /** How many tasks there are: one. */
  count?: number;
  [key: string]: unknown;
}

/** Registry's meta object. */
export interface DelegatorRegistryMeta {
  /** How many environments there are. */
  count?: number;
  /** The file that lists the environments. */
  source?: string;
  /** The URL of the repository. */
  repository?: string;
  /** The technologies used in the repository. */
  tech_stack?: string;
  /** Whether the cleanup was only simulated. */
  dry_run?: boolean;
  /** The number of seconds after which a running task counts as stuck. */
  stuck_threshold_seconds?: number;
  /** The number of hours after which a task counts as old. */
  old_threshold_hours?: number;
  /** When the cancellation was accepted. */
  ack_ts?: string;
  [key: string]: unknown;
}

/** Acknowledgment. */
export interface DelegatorAcknowledgment {
  /** The id of the task, to be used with other tools. */
  task_id: string;
  /** The id of the thread; only tasks that run through the SDK have one. */
  thread_id?: string;
  /** Whether the task was accepted. */
  accepted: boolean;
  /** Whether the tool returns before the task is done. */
  capability: "background" | "foreground";
  /** How long it may take, for people. */
  expected_duration?: string;
  /** When it was started: ISO 8601 with a time zone. */
  started_at: string;
  [key: string]: unknown;
}

/** Wait result. */
export interface DelegatorWaitResult {
  /** The id of the task. */
  task_id: string;
  /** How the task ended. */
  state: "completed" | "failed" | "cancelled" | "timeout";
  /** What was done, in one line for people. */
  summary: string;
  /** What the server learned about the task. */
  metadata: DelegatorMetadata;
  /** What the task produced. */
  artifacts?: DelegatorArtifact[];
  /** What the task wrote, if requested. */
  output?: DelegatorOutput;
  [key: string]: unknown;
}

/** Metadata object. */
export interface DelegatorMetadata {
  /** How long the task ran, in seconds. */
  duration?: number;
  /** What happened to files. */
  file_operations?: DelegatorFileOperations | null;
  /** The results of the tests. */
  test_results?: DelegatorTestResults | null;
  /** The conversation in which the task ran. */
  thread_info?: DelegatorThreadInfo | null;
  /** Why the task failed, and where to look; null when it did not. */
  error_context?: DelegatorErrorContext | null;
  /** The state of the task again. */
  task_status?: string;
  [key: string]: unknown;
}

/** File operations object. */
export interface DelegatorFileOperations {
  /** Files that were changed. */
  modified_files?: string[];
  /** Files that are new. */
  added_files?: string[];
  /** Files that are gone. */
  deleted_files?: string[];
  /** How many lines differ. */
  lines_changed?: number;
  [key: string]: unknown;
}

/** Test results. */
export interface DelegatorTestResults {
  /** How many tests passed. */
  passed?: number;
  /** How many tests failed. */
  failed?: number;
  /** How many tests were skipped. */
  skipped?: number;
  /** The tests that failed. */
  failed_tests?: unknown[];
  [key: string]: unknown;
}

/** Thread info object. */
export interface DelegatorThreadInfo {
  /** The id of the conversation. */
  thread_id?: string;
  /** The fraction of the input that was cached, from 0 to 1; the server writes a percentage, up to 100. */
  cache_hit_rate?: number;
  /** How many tokens were used. */
  token_usage?: DelegatorTokenUsage | null;
  [key: string]: unknown;
}

/** Token usage. */
export interface DelegatorTokenUsage {
  /** How many tokens went in. */
  input_tokens?: number;
  /** How many of these were cached. */
  cached_input_tokens?: number;
  /** How many tokens came out. */
  output_tokens?: number;
  [key: string]: unknown;
}

/** Error context. */
export interface DelegatorErrorContext {
  /** What the task said. */
  error_message?: string;
  /** The kind of error. */
  error_type?: string;
  /** Files in which it failed. */
  failed_files?: string[];
  /** Places where it failed. */
  error_locations?: DelegatorLocation[];
  /** What to do next. */
  suggestions?: unknown[];
  [key: string]: unknown;
}

/** Location. */
export interface DelegatorLocation {
  /** The file. */
  file?: string;
  /** The line, from 1. */
  line?: number;
  /** The column, from 1. */
  column?: number;
  [key: string]: unknown;
}

/** Task status. */
export interface DelegatorTaskStatus {
  /** The state of the task again. */
  status?: string;
  [key: string]: unknown;
}

/** Artifact. */
export interface DelegatorArtifact {
  /** What it is, such as `file`. */
  type: string;
  /** Where it is. */
  ref: string;
  /** How many bytes it has. */
  size: number;
  /** The SHA-256 of its bytes, in hexadecimal digits. */
  sha256?: string;
  [key: string]: unknown;
}

/** Output object. */
export interface DelegatorOutput {
  /** Whether the response includes the output. */
  included: boolean;
  /** Why it is omitted. */
  reason?: string;
  /** What the task wrote to standard output. */
  stdout?: string;
  /** What the task wrote to standard error. */
  stderr?: string;
  /** Whether its middle was cut out. */
  truncated: boolean;
  /** The maximum number of bytes per stream; 0 when the output is omitted. */
  max_bytes: number;
  /** How many bytes there were before truncation. */
  original_size?: number;
  [key: string]: unknown;
}

/** Status snapshot. */
export interface DelegatorStatusSnapshot {
  /** How many tasks there are of each kind. */
  summary: DelegatorSummary;
  /** All running tasks; omitted when there are none. */
  tasks?: DelegatorRunningTask[];
  /** All queued tasks; omitted when there are none. */
  queue?: DelegatorWaitingTask[];
  /** The tasks that ended most recently, 5 unless more are requested; omitted when there are none. */
  recently_completed?: DelegatorCompletedTask[];
  [key: string]: unknown;
}

/** Summary. */
export interface DelegatorSummary {
  /** How many tasks are running. */
  running: number;
  /** How many tasks are queued. */
  queued: number;
  /** How many tasks have ended recently. */
  recently_completed: number;
  [key: string]: unknown;
}

/** Running task. */
export interface DelegatorRunningTask {
  /** The id of the task. */
  task_id: string;
  /** What it is doing, such as `working`. */
  state: string;
  /** When it was started: ISO 8601 with a time zone. */
  started_ts: string;
  /** How long it has been running, in seconds. */
  elapsed_seconds: number;
  /** How far it has got; null if unknown. */
  progress?: DelegatorProgress | null;
  /** The last lines of its output, at most 5; only if requested. */
  last_lines?: Array<string | number | boolean | null>;
  [key: string]: unknown;
}

/** Progress object. */
export interface DelegatorProgress {
  /** The percentage that is done. */
  percent?: number;
  /** How many steps are done. */
  completed_steps?: number;
  /** How many steps there are. */
  total_steps?: number;
  /** What it is doing now, for people. */
  current_activity?: string;
  [key: string]: unknown;
}

/** Waiting task. */
export interface DelegatorWaitingTask {
  /** The id of the task. */
  task_id: string;
  /** Its place in the queue, from 0. */
  position: number;
  /** The estimated time until it starts, in milliseconds. */
  estimated_start_ms?: number;
  [key: string]: unknown;
}

/** Completed task. */
export interface DelegatorCompletedTask {
  /** The id of the task. */
  task_id: string;
  /** How it ended, such as `completed`. */
  state: string;
  /** How long it ran, in seconds. */
  duration_seconds?: number;
  /** When it ended: ISO 8601 with a time zone. */
  completed_ts?: string;
  [key: string]: unknown;
}

/** Result set. */
export interface DelegatorResultSet {
  /** The id of the task. */
  task_id: string;
  /** How the task ended. */
  state: "completed" | "failed" | "cancelled" | "timeout";
  /** What was done, in one line for people. */
  summary: string;
  /** How long the task ran, in seconds. */
  duration_seconds?: number;
  /** When the task ended: ISO 8601 with a time zone. */
  completed_ts?: string;
  /** What the server learned about the task. */
  metadata: DelegatorMetadata;
  /** What the task wrote, if requested. */
  output?: DelegatorOutput;
  /** What happened in the task, if requested. */
  events?: DelegatorEvents;
  [key: string]: unknown;
}

/** Events object. */
export interface DelegatorEvents {
  /** Whether the response includes the events. */
  included?: boolean;
  /** How many events there were. */
  count?: number;
  /** Why they are omitted. */
  reason?: string;
  /** The last events, at most 50. */
  events?: unknown[];
  [key: string]: unknown;
}

/** Cancellation. */
export interface DelegatorCancellation {
  /** What was done. */
  operation: string;
  /** The id of the task. */
  task_id: string;
  /** The resulting state of the task. */
  state: string;
  /** Where people see the task, when it runs in the cloud. */
  web_ui_url?: string;
  [key: string]: unknown;
}

/** Cleanup. */
export interface DelegatorCleanup {
  /** The tasks that were stuck. */
  stuck_tasks: DelegatorStuckTasks;
  /** The tasks that ended long ago. */
  old_tasks: DelegatorOldTasks;
  /** A summary of both in one line, for people. */
  summary: string;
  [key: string]: unknown;
}

/** Stuck tasks object. */
export interface DelegatorStuckTasks {
  /** How many tasks are stuck. */
  found?: number;
  /** How many of them were ended. */
  cleaned?: number;
  /** The ids of those that were ended. */
  task_ids?: string[];
  [key: string]: unknown;
}

/** Old tasks object. */
export interface DelegatorOldTasks {
  /** How many tasks are old. */
  found?: number;
  /** How many of them were deleted. */
  deleted?: number;
  /** How old the oldest is. */
  oldest_age_hours?: number;
  [key: string]: unknown;
}

/** List of environments. */
export interface DelegatorListEnvironments {
  /** The available environments. */
  environments: DelegatorEnvironment[];
  [key: string]: unknown;
}

/** Environment. */
export interface DelegatorEnvironment {
  /** The id used to send tasks to it. */
  id: string;
  /** Its name, for people. */
  name: string;
  /** The URL of its repository. */
  repository?: string;
  /** The technologies it uses. */
  tech_stack?: string;
  /** When it was created: ISO 8601 with a time zone. */
  created_at?: string;
  [key: string]: unknown;
}

/** Setup guide. */
export interface DelegatorSetupGuide {
  /** The whole guide, in Markdown. */
  guide: string;
  /** Its steps, one by one. */
  steps: DelegatorStep[];
  /** A task that shows whether it worked. */
  verification_task?: string;
  [key: string]: unknown;
}

/** Step. */
export interface DelegatorStep {
  /** Its number, from 1. */
  step?: number;
  /** What it is about. */
  title?: string;
  /** What to do. */
  instructions?: string;
  [key: string]: unknown;
}

/** Delegator error. */
export interface DelegatorError {
  /** The kind of error. */
  code: "TIMEOUT" | "VALIDATION" | "TOOL_ERROR" | "NOT_FOUND" | "UNSUPPORTED" | "INTERNAL";
  /** What went wrong, for people. */
  message: string;
  /** Facts about the error, depending on its code. */
  details?: DelegatorDetails;
  /** Whether a retry may help. */
  retryable: boolean;
  /** How long the tool ran, in milliseconds. */
  duration_ms?: number;
  [key: string]: unknown;
}

/** Details object. */
export interface DelegatorDetails {
  /** What the process returned. */
  exit_code?: number;
  /** The end of its standard error. */
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
  /** The results up to that point. */
  partial_results?: DelegatorPartialResult;
  [key: string]: unknown;
}

/** Partial result. */
export interface DelegatorPartialResult {
  /** The last events, at most 50. */
  last_events?: unknown[];
  /** The end of the output, at most 64 KB. */
  last_output?: string;
  [key: string]: unknown;
}

/** Factory response, version 1.0. */
export type FactoryResponse = FactoryResponseBase & FactoryResponseByStatus & FactoryResponseByVerdict & FactoryResponseWithDeliverables & FactoryResponseWithVerdict;

/** The members that every Factory response has. */
export interface FactoryResponseBase {
  /** How confident the agent is; `low` asks a person to review the work. */
  confidence?: "high" | "medium" | "low";
  /** Why the agent is not more confident; may be null. */
  confidence_notes?: string | null;
  /** The files that were made or changed. */
  deliverables?: FactoryDeliverable[];
  /** Numbers about the work, under any names. */
  metrics?: FactoryMetrics;
  /** A hint about the next step, such as `ready_for_review`. */
  next_action?: string;
  /** How many requirements the critic looked at. */
  requirements_checked?: number;
  /** What could be improved without blocking the work. */
  concerns?: string[];
  /** What is already done, and what waits for the answers. */
  partial_work?: FactoryReportPartialWork;
  /** What the agent recommends. */
  recommendation?: string;
  /** What was tried. */
  attempted?: string;
  [key: string]: unknown;
}

/** The members that depend on `status`. */
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
      /** What the agent needs to know before it can continue. */
      questions: [FactoryQuestion, ...FactoryQuestion[]];
      error?: never;
    }
  | {
      /** How the run ended. */
      status: "failure";
      /** What was done, in a sentence. */
      summary?: string;
      questions?: never;
      /** What went wrong. */
      error: FactoryError;
    };

/** The members that depend on `verdict`. */
export type FactoryResponseByVerdict =
  | {
      /** What a critic thinks of the work; the status says only that the review ran. */
      verdict: "PASS";
      /** What must change before the work can continue. */
      blocking_issues?: [];
    }
  | {
      /** What a critic thinks of the work; the status says only that the review ran. */
      verdict: "BLOCKING";
      /** What must change before the work can continue. */
      blocking_issues: [FactoryBlockingIssue, ...FactoryBlockingIssue[]];
    }
  | {
      verdict?: never;
      /** What must change before the work can continue. */
      blocking_issues?: FactoryBlockingIssue[];
    };

/** `deliverables` is present, or not required. */
export type FactoryResponseWithDeliverables =
  | { status: "questions" | "failure" }
  | { verdict: "PASS" | "BLOCKING" }
  | { blocking_issues: FactoryBlockingIssue[] }
  | { deliverables: [FactoryDeliverable, ...FactoryDeliverable[]] };

/** `verdict` is present, or not required. */
export type FactoryResponseWithVerdict =
  | { blocking_issues?: never }
  | { verdict: "PASS" | "BLOCKING" };

/** Deliverable. */
export interface FactoryDeliverable {
  /** The path of the file, relative to the workspace root. */
  path: string;
  /** What kind of file it is. */
  type: "architecture" | "rules" | "config" | "skill";
  /** What the file contains, in a few words. */
  description?: string;
  [key: string]: unknown;
}

/** Metrics object. */
export interface FactoryMetrics {
  /** How many files were created. */
  files_created?: number;
  /** How many files were modified. */
  files_modified?: number;
  [key: string]: unknown;
}

/** Blocking issue. */
export interface FactoryBlockingIssue {
  /** Its own id: B1, B2 and so on. */
  id: string;
  /** The requirement that is not met. */
  category: string;
  /** What is wrong, in a few words. */
  title: string;
  /** What is wrong, in full. */
  description: string;
  /** What would resolve it. */
  resolution: string;
  [key: string]: unknown;
}

/** Question. */
export interface FactoryQuestion {
  /** Its own id: q1, q2 and so on. */
  id: string;
  /** The question itself. */
  question: string;
  /** Why it matters. */
  context?: string;
  /** The option used when nobody answers. */
  default?: string | number | boolean | null;
  /** The answers to choose from. */
  options?: string[];
  [key: string]: unknown;
}

/** Report of partial work. */
export interface FactoryReportPartialWork {
  /** What is done. */
  completed?: string[];
  /** What waits for the answers. */
  blocked_on?: string[];
  [key: string]: unknown;
}

/** Factory error. */
export interface FactoryError {
  /** The kind of failure. */
  type: "missing_input" | "invalid_config" | "ambiguous_requirements" | "technical_error";
  /** What went wrong. */
  message: string;
  /** Whether a retry can help. */
  recoverable?: boolean;
  [key: string]: unknown;
}
