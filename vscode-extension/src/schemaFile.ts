/**
 * The files of schemas and tools, and where they may be: a folder from somebody else must not make us read what is outside of it, a
 * device that never ends, or what a link leads to, which VS Code does not say.
 */

import * as vscode from "vscode";
import { nameOf, parentOf } from "./where.js";

/** A schema or tools, and what the file and those that it refers to have to be in. */
export interface SchemaFile {
  file: vscode.Uri;
  /** What it should be, in a sentence. */
  content: string;
  folder: vscode.Uri;
  /** The folder in a sentence. */
  folderName: string;
}

const LARGEST = 1 << 20;
const SCHEMA = "a JSON Schema";

/** A file that a project file names. */
export function ofProject(project: vscode.Uri, path: string, content = SCHEMA): SchemaFile {
  const folder = parentOf(project);
  const file = vscode.Uri.joinPath(path.startsWith("/") ? folder.with({ path: "/" }) : folder, path);
  return { file, content, folder, folderName: "the folder of the project file" };
}

/** A schema that a setting names. Whoever names a file elsewhere means it, but not what it refers to. */
export function ofSetting(named: vscode.Uri, open: vscode.Uri | undefined): SchemaFile {
  const file = vscode.Uri.joinPath(named, ".");
  if (open !== undefined && pathIn(file, open) !== undefined)
    return { file, content: SCHEMA, folder: open, folderName: "the open folder" };
  return { file, content: SCHEMA, folder: parentOf(file), folderName: "the folder of the schema" };
}

/** The same for all spellings of a file. From another folder, a schema may refer to other files. */
export const keyOf = ({ file, folder }: SchemaFile): string => `${file} ${folder}`;

/** Throws an error whose message is the end of a sentence if a file is not below the folder of its schema. */
export function checkPlace(file: vscode.Uri, { folder, folderName }: SchemaFile): string[] {
  const names = pathIn(file, folder);
  if (names === undefined) throw new Error(`is outside of ${folderName}`);
  return names;
}

/** The names that lead from a folder to a file below it. An address may contain encoded separators. */
function pathIn(file: vscode.Uri, folder: vscode.Uri): string[] | undefined {
  const top = withDrive(folder.path).replace(/\/$/, "");
  const path = withDrive(vscode.Uri.joinPath(parentOf(file), nameOf(file)).path);
  const isThere = file.scheme === folder.scheme && file.authority === folder.authority;
  if (!isThere || !path.startsWith(`${top}/`)) return undefined;
  const names = path.slice(top.length + 1).split("/");
  return names.some((it) => it.split("\\").includes("..")) ? undefined : names;
}

/** The letter of a drive is a small one in addresses, but not in all paths. */
const withDrive = (path: string): string => path.replace(/^\/[A-Z]:/, (it) => it.toLowerCase());

/** As edited, else as on disk: a document without an editor outlives its file. */
export async function textOf(file: vscode.Uri, schema: SchemaFile): Promise<string> {
  const names = checkPlace(file, schema);
  const key = file.toString();
  const open = vscode.workspace.textDocuments.find((it) => !it.isClosed && it.uri.toString() === key);
  if (open?.isDirty) return open.getText();
  let bytes: Uint8Array;
  try {
    await checkKind(names, schema);
    // The file that was looked at: the system follows a link before `..` leads back from it.
    bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(schema.folder, ...names));
  } catch (error) {
    if (error instanceof vscode.FileSystemError || !(error instanceof Error))
      throw new Error("cannot be read");
    throw error;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("is not UTF-8");
  }
}

/** A link would lead anywhere, and a device or a pipe may never end. */
async function checkKind(names: readonly string[], { folder, content }: SchemaFile): Promise<void> {
  const { Directory, File, SymbolicLink } = vscode.FileType;
  for (const [idx] of names.entries()) {
    const isLast = idx === names.length - 1;
    const { type, size } = await vscode.workspace.fs.stat(
      vscode.Uri.joinPath(folder, ...names.slice(0, idx + 1)),
    );
    const what = isLast ? "is a link" : "is in a folder that is a link";
    if (type & SymbolicLink) throw new Error(`${what}, which is not followed`);
    if (!isLast) continue;
    if (type & Directory) throw new Error(`is a folder; expected ${content}`);
    if (!(type & File)) throw new Error(`is not a file; expected ${content}`);
    if (size > LARGEST) throw new Error("is larger than 1 MiB");
  }
}
