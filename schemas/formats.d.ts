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
  [key: string]: unknown;
}

/** Enhancement, version 1.0. */
export interface Enhancement {
  /** The names of the sections, in the order in which they are put in. */
  sections?: string[];
  /** By what the agent is found: stack, phase, capabilities and keywords. */
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
  /** Languages and platforms of the agent. */
  stack?: Array<"python" | "javascript" | "typescript" | "csharp" | "java" | "go" | "rust" | "ruby" | "php" | "swift" | "kotlin" | "dart" | "react" | "dotnet" | "maui" | "flutter" | "xaml" | "realm" | "cross-stack" | (string & {})>;
  /** The part of the work in which the agent is used. */
  phase?: "implementation" | "review" | "testing" | "orchestration" | "debugging" | (string & {});
  /** What the agent can do, in 3 to 7 items. */
  capabilities?: string[];
  /** Words by which the agent is found, libraries among them; 5 to 10. */
  keywords?: string[];
  [key: string]: unknown;
}

/** Analysis, version 1.0. */
export interface Analysis {
  /** Languages, frameworks and tools. */
  technology?: AnalysisTechnology;
  /** Patterns, layers and how they depend on each other. */
  architecture?: AnalysisArchitecture;
  /** How well the code keeps to its principles. */
  quality?: AnalysisQuality;
  /** Files to make templates of; 10 to 20 are asked for. */
  example_files: unknown[];
  [key: string]: unknown;
}

/** Technology. */
export interface AnalysisTechnology {
  /** The language most of the code is written in. */
  primary_language?: string;
  /** Frameworks, by name or as objects. */
  frameworks?: unknown[];
  /** What the tests are written with. */
  testing_frameworks?: unknown[];
  /** What builds the code. */
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
  /** The level that the percentage stands for. */
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
  /** How well the code keeps to SOLID, from 0 to 100. */
  solid_compliance?: number;
  /** How little the code repeats itself, from 0 to 100. */
  dry_compliance?: number;
  /** How little there is that no one needs, from 0 to 100. */
  yagni_compliance?: number;
  /** Per cent of the code that tests run, when it is known. */
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
  /** What the agent is called, in words joined by hyphens. */
  name: string;
  /** What the agent does. */
  description: string;
  /** Why the project needs it. */
  reason: string;
  /** What the agent knows. */
  technologies: string[];
  /** How much it is needed, from 1 to 10. */
  priority?: number;
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
      /** Small facts about the answer, by category; `{}` when there are none. */
      meta: DelegatorMetaAcknowledgement;
      /** What the tool returns, by category; not there when it failed. */
      data?: DelegatorAcknowledgement;
    }
  | {
      /** The tool that answers. */
      tool: "_codex_local_wait" | "_codex_cloud_wait";
      /** Whether the tool worked. */
      status: "ok";
      /** The schema of the answer, which follows from the tool. */
      schema_id: "codex/v3.6/wait_result/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "wait_result";
      /** Small facts about the answer, by category; `{}` when there are none. */
      meta: DelegatorMetaWaitResult & Required<Pick<DelegatorMetaWaitResult, "started_ts" | "completed_ts" | "duration_ms">>;
      /** What the tool returns, by category; not there when it failed. */
      data?: DelegatorWaitResult;
    }
  | {
      /** The tool that answers. */
      tool: "_codex_local_wait" | "_codex_cloud_wait";
      /** Whether the tool worked. */
      status: "error";
      /** The schema of the answer, which follows from the tool. */
      schema_id: "codex/v3.6/wait_result/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "wait_result";
      /** Small facts about the answer, by category; `{}` when there are none. */
      meta: DelegatorMetaWaitResult;
      /** What the tool returns, by category; not there when it failed. */
      data?: DelegatorWaitResult;
    }
  | {
      /** The tool that answers. */
      tool: "_codex_local_status" | "_codex_cloud_status";
      /** Whether the tool worked. */
      status: "ok";
      /** The schema of the answer, which follows from the tool. */
      schema_id: "codex/v3.6/status_snapshot/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "status_snapshot";
      /** Small facts about the answer, by category; `{}` when there are none. */
      meta: DelegatorStatusSnapshotMeta & Required<Pick<DelegatorStatusSnapshotMeta, "snapshot_ts" | "total">>;
      /** What the tool returns, by category; not there when it failed. */
      data?: DelegatorStatusSnapshot;
    }
  | {
      /** The tool that answers. */
      tool: "_codex_local_status" | "_codex_cloud_status";
      /** Whether the tool worked. */
      status: "error";
      /** The schema of the answer, which follows from the tool. */
      schema_id: "codex/v3.6/status_snapshot/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "status_snapshot";
      /** Small facts about the answer, by category; `{}` when there are none. */
      meta: DelegatorStatusSnapshotMeta;
      /** What the tool returns, by category; not there when it failed. */
      data?: DelegatorStatusSnapshot;
    }
  | {
      /** The tool that answers. */
      tool: "_codex_local_results" | "_codex_cloud_results";
      /** Whether the tool worked. */
      status: "ok";
      /** The schema of the answer, which follows from the tool. */
      schema_id: "codex/v3.6/result_set/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "result_set";
      /** Small facts about the answer, by category; `{}` when there are none. */
      meta: DelegatorMetaResultSet & Required<Pick<DelegatorMetaResultSet, "count">>;
      /** What the tool returns, by category; not there when it failed. */
      data?: DelegatorResultSet;
    }
  | {
      /** The tool that answers. */
      tool: "_codex_local_results" | "_codex_cloud_results";
      /** Whether the tool worked. */
      status: "error";
      /** The schema of the answer, which follows from the tool. */
      schema_id: "codex/v3.6/result_set/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "result_set";
      /** Small facts about the answer, by category; `{}` when there are none. */
      meta: DelegatorMetaResultSet;
      /** What the tool returns, by category; not there when it failed. */
      data?: DelegatorResultSet;
    }
  | {
      /** The tool that answers. */
      tool: "_codex_local_cancel" | "_codex_cloud_cancel";
      /** The schema of the answer, which follows from the tool. */
      schema_id: "codex/v3.6/registry_info/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "registry_info";
      /** Small facts about the answer, by category; `{}` when there are none. */
      meta: DelegatorMetaRegistry;
      /** What the tool returns, by category; not there when it failed. */
      data?: DelegatorCancellation;
    }
  | {
      /** The tool that answers. */
      tool: "_codex_cleanup_registry";
      /** The schema of the answer, which follows from the tool. */
      schema_id: "codex/v3.6/registry_info/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "registry_info";
      /** Small facts about the answer, by category; `{}` when there are none. */
      meta: DelegatorMetaRegistry;
      /** What the tool returns, by category; not there when it failed. */
      data?: DelegatorCleanup;
    }
  | {
      /** The tool that answers. */
      tool: "_codex_cloud_list_environments";
      /** The schema of the answer, which follows from the tool. */
      schema_id: "codex/v3.6/registry_info/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "registry_info";
      /** Small facts about the answer, by category; `{}` when there are none. */
      meta: DelegatorMetaRegistry;
      /** What the tool returns, by category; not there when it failed. */
      data?: DelegatorListEnvironments;
    }
  | {
      /** The tool that answers. */
      tool: "_codex_cloud_github_setup";
      /** The schema of the answer, which follows from the tool. */
      schema_id: "codex/v3.6/registry_info/v1";
      /** The category of the tool, which says what `data` holds. */
      tool_category: "registry_info";
      /** Small facts about the answer, by category; `{}` when there are none. */
      meta: DelegatorMetaRegistry;
      /** What the tool returns, by category; not there when it failed. */
      data?: DelegatorSetupGuide;
    };

