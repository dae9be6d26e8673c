/**
 * One payload that is open as a document, and how the file and the document have changed since they were the same.
 */

import type * as vscode from "vscode";
import type { Edit } from "../../../common/layout.js";
import { begin } from "../pending.js";
import { type Address, lineNow } from "./address.js";
import type { Kept } from "./carets.js";
import { applied, change, editsBetween, merged } from "./merge.js";
import { asWritten, Formatting, type Projection } from "./projection.js";
import { unified } from "./shown.js";

/** What brings the file and the document in sync, and the text of the document for which this was determined. */
export type Step = { text: string } & (
  | { kind: "same" }
  /** edits to the text in the file, in its shown form */
  | { kind: "toFile"; edits: Edit[] }
  | { kind: "toDocument"; inFile: string }
  /** both have changed, in different places: edits as above, and the document has to follow */
  | { kind: "both"; edits: Edit[] }
  /** both have changed the same place: the user has to decide */
  | { kind: "conflict" }
);

/** VS Code may read a few texts before it shows the first of them. */
const MOST_GIVEN = 8;
/** More changes are one, as far as anybody knows. */
const MOST_MADE = 100;

export class View {
  /** The text when both were last the same, or the text that was read; line endings are LF. Undefined if unknown. */
  private base: string | undefined;
  /** What has been typed since then, one change after the other. */
  private made: Edit[][] = [];
  /** The texts that VS Code was given to read since then; it may show any of them. */
  private given: string[] = [];
  /** VS Code was asked to read the document again. */
  isReloading = false;
  /** The carets, until VS Code has read the document again. */
  private kept: Kept | undefined;
  /** Ends what is pending until then. */
  private wasRead: (() => void) | undefined;
  /** The conflict that the user wants to decide later. */
  private postponed: { text: string; inFile: string } | undefined;
  /** What `takeNews` returned true for last. */
  private told: string | undefined;
  /** The file has no such text, or it cannot be changed there. */
  isCutOff = false;
  /** The user is being asked what to keep. */
  isAsking = false;
  private readonly formatting: Formatting | undefined;

  constructor(
    private readonly opened: Address,
    readonly document: vscode.TextDocument,
  ) {
    // If VS Code restores a document with edits, or gives it another language, the text before the edits is unknown.
    this.base = document.isDirty ? undefined : this.text;
    this.formatting = opened.isFormatted ? new Formatting() : undefined;
  }

  /** As it is now: records move with the lines above them. */
  get address(): Address {
    const line = lineNow(this.document.uri, this.opened.line);
    return line === this.opened.line ? this.opened : { ...this.opened, line };
  }

  get text(): string {
    return unified(this.document.getText());
  }

  /** Everything that was typed is in the file. */
  get isAgreed(): boolean {
    return this.base === this.text;
  }

  /** How a text of the file is shown here. */
  projection(real: string): Projection {
    return this.formatting?.of(real, this.text) ?? asWritten(real);
  }

  /** The edits of a text of the file for edits of how it is shown. */
  realEdits(now: Projection, edits: readonly Edit[]): Edit[] {
    if (this.formatting === undefined) return now.edited(edits).edits;
    const isExact = now.text === this.base && this.made.reduce(applied, now.text) === this.text;
    return this.formatting.edits(now, isExact ? this.made : [edits]);
  }

  /** What has been typed after a text, which may already be on its way to the file. */
  private madeAfter(text: string): Edit[][] {
    if (text === this.text) return [];
    let now = this.base;
    const idx = this.made.findIndex((it) => {
      now = now && applied(now, it);
      return now === text;
    });
    return idx < 0 ? [] : this.made.slice(idx + 1);
  }

  /** What has been typed, as long as it is one change. */
  private lastMade(): Edit[] {
    return this.made.length === 1 ? (this.made[0] ?? []) : [];
  }

  /** Whether the text that the file and the document share has changed since the last call, or is gone. */
  takeNews(): boolean {
    const now = `${this.isCutOff} ${this.base}`;
    const isNew = now !== this.told;
    this.told = now;
    return isNew;
  }

  /** To be called before the text is read again. */
  changed({ contentChanges, document }: vscode.TextDocumentChangeEvent): void {
    const isRead = contentChanges.length > 0 && this.given.includes(this.text);
    // VS Code does not read a document again if it was changed meanwhile.
    if (!isRead && (contentChanges.length > 0 || document.isDirty)) this.forgetReload();
    // VS Code first reports a restored document as clean, and then as edited without a change of its text.
    if (contentChanges.length === 0 && document.isDirty && this.isAgreed) this.base = undefined;
    if (contentChanges.length === 0) return;
    // In a document with CR LF, each line before a place adds one more character.
    const extra = document.eol === CRLF ? 1 : 0;
    const edits = contentChanges.map((it): Edit => {
      const from = it.rangeOffset - extra * it.range.start.line;
      const to = it.rangeOffset + it.rangeLength - extra * it.range.end.line;
      return { from, to, text: unified(it.text) };
    });
    this.made.push(edits);
    if (this.made.length > MOST_MADE) this.made = [[], []];
  }

  /** VS Code reads the document. */
  give(inFile: string): void {
    this.given = [...this.given.slice(1 - MOST_GIVEN), inFile];
    this.isReloading = false;
  }

  /** Puts the carets where they belong as soon as VS Code has read the document again. */
  keep(kept: Kept): void {
    this.kept?.dispose();
    this.kept = kept;
    this.wasRead ??= begin(`read ${this.address.pointer}`);
  }

  /** VS Code has not read the document, and will not. */
  forgetReload(): void {
    this.isReloading = false;
    this.kept?.dispose();
    this.forgetKept();
  }

  private forgetKept(): void {
    this.kept = undefined;
    this.wasRead?.();
    this.wasRead = undefined;
  }

  /** The user does not want to decide now: ask only about another conflict, or about this one on saving. */
  postpone(inFile: string): void {
    this.postponed = { text: this.text, inFile };
  }

  isPostponed(inFile: string): boolean {
    return this.postponed?.inFile === inFile && this.postponed.text === this.text;
  }

  askAgain(): void {
    this.postponed = undefined;
  }

  /** `inFile` is the decoded text as it would be shown. */
  step(inFile: string): Step {
    const { text } = this;
    // The file may have changed once more since VS Code read it.
    if (text === inFile || this.given.includes(text)) this.agree(text);
    if (text === inFile) return { kind: "same", text };
    const { base } = this;
    if (base === undefined) return { kind: "conflict", text };
    if (text === base) return { kind: "toDocument", text, inFile };
    if (inFile === base) return { kind: "toFile", text, edits: editsBetween(base, text, this.lastMade()) };
    const both = merged(base, inFile, text);
    if (both === undefined) return { kind: "conflict", text };
    const edit = change(inFile, both);
    return { kind: "both", text, edits: edit === undefined ? [] : [edit] };
  }

  /** The file and the document had this text in common; what differs from it now has changed since. */
  agree(text: string): void {
    this.made = this.madeAfter(text);
    this.base = text;
    this.given = [];
    this.postponed = undefined;
    this.kept?.restore(text);
    this.forgetKept();
  }
}

const CRLF = 2 satisfies vscode.EndOfLine.CRLF;
