/**
 * One payload that is open as a document, and what became of the file and of it since both were the same.
 */

import type * as vscode from "vscode";
import type { Address } from "./address.js";
import type { Kept } from "./carets.js";
import { change, editsBetween, merged } from "./merge.js";
import { type Edit, unified } from "./shown.js";

/** What brings the file and the document together, and the text of the document that this was found out for. */
export type Step = { text: string } & (
  | { kind: "same" }
  /** edits of the text in the file, as it is shown */
  | { kind: "toFile"; edits: Edit[] }
  | { kind: "toDocument"; inFile: string }
  /** both have changed, in different places: the same, and the document has to follow */
  | { kind: "both"; edits: Edit[] }
  /** both have changed the same place: the user has to decide */
  | { kind: "conflict" }
);

/** VS Code may read a few texts before it shows the first of them. */
const MOST_GIVEN = 8;

export class View {
  /** What both were when they were last the same, or what was read; line ends are LF. Undefined if nobody knows. */
  private base: string | undefined;
  /** What was typed since, as long as it is one change. */
  private made: Edit[] = [];
  /** What VS Code was given to read since then; it may show any of them. */
  private given: string[] = [];
  /** VS Code was asked to read the document again. */
  isReloading = false;
  /** The carets, until it has. */
  private kept: Kept | undefined;
  /** The conflict that the user wants to decide later. */
  private postponed: { text: string; inFile: string } | undefined;
  /** What `takeNews` returned true for last. */
  private told: string | undefined;
  /** The file has no such text, or it cannot be changed there. */
  isCutOff = false;
  /** Somebody is asked what to keep. */
  isAsking = false;

  constructor(
    readonly address: Address,
    readonly document: vscode.TextDocument,
  ) {
    // What a document with edits was before them is not known when VS Code restores it, or gives it another language.
    this.base = document.isDirty ? undefined : this.text;
  }

  get text(): string {
    return unified(this.document.getText());
  }

  /** Nothing was typed that is not in the file. */
  get isAgreed(): boolean {
    return this.base === this.text;
  }

  /** Whether the text that the file and the document share has changed since the last call, or is gone. */
  takeNews(): boolean {
    const now = `${this.isCutOff} ${this.base}`;
    const isNew = now !== this.told;
    this.told = now;
    return isNew;
  }

  /** Before the text is read again. */
  changed({ contentChanges, document }: vscode.TextDocumentChangeEvent): void {
    const isRead = contentChanges.length > 0 && this.given.includes(this.text);
    // VS Code does not read a document again that was changed meanwhile.
    if (!isRead && (contentChanges.length > 0 || document.isDirty)) this.forgetReload();
    // VS Code first reports a restored document as clean, and then as edited without a change of its text.
    if (contentChanges.length === 0 && document.isDirty && this.isAgreed) this.base = undefined;
    if (contentChanges.length === 0) return;
    // In a document with CR LF each line before a place counts one more.
    const extra = document.eol === CRLF ? 1 : 0;
    const edits = contentChanges.map((it): Edit => {
      const from = it.rangeOffset - extra * it.range.start.line;
      const to = it.rangeOffset + it.rangeLength - extra * it.range.end.line;
      return { from, to, text: unified(it.text) };
    });
    this.made = this.made.length === 0 ? edits : [];
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
  }

  /** VS Code has not read the document, and will not. */
  forgetReload(): void {
    this.isReloading = false;
    this.kept?.dispose();
    this.kept = undefined;
  }

  /** The user does not want to decide now: only another conflict is asked about, or this one when the document is saved. */
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
    // The file may have changed once more since VS Code has read it.
    if (text === inFile || this.given.includes(text)) this.agree(text);
    if (text === inFile) return { kind: "same", text };
    const { base } = this;
    if (base === undefined) return { kind: "conflict", text };
    if (text === base) return { kind: "toDocument", text, inFile };
    if (inFile === base) return { kind: "toFile", text, edits: editsBetween(base, text, this.made) };
    const both = merged(base, inFile, text);
    if (both === undefined) return { kind: "conflict", text };
    const edit = change(inFile, both);
    return { kind: "both", text, edits: edit === undefined ? [] : [edit] };
  }

  /** The file and the document have had this text in common; what differs from it now was changed since. */
  agree(text: string): void {
    this.base = text;
    this.made = [];
    this.given = [];
    this.postponed = undefined;
    this.kept?.restore(text);
    this.kept = undefined;
  }
}

const CRLF = 2 satisfies vscode.EndOfLine.CRLF;