/** What follows from `status`. */
export type DelegatorEnvelopeByStatus =
  | {
      /** Whether the tool worked. */
      status: "ok";
      /** What the tool returns, by category; not there when it failed. */
      data: object;
      error?: never;
    }
  | {
      /** Whether the tool worked. */
      status: "error";
      data?: never;
      /** What went wrong; only there when the tool failed. */
      error: DelegatorError;
    };

/** Meta object of the acknowledgement. */
export interface DelegatorMetaAcknowledgement {
  /** How many tasks are before it; 0 when it runs now. */
  queue_position?: number;
  /** In how many milliseconds it will start, as far as one can say. */
  estimated_start_ms?: number;
  [key: string]: unknown;
}

/** Meta object of the wait result. */
export interface DelegatorMetaWaitResult {
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

/** Meta object of the result set. */
export interface DelegatorMetaResultSet {
  /** How many tasks there are: one. */
  count?: number;
  [key: string]: unknown;
}

/** Meta object of the registry. */
export interface DelegatorMetaRegistry {
  /** How many environments there are. */
  count?: number;
  /** The file that lists the environments. */
  source?: string;
  /** The address of the repository that is set up. */
  repository?: string;
  /** What the repository is made with. */
  tech_stack?: string;
  /** Whether the cleanup was only tried. */
  dry_run?: boolean;
  /** After how many seconds without an end a task is stuck. */
  stuck_threshold_seconds?: number;
  /** After how many hours a task is old. */
  old_threshold_hours?: number;
  /** When the cancellation was taken on. */
  ack_ts?: string;
  [key: string]: unknown;
}

/** Acknowledgement. */
export interface DelegatorAcknowledgement {
  /** The id of the task, by which other tools are asked about it. */
  task_id: string;
  /** The id of the thread; only tasks that run through the SDK have one. */
  thread_id?: string;
  /** Whether the task was taken on. */
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
  /** What the server found out about the task. */
  metadata: DelegatorMetadata;
  /** What came of the task. */
  artifacts?: DelegatorArtifact[];
  /** What the task wrote, where it was asked for. */
  output?: DelegatorOutput;
  [key: string]: unknown;
}

/** Metadata object. */
export interface DelegatorMetadata {
  /** How long the task ran, in seconds. */
  duration?: number;
  /** What became of files. */
  file_operations?: DelegatorFileOperations | null;
  /** What became of tests. */
  test_results?: DelegatorTestResults | null;
  /** The conversation in which the task ran. */
  thread_info?: DelegatorThreadInfo | null;
  /** Why the task failed, and where to look; null when it did not. */
  error_context?: DelegatorErrorContext | null;
  /** The state of the task once more. */
  task_status?: string;
  [key: string]: unknown;
}

/** File operations. */
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
  /** How many tests were left out. */
  skipped?: number;
  /** The tests that failed. */
  failed_tests?: unknown[];
  [key: string]: unknown;
}

