import { window } from "vscode";

/** Does not wait for an answer. */
export function say(message: string): void {
  void window.showInformationMessage(`Agent Response: ${message}`);
}
