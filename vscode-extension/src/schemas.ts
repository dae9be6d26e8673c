/**
 * The JSON Schemas that project files and settings name for payloads. Each is read once, and again when it or a file that it
 * refers to changes, in its editor or on disk. Before the workspace is trusted, none is read.
 */

import { type PayloadSchema, readSchema } from "agent-response-payload-schema";
import * as vscode from "vscode";
import { createLater } from "./later.js";
import { onMoments } from "./moments.js";
import { during } from "./pending.js";
import { checkPlace, keyOf, type SchemaFile, textOf } from "./schemaFile.js";
import { nameOf, parentOf } from "./where.js";

export interface Schemas extends vscode.Disposable {
  /** The schema in a file; undefined until it has been read, which begins now, and if something is wrong with it. */
  known(schema: SchemaFile): PayloadSchema | undefined;
  /** What is wrong with it, as the end of a sentence. */
  fault(schema: SchemaFile): Promise<string | undefined>;
  /** A schema was read. */
  readonly onDidChange: vscode.Event<vscode.Uri>;
}

interface Slot {
  named: SchemaFile;
  schema: PayloadSchema | undefined;
  fault: string | undefined;
  reading: Promise<void> | undefined;
  stale: boolean;
  /** The files that the schema consists of, by address, as they were read. */
  parts: Map<string, string>;
}

/** How long to wait while somebody types, in milliseconds. */
const PAUSE = 300;

export function createSchemas(log: vscode.LogOutputChannel): Schemas {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const slots = new Map<string, Slot>();
  const watchers = new Map<string, vscode.Disposable>();
  const later = createLater();

  function slotOf(named: SchemaFile): Slot {
    const key = keyOf(named);
    let slot = slots.get(key);
    if (slot === undefined) {
      slot = {
        named,
        schema: undefined,
        fault: undefined,
        reading: undefined,
        stale: true,
        parts: new Map(),
      };
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
      changed.fire(slot.named.file);
    });
    return during(`schema ${slot.named.file}`, slot.reading);
  }

  async function read(slot: Slot): Promise<void> {
    slot.parts.clear();
    const { file } = slot.named;
    const part = async (it: vscode.Uri): Promise<string> => {
      checkPlace(it, slot.named);
      watch(it);
      const text = await textOf(it, slot.named);
      slot.parts.set(it.toString(), text);
      return text;
    };
    try {
      slot.schema = await readSchema(await part(file), file.toString(), (it) => part(vscode.Uri.parse(it)));
      slot.fault = undefined;
    } catch (error) {
      slot.schema = undefined;
      slot.fault = error instanceof Error ? error.message : String(error);
      log.info(`${file.toString(true)} ${slot.fault}`);
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
      if (!isPart(slot, key) && slot.fault === undefined) continue;
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
    for (const slot of [...slots.values()]) {
      if (slot.stale) continue;
      for (const key of new Set([slot.named.file.toString(), ...slot.parts.keys()])) {
        const file = vscode.Uri.parse(key);
        const text = await textOf(file, slot.named).catch(() => undefined);
        if (!slot.reading && slot.parts.get(key) !== text) again(file);
      }
    }
  }

  const subscriptions = [
    changed,
    onMoments(look),
    vscode.workspace.onDidChangeTextDocument(({ document }) => soon(document.uri)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => soon(uri)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      for (const { named } of slots.values()) changed.fire(named.file);
    }),
  ];

  return {
    onDidChange: changed.event,
    known(named) {
      const slot = slotOf(named);
      if (slot.stale && vscode.workspace.isTrusted) void load(slot);
      return slot.schema;
    },
    async fault(named) {
      const slot = slotOf(named);
      if (vscode.workspace.isTrusted && (slot.stale || slot.reading)) await load(slot);
      return slot.fault;
    },
    dispose() {
      later.dispose();
      for (const it of [...subscriptions, ...watchers.values()]) it.dispose();
    },
  };
}

const isPart = ({ named, parts }: Slot, key: string): boolean =>
  named.file.toString() === key || parts.has(key);