/** Thread info. */
export interface DelegatorThreadInfo {
  /** The id of the conversation. */
  thread_id?: string;
  /** The share of input that was cached, from 0 to 1; the server writes per cent, up to 100. */
  cache_hit_rate?: number;
  /** How many tokens it took. */
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
  /** Places at which it failed. */
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
  /** The state of the task once more. */
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
  /** Whether the output is in the answer. */
  included: boolean;
  /** Why it is left out. */
  reason?: string;
  /** What the task wrote to standard output. */
  stdout?: string;
  /** What the task wrote to standard error. */
  stderr?: string;
  /** Whether something was cut out of the middle of it. */
  truncated: boolean;
  /** How many bytes of each stream may be there; 0 when the output is left out. */
  max_bytes: number;
  /** How many bytes there were before something was cut out. */
  original_size?: number;
  [key: string]: unknown;
}

/** Status snapshot. */
export interface DelegatorStatusSnapshot {
  /** How many tasks there are of each kind. */
  summary: DelegatorSummary;
  /** All tasks that run; left out when there are none. */
  tasks?: DelegatorRunningTask[];
  /** All tasks that wait; left out when there are none. */
  queue?: DelegatorWaitingTask[];
  /** The tasks that ended last, 5 unless more are asked for; left out when there are none. */
  recently_completed?: DelegatorCompletedTask[];
  [key: string]: unknown;
}

/** Summary. */
export interface DelegatorSummary {
  /** How many tasks run. */
  running: number;
  /** How many tasks wait. */
  queued: number;
  /** How many tasks have ended lately. */
  recently_completed: number;
  [key: string]: unknown;
}

/** Running task. */
export interface DelegatorRunningTask {
  /** The id of the task. */
  task_id: string;
  /** What it does, such as `working`. */
  state: string;
  /** When it was started: ISO 8601 with a time zone. */
  started_ts: string;
  /** For how many seconds it has run. */
  elapsed_seconds: number;
  /** How far it is; null when that is not known. */
  progress?: DelegatorProgress | null;
  /** The last lines of its output, 5 at most; only when asked for. */
  last_lines?: Array<string | number | boolean | null>;
  [key: string]: unknown;
}

/** Progress object. */
export interface DelegatorProgress {
  /** How much of it is done, of 100. */
  percent?: number;
  /** How many steps are done. */
  completed_steps?: number;
  /** How many steps there are. */
  total_steps?: number;
  /** What it does now, for people. */
  current_activity?: string;
  [key: string]: unknown;
}

/** Waiting task. */
export interface DelegatorWaitingTask {
  /** The id of the task. */
  task_id: string;
  /** Its place in the queue, from 0. */
  position: number;
  /** In how many milliseconds it will start, as far as one can say. */
  estimated_start_ms?: number;
  [key: string]: unknown;
}

/** Completed task. */
export interface DelegatorCompletedTask {
  /** The id of the task. */
  task_id: string;
  /** How it ended, such as `completed`. */
  state: string;
  /** How many seconds it ran. */
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
  /** What the server found out about the task. */
  metadata: DelegatorMetadata;
  /** What the task wrote, where it was asked for. */
  output?: DelegatorOutput;
  /** What happened in the task, where it was asked for. */
  events?: DelegatorEvents;
  [key: string]: unknown;
}

/** Events object. */
export interface DelegatorEvents {
  /** Whether the events are in the answer. */
  included?: boolean;
  /** How many events there were. */
  count?: number;
  /** Why they are left out. */
  reason?: string;
  /** The last events, 50 at most. */
  events?: unknown[];
  [key: string]: unknown;
}

