/**
 * One payload that is open as a document, and what became of the file and of it since both were the same.
 */

import type * as vscode from "vscode";
import type { Address } from "./address.js";
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

export class View {
  /** What both were when they were last the same; line ends are LF. */
  private base: string;
  /** What was typed since, as long as it is one change. */
  private made: Edit[] = [];
  /** What VS Code was given to read last. */
  private given: string | undefined;
  /** VS Code was asked to read the document again. */
  isReloading = false;
  /** What `takeNews` has told of. */
  private told: string | undefined;
  /** What to do when it has. */
  onReload: ((text: string) => void) | undefined;
  /** The file has no such text, or it cannot be changed there. */
  isCutOff = false;
  /** Somebody is asked what to keep. */
  isAsking = false;

  constructor(
    readonly address: Address,
    readonly document: vscode.TextDocument,
  ) {
    this.base = this.text;
  }

  get text(): string {
    return unified(this.document.getText());
  }

  /** Nothing was typed that is not in the file. */
  get isAgreed(): boolean {
    return this.base === this.text;
  }

  /** True if the text in common with the file is another one than when this was last asked, or there is none any more. */
  takeNews(): boolean {
    const now = `${this.isCutOff} ${this.base}`;
    const isNew = now !== this.told;
    this.told = now;
    return isNew;
  }

  /** Before the text is read again. */
  changed({ contentChanges, document }: vscode.TextDocumentChangeEvent): void {
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
    this.given = inFile;
    this.isReloading = false;
  }

  /** `inFile` is the decoded text as it would be shown. */
  step(inFile: string): Step {
    const { text } = this;
    // The file may have changed once more since VS Code has read it.
    if (text === inFile || text === this.given) this.agree(text);
    if (text === inFile) this.reloaded(text);
    if (text === inFile) return { kind: "same", text };
    const { base } = this;
    if (text === base) return { kind: "toDocument", text, inFile };
    if (inFile === base) return { kind: "toFile", text, edits: editsBetween(base, text, this.made) };
    const both = merged(base, inFile, text);
    if (both === undefined) return { kind: "conflict", text };
    const edit = change(inFile, both);
    return { kind: "both", text, edits: edit === undefined ? [] : [edit] };
  }

  private reloaded(text: string): void {
    const run = this.onReload;
    this.onReload = undefined;
    run?.(text);
  }

  /** The file and the document have had this text in common; what differs from it now was changed since. */
  agree(text: string): void {
    this.base = text;
    this.made = [];
    this.given = undefined;
  }
}

const CRLF = 2 satisfies vscode.EndOfLine.CRLF;
