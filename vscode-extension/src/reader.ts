/**
 * The reader of project files: the same as the command's, as WebAssembly that is loaded with the first project file.
 */

import * as vscode from "vscode";
import {
  coversPath,
  hoverProject,
  initSync,
  matchesGlob,
  type ProjectEdit,
  type ProjectFile,
  type ProjectHover,
  type ProjectKey,
  projectKeys,
  readProject,
  turnedOff,
} from "../wasm/agent_response.js";

export { coversPath, matchesGlob, type ProjectFile, type ProjectKey };

export interface Reader {
  /** Reads the text of a project file. */
  read(text: string): Promise<ProjectFile>;
  /** The keys that a project file may have. */
  keys(): Promise<ProjectKey[]>;
  /** What is known about a place in such a text. */
  hover(text: string, offset: number): Promise<ProjectHover | null>;
  /** The edit of such a text that turns a rule off; null if its syntax has to be fixed first. */
  turnedOff(text: string, code: string): Promise<ProjectEdit | null>;
}

export function createReader(extension: vscode.Uri): Reader {
  let loading: Promise<unknown> | undefined;
  const load = async (): Promise<void> => {
    const file = vscode.Uri.joinPath(extension, "dist/project.wasm");
    initSync({ module: await vscode.workspace.fs.readFile(file) });
  };
  const loaded = (): Promise<unknown> => {
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    read: (text) => loaded().then(() => readProject(text)),
    keys: () => loaded().then(() => projectKeys()),
    hover: (text, offset) => loaded().then(() => hoverProject(text, offset)),
    turnedOff: (text, code) => loaded().then(() => turnedOff(text, code)),
  };
}
