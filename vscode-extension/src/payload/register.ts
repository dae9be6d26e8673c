/**
 * Payloads as documents, and what files show of them.
 */

import * as vscode from "vscode";
import type { Checks } from "../checks.js";
import { registerFeatures } from "../inside/features.js";
import { registerOutline } from "../inside/outline.js";
import { registerPlace } from "../inside/place.js";
import { createAsking } from "../inside/where.js";
import type { Projects } from "../projects.js";
import { registerCursors } from "./cursors.js";
import { registerFindings } from "./findings.js";
import { registerLenses } from "./lenses.js";
import { registerOpen } from "./open.js";
import { registerProvider } from "./provider.js";
import { createSync } from "./sync.js";
import { registerWays } from "./ways.js";

interface Parts {
  checks: Checks;
  projects: Projects;
  log: vscode.LogOutputChannel;
}

export function registerPayloads({ checks, projects, log }: Parts): vscode.Disposable {
  const sync = createSync(log);
  const asking = createAsking(checks, sync);
  return vscode.Disposable.from(
    sync,
    registerCursors(sync),
    registerFeatures(asking),
    registerFindings(sync, checks, projects),
    registerLenses(sync, checks),
    registerOpen(),
    registerOutline(asking, checks),
    registerPlace(asking, checks),
    registerProvider(sync),
    registerWays(sync),
  );
}
