/**
 * The project files: the nearest one decides how a file is checked. Each is read once, and again when it changes; its
 * mistakes are shown in it.
 */

import * as vscode from "vscode";
import { rulePage, SOURCE, toRange } from "./adapt.js";
import { createLater } from "./later.js";
import { onMoments } from "./moments.js";
import { during } from "./pending.js";
import { coversPath, matchesGlob, type ProjectFile, type Reader } from "./reader.js";
import { ofProject, type SchemaFile } from "./schemaFile.js";
import type { Schemas } from "./schemas.js";
import { createToolFiles, type ToolTexts } from "./toolFiles.js";
import { foldersAbove, isFile, parentOf } from "./where.js";

export const PROJECT_FILE = "agent-response.toml";

/** What a project file sets; what it does not name is left to others. */
type Wishes = Pick<ProjectFile, "profile" | "payloads" | "exclude" | "rules" | "files">;

/** A project file that was read. */
export interface Project {
  uri: vscode.Uri;
  wishes: Wishes;
  /** The last entry that names a file, if one does; no entry names a project file. */
  entry(uri: vscode.Uri): Wishes["files"][number] | undefined;
  /** Whether it excludes a file. */
  excludes(uri: vscode.Uri): boolean;
  /** The schema that the payload of a file is compared with. */
  schema(uri: vscode.Uri): SchemaFile | undefined;
  /** The JSON of the tools that a file may call, if it declares none. */
  tools(uri: vscode.Uri): string | undefined;
  /** What it was read from. */
  toolTexts: ToolTexts;
}

export interface Projects extends vscode.Disposable {
  /** The project that applies to a file; null if there is none, undefined as long as that is unknown. */
  known(uri: vscode.Uri): Project | null | undefined;
  /** The same, after looking. */
  find(uri: vscode.Uri): Promise<Project | null>;
  /** A project file was written, edited, created or deleted, and is read again. */
  readonly onDidChange: vscode.Event<void>;
}

/** What is known about a place where a project file may be. */
interface Slot {
  /** undefined until it was read, null if there is no file */
  project: Project | null | undefined;
  /** Of the file that was read; undefined without one */
  stamp: string | undefined;
  reading: Promise<void> | undefined;
  stale: boolean;
}

type Finding = [message: string, range: vscode.Range, severity?: vscode.DiagnosticSeverity];

/** How long to wait while somebody types, in milliseconds. */
const PAUSE = 100;

