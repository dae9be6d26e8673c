/** What checks have found, as VS Code shows it, and the event that tells the rest of the extension. */

import * as vscode from "vscode";
import type { Entry } from "./checked.js";

/** The event of `onDidCheck`. */
export interface Check {
  uri: vscode.Uri;
  /** The text differs from that of the last check. VS Code then requests lenses and colors by itself. */
  isNewText: boolean;
}

export class Results {
  private readonly collection = vscode.languages.createDiagnosticCollection("agent-response");
  private readonly checked = new vscode.EventEmitter<Check>();
  readonly onDidCheck = this.checked.event;

  publish(it: Check, entries: Entry[], notes: vscode.Diagnostic[] = []): void {
    this.collection.set(it.uri, [...notes, ...entries.flatMap(({ shown }) => shown ?? [])]);
    this.checked.fire(it);
  }

  /** Removes what was published for a file that is not open, without an event. */
  remove(uri: vscode.Uri): void {
    this.collection.delete(uri);
  }

  /** Removes what was published for a document that is no longer checked. */
  withdraw(uri: vscode.Uri): void {
    this.remove(uri);
    this.checked.fire({ uri, isNewText: false });
  }

  dispose(): void {
    this.collection.dispose();
    this.checked.dispose();
  }
}
