/**
 * The settings of one file, read once and read again when they change.
 * Knows what a setting may contain, so that a mistake in settings.json cannot stop the checks.
 */

import { rules as allRules, formats, type ValidateOptions } from "agent-response/editor";
import type { View } from "agent-response-payload-schema/remote";
import { Uri, type WorkspaceConfiguration, workspace } from "vscode";
import { matches } from "./glob.js";
import type { Project } from "./projects.js";
import { ofSetting, type SchemaFile } from "./schemaFile.js";
import type { Schemas } from "./schemas.js";

export type SyntaxErrors = "auto" | "always" | "never";

export interface Settings {
  enable: boolean;
  files: string[];
  format: NonNullable<ValidateOptions["format"]>;
  profile: NonNullable<ValidateOptions["profile"]>;
  payloads: NonNullable<ValidateOptions["payloads"]>;
  rules: NonNullable<ValidateOptions["rules"]>;
  /** what payloads are compared with, as soon as it has been read */
  schema: View | undefined;
  /** the JSON of the tools that may be called where none are declared */
  tools: string | undefined;
  pairRequests: boolean;
  syntaxErrors: SyntaxErrors;
  /** in bytes */
  maxFileSize: number;
  /** VS Code's own JSON support reports the syntax of JSON files */
  builtinValidation: boolean;
}

const PROFILES = ["default", "strict", "upstream"] as const;
const SWITCH = ["on", "off"] as const;
const SYNTAX_ERRORS = ["auto", "always", "never"] as const;
const SEVERITIES = ["error", "warning", "info", "hint", "off"] as const;

/** The project file decides what the settings leave open. */
export function settingsFor(uri: Uri, project: Project | null, schemas: Pick<Schemas, "known">): Settings {
  const ours = workspace.getConfiguration("agentResponse", uri);
  const known: Settings["format"][] = ["auto", ...formats().map((it) => it.id)];
  const kilobytes = Number(ours.get("maxFileSize"));
  const schema = schemaIn(ours.get("payloadSchemas"), uri) ?? project?.schema(uri);
  const profile = chosen(PROFILES, ours, "profile") ?? project?.wishes.profile ?? "default";
  return {
    enable: ours.get("enable") !== false,
    files: patterns(ours.get("files")),
    format: chosen(known, ours, "format") ?? project?.entry(uri)?.format ?? "auto",
    profile,
    payloads: chosen(SWITCH, ours, "payloads") ?? project?.wishes.payloads ?? "on",
    rules: { ...quiet(profile), ...project?.wishes.rules, ...severities(ours.get("rules")) },
    schema: schema && schemas.known(schema),
    tools: project?.tools(uri),
    pairRequests: ours.get("pairRequests") !== false,
    syntaxErrors: oneOf(SYNTAX_ERRORS, ours.get("syntaxErrors"), "auto"),
    maxFileSize: (kilobytes > 0 ? kilobytes : 4096) * 1024,
    builtinValidation: workspace.getConfiguration("json", uri).get("validate.enable") !== false,
  };
}

/** Programs delete a request once it is answered: in an editor, that is the usual case and not worth reporting. */
const quiet = (profile: Settings["profile"]): Settings["rules"] =>
  profile === "strict" ? {} : { "pair-request-missing": "off" };

/** The patterns of `agentResponse.files`, cheap enough to read for every file that is opened. */
export const extraFiles = (uri?: Uri): string[] =>
  patterns(workspace.getConfiguration("agentResponse", uri).get("files"));

/** The schemas that `agentResponse.payloadSchemas` names in a folder, with the paths as they are written. */
export function namedSchemas(value: unknown, uri: Uri): { glob: string; path: string; schema: SchemaFile }[] {
  if (typeof value !== "object" || value === null) return [];
  const folder = workspace.getWorkspaceFolder(uri) ?? workspace.workspaceFolders?.[0];
  return Object.entries(value).flatMap(([glob, path]) => {
    if (typeof path !== "string" || path === "" || glob === "") return [];
    const isAbsolute = /^(?:\/|[a-z]:[\\/])/i.test(path);
    const file = isAbsolute ? fileAt(path, uri) : folder && Uri.joinPath(folder.uri, path);
    return file ? [{ glob, path, schema: ofSetting(file, folder?.uri) }] : [];
  });
}

/** An absolute path is in the file system of the file. */
const fileAt = (path: string, { scheme, authority }: Uri): Uri =>
  scheme === "untitled" ? Uri.file(path) : Uri.file(path).with({ scheme, authority });

/** The last one counts, as in the project file. */
const schemaIn = (value: unknown, uri: Uri): SchemaFile | undefined =>
  namedSchemas(value, uri).findLast((it) => matches(uri, it.glob))?.schema;

const patterns = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((it): it is string => typeof it === "string" && it !== "") : [];

/** The value of a setting that is set at any level to a permitted value. */
function chosen<T extends string>(
  options: readonly T[],
  ours: WorkspaceConfiguration,
  name: string,
): T | undefined {
  const it = ours.inspect(name);
  const levels = [it?.globalValue, it?.workspaceValue, it?.workspaceFolderValue];
  const ofLanguages = [it?.globalLanguageValue, it?.workspaceLanguageValue, it?.workspaceFolderLanguageValue];
  if ([...levels, ...ofLanguages].every((one) => one === undefined)) return undefined;
  return options.find((one) => one === ours.get(name));
}

function oneOf<T extends string>(options: readonly T[], value: unknown, otherwise: T): T {
  return options.find((it) => it === value) ?? otherwise;
}

function severities(value: unknown): Settings["rules"] {
  if (typeof value !== "object" || value === null) return {};
  const entries = Object.entries(value);
  if (entries.length === 0) return {};
  const rules = allRules();
  const usable: Settings["rules"] = {};
  for (const [code, severity] of entries) {
    const word = SEVERITIES.find((it) => it === severity);
    const rule = rules.find((it) => it.code === code);
    if (word !== undefined && rule) usable[rule.code] = word;
  }
  return usable;
}