export function createProjects(reader: Reader, schemas: Schemas, log: vscode.LogOutputChannel): Projects {
  const collection = vscode.languages.createDiagnosticCollection("agent-response-project");
  const changed = new vscode.EventEmitter<void>();
  const slots = new Map<string, Slot>();
  const later = createLater();
  const watchers = new Map<string, vscode.Disposable>();
  const toolFiles = createToolFiles();

  function slotOf(uri: vscode.Uri): Slot {
    const key = uri.toString();
    let slot = slots.get(key);
    if (slot === undefined) {
      slot = { project: undefined, stamp: undefined, reading: undefined, stale: true };
      slots.set(key, slot);
      if (vscode.workspace.getWorkspaceFolder(uri) !== undefined) watch(uri);
    }
    return slot;
  }

  /** One watcher serves the workspace; outside it, each existing file has one, but not each folder. */
  function watch(uri: vscode.Uri): void {
    const inside = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
    const folder = parentOf(uri);
    const key = inside ? "" : folder.toString();
    if (watchers.has(key)) return;
    const pattern = inside ? `**/${PROJECT_FILE}` : new vscode.RelativePattern(folder, PROJECT_FILE);
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete]) event(again);
    watchers.set(key, watcher);
  }

  /** Reads a project file again, and fires the event. */
  function again(uri: vscode.Uri): void {
    const slot = slotOf(uri);
    slot.stale = true;
    load(uri, slot).then(() => changed.fire());
  }

  const soon = (uri: vscode.Uri): void => later.schedule(uri.toString(), () => again(uri), PAUSE);

  /** One reading at a time; what changes meanwhile is read in another round. */
  function load(uri: vscode.Uri, slot: Slot): Promise<void> {
    slot.reading ??= (async () => {
      while (slot.stale) {
        slot.stale = false;
        slot.stamp = await stampOf(uri);
        slot.project = slot.stamp === undefined ? none(uri) : await read(uri, slot.project ?? undefined);
      }
    })()
      .catch((error) => {
        log.error(`cannot read ${uri.toString(true)}: ${error}`);
        slot.project = null;
      })
      .finally(() => {
        slot.reading = undefined;
      });
    return during(`project file ${uri}`, slot.reading);
  }

  function none(uri: vscode.Uri): null {
    collection.delete(uri);
    return null;
  }

  async function read(uri: vscode.Uri, before: Project | undefined): Promise<Project> {
    watch(uri);
    const document = documentOf(uri);
    const text = await readText(uri, document);
    if (typeof text !== "string") {
      publish(uri, [[text.message, new vscode.Range(0, 0, 0, 0)]]);
      return projectOf(uri, { profile: null, payloads: null, exclude: [], rules: {}, files: [] }, NO_TOOLS);
    }
    const { findings, isToml, ...wishes } = await reader.read(text);
    log.debug(`read ${uri.toString(true)}: ${findings.length} findings`);
    const tools = await toolFiles.read(uri, wishes.files);
    const faults = await Promise.all(wishes.files.map((it) => schemaFault(uri, it)));
    publish(uri, [
      ...findings.map((it): Finding => [it.message, toRange(it.range)]),
      ...faults.flatMap((it) => (it ? [it] : [])),
      ...wishes.files.flatMap((it) => toolsFault(it, tools)),
    ]);
    // In the middle of a word the text is not TOML: until it is saved, its previous settings apply.
    if (!isToml && document?.isDirty && before !== undefined) return before;
    return projectOf(uri, wishes, tools);
  }

  /** What is wrong with the schema that an entry names, or why it is not used. */
  async function schemaFault(
    uri: vscode.Uri,
    { payloadSchema }: Wishes["files"][number],
  ): Promise<Finding | undefined> {
    if (payloadSchema === null) return undefined;
    const { path, range } = payloadSchema;
    const fault = await schemas.fault(ofProject(uri, path));
    if (!vscode.workspace.isTrusted) {
      const why = `\`${path}\` is not used in Restricted Mode; it will be once you trust the workspace`;
      return [why, toRange(range), vscode.DiagnosticSeverity.Information];
    }
    return fault === undefined ? undefined : [`\`${path}\` ${fault}`, toRange(range)];
  }

  /** Reports what is wrong with a schema where the schema is named. */
  function schemaRead(file: vscode.Uri): void {
    for (const slot of slots.values()) {
      const { uri, wishes } = slot.project ?? {};
      const isNamed = wishes?.files.some(
        ({ payloadSchema: it }) => it && uri && String(ofProject(uri, it.path).file) === String(file),
      );
      if (!uri || !isNamed) continue;
      slot.stale = true;
      void load(uri, slot);
    }
  }

  function publish(uri: vscode.Uri, findings: Finding[]): void {
    const shown = findings.map(([message, range, severity = vscode.DiagnosticSeverity.Error]) => {
      const diagnostic = new vscode.Diagnostic(range, message, severity);
      diagnostic.source = SOURCE;
      diagnostic.code = { value: "config", target: rulePage("config") };
      return diagnostic;
    });
    collection.set(uri, shown);
  }

  /** Reads the project files of a file again if they have changed on disk. */
  async function look(uri: vscode.Uri): Promise<void> {
    for (const place of slotsFor(uri)) {
      const slot = slots.get(place.toString());
      if (slot === undefined || slot.stale || slot.reading) continue;
      const { project, stamp } = slot;
      if ((await stampOf(place)) !== stamp) again(place);
      else if (project && (await toolFiles.haveChanged(place, project.toolTexts))) again(place);
    }
  }

  /** An open project file is checked, whether or not the files that it is about are. */
  function opened(document: vscode.TextDocument): void {
    if (isProjectFile(document) && !document.isClosed) again(document.uri);
  }

  const subscriptions = [
    collection,
    changed,
    toolFiles,
    toolFiles.onDidChange(soon),
    onMoments(look),
    schemas.onDidChange(schemaRead),
    vscode.workspace.onDidOpenTextDocument(opened),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (isProjectFile(document)) soon(document.uri);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (isProjectFile(document)) soon(document.uri);
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(() => {
      slots.clear();
      collection.clear();
      vscode.workspace.textDocuments.forEach(opened);
      changed.fire();
    }),
  ];
  later.schedule("first", () => vscode.workspace.textDocuments.forEach(opened), 0);

  return {
    onDidChange: changed.event,
    known(uri) {
      for (const place of slotsFor(uri)) {
        const { project } = slotOf(place);
        if (project !== null) return project;
      }
      return null;
    },
    async find(uri) {
      for (const place of slotsFor(uri)) {
        const slot = slotOf(place);
        if (slot.stale || slot.reading) await load(place, slot);
        if (slot.project) return slot.project;
      }
      return null;
    },
    dispose() {
      later.dispose();
      for (const it of [...subscriptions, ...watchers.values()]) it.dispose();
    },
  };
}

