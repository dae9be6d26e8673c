import { window } from "vscode";

/** Nobody waits for the answer. */
export function say(message: string): void {
  void window.showInformationMessage(`Agent Response: ${message}`);
}