/** Cancellation. */
export interface DelegatorCancellation {
  /** What was done. */
  operation: string;
  /** The id of the task. */
  task_id: string;
  /** The state of the task since then. */
  state: string;
  /** Where people see the task, when it runs in the cloud. */
  web_ui_url?: string;
  [key: string]: unknown;
}

/** Cleanup. */
export interface DelegatorCleanup {
  /** The tasks that had no end. */
  stuck_tasks: DelegatorStuckTasks;
  /** The tasks that ended long ago. */
  old_tasks: DelegatorOldTasks;
  /** Both in one line, for people. */
  summary: string;
  [key: string]: unknown;
}

/** Stuck_tasks object. */
export interface DelegatorStuckTasks {
  /** How many tasks are stuck. */
  found?: number;
  /** How many of them were ended. */
  cleaned?: number;
  /** The ids of those that were ended. */
  task_ids?: string[];
  [key: string]: unknown;
}

/** Old_tasks object. */
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
  /** The environments that can be used. */
  environments: DelegatorEnvironment[];
  [key: string]: unknown;
}

/** Environment. */
export interface DelegatorEnvironment {
  /** The id by which tasks are sent to it. */
  id: string;
  /** What it is called, for people. */
  name: string;
  /** The address of its repository. */
  repository?: string;
  /** What it is made with. */
  tech_stack?: string;
  /** When it was made: ISO 8601 with a time zone. */
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
  /** What is to be done. */
  instructions?: string;
  [key: string]: unknown;
}

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
export type FactoryResponse = FactoryResponseBase & FactoryResponseByStatus & FactoryResponseByVerdict & FactoryResponseWithDeliverables & FactoryResponseWithVerdict;

/** What is the same in each Factory response. */
export interface FactoryResponseBase {
  /** How sure the agent is: `low` asks for a person to look. */
  confidence?: "high" | "medium" | "low";
  /** Why the agent is not surer; may be null. */
  confidence_notes?: string | null;
  /** The files that were made or changed. */
  deliverables?: FactoryDeliverable[];
  /** Numbers about the work, under any names. */
  metrics?: FactoryMetrics;
  /** A hint about what is to happen next, such as `ready_for_review`. */
  next_action?: string;
  /** How many requirements the critic looked at. */
  requirements_checked?: number;
  /** What might be changed, without blocking the work. */
  concerns?: string[];
  /** What is done already, and what waits for the answers. */
  partial_work?: FactoryReportPartialWork;
  /** What the agent would do. */
  recommendation?: string;
  /** What was tried. */
  attempted?: string;
  [key: string]: unknown;
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
      /** What the agent has to know before it can go on. */
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

/** What follows from `verdict`. */
export type FactoryResponseByVerdict =
  | {
      /** What a critic thinks of the work; the status says only that the review ran. */
      verdict: "PASS";
      /** What has to be changed before the work can go on. */
      blocking_issues?: [];
    }
  | {
      /** What a critic thinks of the work; the status says only that the review ran. */
      verdict: "BLOCKING";
      /** What has to be changed before the work can go on. */
      blocking_issues: [FactoryBlockingIssue, ...FactoryBlockingIssue[]];
    }
  | {
      verdict?: never;
      /** What has to be changed before the work can go on. */
      blocking_issues?: FactoryBlockingIssue[];
    };

/** `deliverables` is there, or something else is the case. */
export type FactoryResponseWithDeliverables =
  | { status: "questions" | "failure" }
  | { verdict: "PASS" | "BLOCKING" }
  | { blocking_issues: FactoryBlockingIssue[] }
  | { deliverables: [FactoryDeliverable, ...FactoryDeliverable[]] };

/** `verdict` is there, or something else is the case. */
export type FactoryResponseWithVerdict =
  | { blocking_issues?: never }
  | { verdict: "PASS" | "BLOCKING" };

/** Deliverable. */
export interface FactoryDeliverable {
  /** Where the file is, from the root of the workspace. */
  path: string;
  /** What kind of file it is. */
  type: "architecture" | "rules" | "config" | "skill";
  /** What the file holds, in a few words. */
  description?: string;
  [key: string]: unknown;
}

/** Metrics object. */
export interface FactoryMetrics {
  /** How many files were made. */
  files_created?: number;
  /** How many files were changed. */
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
  /** What would put it right. */
  resolution: string;
  [key: string]: unknown;
}

/** Question. */
export interface FactoryQuestion {
  /** Its own id: q1, q2 and so on. */
  id: string;
  /** What is asked. */
  question: string;
  /** Why it matters. */
  context?: string;
  /** The option that is taken when no one answers. */
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
  /** Whether another try can help. */
  recoverable?: boolean;
  [key: string]: unknown;
}
