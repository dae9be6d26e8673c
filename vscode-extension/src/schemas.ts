/**
 * The JSON Schemas that project files and settings name for payloads. Each is read once, and again when it or a file that it
 * refers to changes, in its editor or on disk. Before the workspace is trusted, none is read. They are in a worker that is ended
 * when it is late, so that none keeps the editor waiting.
 */

import { createCalls, type Start } from "agent-response-payload-schema/calls";
import { type RemoteSchema, readRemote, type View, viewOf } from "agent-response-payload-schema/remote";
import * as vscode from "vscode";
import { createLater } from "./later.js";
import { onMoments } from "./moments.js";
import { during } from "./pending.js";
import { checkPlace, keyOf, type SchemaFile, textOf } from "./schemaFile.js";
import { createWatchers } from "./watchers.js";

export interface Schemas extends vscode.Disposable {
  /** The schema in a file, for one file that is checked; undefined until it has been read, which begins now, and if something
   * is wrong with it. */
  known(schema: SchemaFile): View | undefined;
  /** What is wrong with it, as the end of a sentence. */
  fault(schema: SchemaFile): Promise<string | undefined>;
  /** A schema was read. */
  readonly onDidChange: vscode.Event<vscode.Uri>;
}

interface Slot {
  named: SchemaFile;
  schema: RemoteSchema | undefined;
  fault: string | undefined;
  reading: Promise<void> | undefined;
  stale: boolean;
  /** The files that the schema consists of, by address, as they were read. */
  parts: Map<string, string>;
  /** When it was last used, in milliseconds. */
  usedAt: number;
}

/** How many schemas there may be at a time, and how long all their files may be together, in UTF-16 code units. */
export const [MOST, LONGEST] = [100, 16 << 20];
/** A schema that was not used for this time, in milliseconds, makes room for another one. */
const LASTS = 600_000;

/** How long to wait while somebody types, in milliseconds. */
const PAUSE = 300;

export function createSchemas(start: Start, log: vscode.LogOutputChannel): Schemas {
  const calls = createCalls(start);
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const slots = new Map<string, Slot>();
  const watchers = createWatchers(again);
  const later = createLater();

  function slotOf(named: SchemaFile): Slot {
    const key = keyOf(named);
    const slot = slots.get(key) ?? {
      named,
      schema: undefined,
      fault: undefined,
      reading: undefined,
      stale: true,
      parts: new Map<string, string>(),
      usedAt: 0,
    };
    slot.usedAt = Date.now();
    // The least recently used one is the first.
    slots.delete(key);
    if (slots.size === MOST && !hasRoom())
      return { ...slot, stale: false, fault: `is one of more than ${MOST} schemas, and is not read` };
    slots.set(key, slot);
    return slot;
  }

  function hasRoom(): boolean {
    const [first] = slots;
    if (first === undefined || Date.now() - first[1].usedAt < LASTS) return false;
    slots.delete(first[0]);
    first[1].schema?.forget();
    watchers.keep((key) => [...slots.values()].some((it) => isPart(it, key)));
    return true;
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
      watchers.watch(it);
      const text = await textOf(it, slot.named);
      slot.parts.set(it.toString(), text);
      if (length() > LONGEST) throw new Error(`is, with the other schemas, longer than ${LONGEST >> 20} MiB`);
      return text;
    };
    const of = (it: string): Promise<string> => part(vscode.Uri.parse(it));
    const before = slot.schema;
    try {
      const address = file.toString();
      const schema = await readRemote(calls, await part(file), address, of, (why) => {
        if (slot.schema === schema) refuse(slot, `${why}, so payloads are no longer compared with it`);
        changed.fire(file);
      });
      slot.schema = schema;
      slot.fault = undefined;
    } catch (error) {
      refuse(slot, error instanceof Error ? error.message : String(error));
    }
    before?.forget();
  }

  function refuse(slot: Slot, why: string): void {
    slot.schema = undefined;
    slot.fault = why;
    log.info(`${slot.named.file.toString(true)} ${why}`);
  }

  function length(): number {
    let sum = 0;
    for (const { parts } of slots.values()) for (const it of parts.values()) sum += it.length;
    return sum;
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
    if (watchers.has(file)) later.schedule(file.toString(), () => again(file), PAUSE);
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
      return slot.schema && viewOf(slot.schema);
    },
    async fault(named) {
      const slot = slotOf(named);
      if (vscode.workspace.isTrusted && (slot.stale || slot.reading)) await load(slot);
      return slot.fault;
    },
    dispose() {
      calls.end();
      later.dispose();
      for (const it of [...subscriptions, watchers]) it.dispose();
    },
  };
}

const isPart = ({ named, parts }: Slot, key: string): boolean =>
  named.file.toString() === key || parts.has(key);
