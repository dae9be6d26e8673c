/**
 * The open documents that are checked, with what the last check of each has found: when they are checked, and what is published.
 * A check is synchronous and reads the document at that moment, so no result is ever older than its document.
 */

import type * as vscode from "vscode";
import { encodingOf } from "./bom.js";
import { type Checked, LARGE, tooLarge } from "./checked.js";
import type { Claims } from "./claims.js";
import type { Disk } from "./disk.js";
import type { Folders } from "./folders.js";
import { happens, type Later } from "./later.js";
import { look } from "./look.js";
import { during } from "./pending.js";
import type { Results } from "./results.js";
import { hasCalls } from "./toolCalls.js";
import { lengthOf } from "./where.js";

/** The pause before a large text is checked, in milliseconds: longer than its check takes. */
const PAUSE = 100;
const PAUSE_FACTOR = 3;

/** A document, as far as it is looked up. */
type Addressed = Pick<vscode.TextDocument, "uri">;

export class OpenDocuments {
  private readonly states = new Map<string, Checked>();
  /** What is checked again as soon as schemas have said more. */
  private readonly waiting = new Set<Checked>();

  constructor(
    private readonly folders: Folders,
    private readonly claims: Claims,
    private readonly disk: Disk,
    private readonly later: Later,
    private readonly results: Results,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  all(): Iterable<Checked> {
    return this.states.values();
  }

  /** The state after the last check, which may have read an older text. */
  last({ uri }: Addressed): Checked | undefined {
    return this.states.get(uri.toString());
  }

  /** The state of an open document, checked as it is now; undefined if it is not an agent file. */
  of(document: Addressed): Checked | undefined {
    const state = this.last(document);
    if (state !== undefined && state.version !== state.document.version) this.check(state);
    return state;
  }

  /** The same, after a pause in typing in a large file; undefined also if the request was canceled. */
  async settled(document: Addressed, token?: vscode.CancellationToken): Promise<Checked | undefined> {
    while (this.last(document) && this.later.isWaiting(`${document.uri}`) && !token?.isCancellationRequested)
      await happens(this.results.onDidCheck, token);
    return token?.isCancellationRequested ? undefined : this.of(document);
  }

  /** Checks a document from now on. */
  add(state: Checked): void {
    const { uri } = state.document;
    this.states.set(uri.toString(), state);
    this.check(state);
    if (!state.settings.pairRequests) return;
    during(`files beside ${uri}`, this.folders.read(uri)).then((siblings) => {
      if (siblings !== undefined) this.again(state);
    });
  }

  /** The files read next to a document are kept until `release`: it may be added again at once. */
  remove({ uri }: Addressed): void {
    this.later.cancel(uri.toString());
    if (this.states.delete(uri.toString())) this.results.withdraw(uri);
  }

  /** Forgets a document that was closed, and the files next to it. */
  closed(document: Addressed): void {
    this.remove(document);
    this.release();
    this.disk.forget(document.uri);
  }

  /** Forgets the files read next to files that are not open; they are read again when they are needed. */
  release(): void {
    this.folders.keep(Array.from(this.all(), (it) => it.document.uri));
  }

  /** Checks a document at once; a large one after a pause, since whoever types goes on typing. */
  checkSoon(state: Checked): void {
    const { document, took } = state;
    const pause = Math.max(PAUSE, took * PAUSE_FACTOR);
    if (lengthOf(document) > LARGE)
      this.later.schedule(document.uri.toString(), () => this.check(state), pause);
    else this.check(state);
  }

  /** Checks a document at once, and publishes the result. */
  check(state: Checked): void {
    const { document } = state;
    const isNewText = state.version >= 0 && state.version !== document.version;
    this.later.cancel(document.uri.toString());
    const started = performance.now();
    try {
      const again = (): void => this.again(state);
      Object.assign(state, look(state, this.folders, this.claims, again));
      if (state.isByContent && state.report !== undefined && !hasCalls(state.report)) {
        this.remove(document);
        return;
      }
    } catch (error) {
      this.log.error(`cannot check ${document.uri.toString(true)}: ${error}`);
      // No fix for the previous text may be left.
      Object.assign(state, { report: undefined, entries: [] });
    }
    state.version = document.version;
    state.encoding = encodingOf(document);
    state.took = performance.now() - started;
    const it = { uri: document.uri, isNewText };
    if (this.disk.isGone(document.uri)) this.results.publish(it, []);
    else this.results.publish(it, state.entries, state.isTooLarge ? [tooLarge(state)] : []);
    const settled = state.settings.schema?.settled();
    if (settled === undefined || this.waiting.has(state)) return;
    this.waiting.add(state);
    during(`schema for ${document.uri}`, settled).then(() => {
      this.waiting.delete(state);
      this.again(state);
    });
  }

  /** Checks a document once more, unless it is closed or was added again meanwhile. */
  private again(state: Checked): void {
    if (this.last(state.document) === state) this.check(state);
  }
}
