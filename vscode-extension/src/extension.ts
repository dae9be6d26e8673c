/**
 * Assembles the parts. Nothing is read or compiled before an agent file is open.
 */

import * as vscode from "vscode";
import { registerActions } from "./actions.js";
import { registerMark } from "./bom.js";
import { createChecks } from "./checks.js";
import { registerCommands } from "./commands.js";
import { createFolders } from "./folders.js";
import { registerHovers } from "./hovers.js";
import { followRecords } from "./payload/address.js";
import { registerPayloads } from "./payload/register.js";
import { idle, pending } from "./pending.js";
import { registerPreview } from "./preview.js";
import { registerProjectHelp } from "./projectHelp.js";
import { createProjects } from "./projects.js";
import { createReader } from "./reader.js";
import { registerTurnOff } from "./ruleActions.js";
import { registerRules } from "./rules.js";
import { registerSchemaSetting } from "./schemaSetting.js";
import { createSchemas } from "./schemas.js";
import { schemaThread } from "./schemaThread.js";
import { registerStatus } from "./status.js";
import { registerValidateWorkspace } from "./workspace.js";

/** What the tests read: nothing else depends on it. */
export interface Exports {
  /** how long `activate` took, in milliseconds */
  activatedIn: number;
  /** Resolves when there is nothing left to do for what has happened so far. */
  idle(): Promise<void>;
  /** What is left to do, for messages. */
  pending(): string[];
}

export function activate(context: vscode.ExtensionContext): Exports {
  const started = performance.now();
  const log = vscode.window.createOutputChannel("Agent Response", { log: true });
  const folders = createFolders(log);
  const reader = createReader(context.extensionUri);
  const schemas = createSchemas(schemaThread(context.extensionUri), log);
  const projects = createProjects(reader, schemas, log);
  // Before the checks, after which findings are shown in documents.
  context.subscriptions.push(followRecords());
  const checks = createChecks(folders, projects, schemas, log);
  context.subscriptions.push(
    log,
    folders,
    schemas,
    projects,
    checks,
    registerActions(checks, folders, projects),
    registerCommands(checks, folders),
    registerHovers(checks),
    registerMark(),
    registerPayloads({ checks, projects, log }),
    registerPreview(checks, folders),
    registerProjectHelp(reader),
    registerSchemaSetting(schemas),
    registerRules(context.extensionUri),
    registerStatus(checks),
    registerTurnOff(reader),
    registerValidateWorkspace(checks, projects, log),
    vscode.commands.registerCommand("agentResponse.showOutput", () => log.show()),
  );
  const activatedIn = performance.now() - started;
  log.info(`activated in ${activatedIn.toFixed(1)} ms`);
  return { activatedIn, idle, pending };
}
