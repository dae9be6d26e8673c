/** What is shown for findings. */

import type { Diagnostic as Finding } from "agent-response/editor";
import type * as vscode from "vscode";
import { toDiagnostic } from "./adapt.js";
import type { Checked, decodedIn, Entry } from "./checked.js";
import { inRequest } from "./pairs.js";
import { causesMore, isHidden } from "./syntax.js";

type Siblings = Parameters<typeof inRequest>[2];

/** Of an open document: VS Code's own JSON support shows some of them. */
export function entriesOf(
  findings: readonly Finding[],
  { document, settings }: Checked,
  decoded: ReturnType<typeof decodedIn>,
  siblings: Siblings,
): Entry[] {
  const { uri, languageId } = document;
  return findings.map((finding) => {
    if (isHidden(finding, languageId, settings)) return { finding, shown: undefined };
    const around = {
      decoded: finding.inner.length > 0 ? decoded(finding) : undefined,
      cascades: causesMore(finding, languageId, settings),
      related: inRequest(finding, uri, siblings),
    };
    return { finding, shown: toDiagnostic(finding, uri, around) };
  });
}

/** Of a file: VS Code's own support reads only open documents, so everything is shown. */
export const entriesOfFile = (findings: readonly Finding[], uri: vscode.Uri, siblings: Siblings): Entry[] =>
  findings.map((finding) => ({
    finding,
    shown: toDiagnostic(finding, uri, { related: inRequest(finding, uri, siblings) }),
  }));