/** Where the project file of a file may be: next to it and above, up to the open folder. */
function* slotsFor(uri: vscode.Uri): Iterable<vscode.Uri> {
  for (const it of foldersAbove(uri)) yield vscode.Uri.joinPath(it, PROJECT_FILE);
}

const isProjectFile = (document: vscode.TextDocument): boolean =>
  document.uri.path.endsWith(`/${PROJECT_FILE}`) && isFile(document);

const documentOf = (uri: vscode.Uri): vscode.TextDocument | undefined =>
  vscode.workspace.textDocuments.find((it) => !it.isClosed && it.uri.toString() === uri.toString());

/** What is wrong with the tools that an entry names. */
function toolsFault({ tools }: Wishes["files"][number], { faults }: ToolTexts): Finding[] {
  const fault = tools && faults.get(tools.path);
  return fault ? [[`\`${tools.path}\` ${fault}`, toRange(tools.range)]] : [];
}

const NO_TOOLS: ToolTexts = { texts: new Map(), faults: new Map() };

function projectOf(uri: vscode.Uri, wishes: Wishes, toolTexts: ToolTexts): Project {
  const folder = uri.path.slice(0, -PROJECT_FILE.length);
  const below = ({ path }: vscode.Uri): string | undefined =>
    path.startsWith(folder) ? path.slice(folder.length) : undefined;
  const entry: Project["entry"] = (file) => {
    const path = below(file);
    if (path === undefined || `/${path}`.endsWith(`/${PROJECT_FILE}`)) return undefined;
    return wishes.files.findLast((it) => matchesGlob(it.glob, path));
  };
  const excludes: Project["excludes"] = (file) => {
    const path = below(file);
    return path !== undefined && wishes.exclude.some((it) => coversPath(it, path));
  };
  const schema: Project["schema"] = (path) => {
    const named = entry(path)?.payloadSchema;
    return named ? ofProject(uri, named.path) : undefined;
  };
  const tools: Project["tools"] = (file) => {
    const named = entry(file)?.tools;
    return named ? toolTexts.texts.get(named.path) : undefined;
  };
  return { uri, wishes, entry, excludes, schema, tools, toolTexts };
}

const isLink = (type: vscode.FileType): boolean => (type & vscode.FileType.SymbolicLink) !== 0;

/** Changes when a file is written; undefined if there is none. A link is one, wherever it leads: it is an error. */
const stampOf = (uri: vscode.Uri): Promise<string | undefined> =>
  Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    ({ type, mtime, size }) =>
      (type & vscode.FileType.File) !== 0 || isLink(type) ? `${type} ${mtime} ${size}` : undefined,
    () => undefined,
  );

/** The text as edited, else as on disk. */
async function readText(
  uri: vscode.Uri,
  document: vscode.TextDocument | undefined,
): Promise<string | { message: string }> {
  let bytes: Uint8Array;
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    if (isLink(type))
      return { message: "This is a link, which is not followed; a project file must be a regular file" };
    if (document !== undefined) return document.getText();
    bytes = await vscode.workspace.fs.readFile(uri);
  } catch {
    return { message: "The file cannot be read" };
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { message: "The file is not UTF-8" };
  }
}
