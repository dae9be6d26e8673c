/**
 * The settings of one file, read once and read again when they change.
 * Knows what a setting may hold, so that a slip in settings.json cannot stop the checks.
 */

import { rules as allRules, type ValidateOptions } from "agent-response";
import { type Uri, workspace } from "vscode";

export type SyntaxErrors = "auto" | "always" | "never";

export interface Settings {
  enable: boolean;
  files: string[];
  format: NonNullable<ValidateOptions["format"]>;
  profile: NonNullable<ValidateOptions["profile"]>;
  rules: NonNullable<ValidateOptions["rules"]>;
  pairRequests: boolean;
  syntaxErrors: SyntaxErrors;
  /** in bytes */
  maxFileSize: number;
  /** VS Code's own JSON support reports the syntax of JSON files */
  builtinValidation: boolean;
}

const FORMATS = [
  "auto",
  "agent-response",
  "agent-request",
  "enhancement",
  "analysis",
  "agents",
  "delegator",
  "factory",
] as const;
const PROFILES = ["default", "strict", "upstream"] as const;
const SYNTAX_ERRORS = ["auto", "always", "never"] as const;
const SEVERITIES = ["error", "warning", "info", "hint", "off"] as const;

export function settingsFor(uri: Uri): Settings {
  const ours = workspace.getConfiguration("agentResponse", uri);
  const kilobytes = Number(ours.get("maxFileSize"));
  return {
    enable: ours.get("enable") !== false,
    files: patterns(ours.get("files")),
    format: oneOf(FORMATS, ours.get("format"), "auto"),
    profile: oneOf(PROFILES, ours.get("profile"), "default"),
    rules: severities(ours.get("rules")),
    pairRequests: ours.get("pairRequests") !== false,
    syntaxErrors: oneOf(SYNTAX_ERRORS, ours.get("syntaxErrors"), "auto"),
    maxFileSize: (kilobytes > 0 ? kilobytes : 4096) * 1024,
    builtinValidation: workspace.getConfiguration("json", uri).get("validate.enable") !== false,
  };
}

/** The patterns of `agentResponse.files`, cheap enough to ask for every file that is opened. */
export const extraFiles = (uri?: Uri): string[] =>
  patterns(workspace.getConfiguration("agentResponse", uri).get("files"));

const patterns = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((it): it is string => typeof it === "string" && it !== "") : [];

function oneOf<T extends string>(options: readonly T[], value: unknown, otherwise: T): T {
  return options.find((it) => it === value) ?? otherwise;
}

function severities(value: unknown): Settings["rules"] {
  if (typeof value !== "object" || value === null) return {};
  const entries = Object.entries(value);
  if (entries.length === 0) return {};
  const known = new Set<string>(allRules().map((it) => it.code));
  const usable: Settings["rules"] = {};
  for (const [code, severity] of entries) {
    const word = SEVERITIES.find((it) => it === severity);
    if (word !== undefined && known.has(code)) usable[code] = word;
  }
  return usable;
}
