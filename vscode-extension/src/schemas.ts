/**
 * The JSON Schemas that project files and settings name for payloads. Each is read once, and again when it or a file that it
 * refers to changes, in its editor or on disk. Before the workspace is trusted, none is read.
 */

import { type PayloadSchema, readSchema } from "agent-response-payload-schema";
import * as vscode from "vscode";
import { createLater } from "./later.js";
import { onMoments } from "./moments.js";
import { during } from "./pending.js";
import { nameOf, parentOf } from "./where.js";

export interface Schemas extends vscode.Disposable {
  /** The schema in a file; undefined until it has been read, which begins now, and if something is wrong with it. */
  known(file: vscode.Uri): PayloadSchema | undefined;
  /** What is wrong with it, as the end of a sentence. */
  fault(file: vscode.Uri): Promise<string | undefined>;
  /** A schema was read. */
  readonly onDidChange: vscode.Event<vscode.Uri>;
}

interface Slot {
  file: vscode.Uri;
  schema: PayloadSchema | undefined;
  fault: string | undefined;
  reading: Promise<void> | undefined;
  stale: boolean;
  /** The files that the schema consists of, by address, as they were read. */
  parts: Map<string, string>;
}

const LARGEST = 1 << 20;
/** How long to wait while somebody types, in milliseconds. */
const PAUSE = 300;

export function createSchemas(log: vscode.LogOutputChannel): Schemas {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const slots = new Map<string, Slot>();
  const watchers = new Map<string, vscode.Disposable>();
  const later = createLater();

  function slotOf(file: vscode.Uri): Slot {
    const key = file.toString();
    let slot = slots.get(key);
    if (slot === undefined) {
      slot = { file, schema: undefined, fault: undefined, reading: undefined, stale: true, parts: new Map() };
      slots.set(key, slot);
    }
    return slot;
  }

  /** One reading at a time; what changes meanwhile is read in another round. */
  function load(slot: Slot): Promise<void> {
    slot.reading ??= (async () => {
      while (slot.stale) {
        slot.stale = false;
        await read(slot);
      }
    })().finally(() => {
      slot.reading = undefined;
      changed.fire(slot.file);
    });
    return during(`schema ${slot.file}`, slot.reading);
  }

  async function read(slot: Slot): Promise<void> {
    slot.parts.clear();
    const part = (file: vscode.Uri): Promise<string> => {
      watch(file);
      return textOf(file).then((text) => {
        slot.parts.set(file.toString(), text);
        return text;
      });
    };
    try {
      const address = slot.file.toString();
      slot.schema = await readSchema(await part(slot.file), address, (it) => part(vscode.Uri.parse(it)));
      slot.fault = undefined;
    } catch (error) {
      slot.schema = undefined;
      slot.fault = error instanceof Error ? error.message : String(error);
      log.info(`${slot.file.toString(true)} ${slot.fault}`);
    }
  }

  function watch(file: vscode.Uri): void {
    const key = file.toString();
    if (watchers.has(key)) return;
    const pattern = new vscode.RelativePattern(parentOf(file), nameOf(file));
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete])
      event(() => again(file));
    watchers.set(key, watcher);
  }

  /** Reads the schemas again that a file is part of. */
  function again(file: vscode.Uri): void {
    const key = file.toString();
    for (const slot of slots.values()) {
      if (slot.file.toString() !== key && !slot.parts.has(key) && slot.fault === undefined) continue;
      slot.stale = true;
      void load(slot);
    }
  }

  function soon(file: vscode.Uri): void {
    const key = file.toString();
    if (!watchers.has(key)) return;
    later.schedule(key, () => again(file), PAUSE);
  }

  /** Looks for changes, because watchers lose events. */
  async function look(): Promise<void> {
    for (const key of watchers.keys()) {
      const file = vscode.Uri.parse(key);
      const text = await textOf(file).catch(() => undefined);
      if ([...slots.values()].some((it) => !it.reading && it.parts.get(key) !== text && isPart(it, key)))
        again(file);
    }
  }

  const subscriptions = [
    changed,
    onMoments(look),
    vscode.workspace.onDidChangeTextDocument(({ document }) => soon(document.uri)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => soon(uri)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      for (const { file } of slots.values()) changed.fire(file);
    }),
  ];

  return {
    onDidChange: changed.event,
    known(file) {
      const slot = slotOf(file);
      if (slot.stale && vscode.workspace.isTrusted) void load(slot);
      return slot.schema;
    },
    async fault(file) {
      const slot = slotOf(file);
      if (vscode.workspace.isTrusted && (slot.stale || slot.reading)) await load(slot);
      return slot.fault;
    },
    dispose() {
      later.dispose();
      for (const it of [...subscriptions, ...watchers.values()]) it.dispose();
    },
  };
}

const isPart = ({ file, parts }: Slot, key: string): boolean => file.toString() === key || parts.has(key);

/** As edited, else as on disk: a document without an editor outlives its file. */
async function textOf(file: vscode.Uri): Promise<string> {
  const key = file.toString();
  const open = vscode.workspace.textDocuments.find((it) => !it.isClosed && it.uri.toString() === key);
  if (open?.isDirty) return open.getText();
  let bytes: Uint8Array;
  try {
    const { type, size } = await vscode.workspace.fs.stat(file);
    if (type & vscode.FileType.Directory) throw new Error("is a folder; expected a JSON Schema");
    if (size > LARGEST) throw new Error("is larger than 1 MiB");
    bytes = await vscode.workspace.fs.readFile(file);
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
