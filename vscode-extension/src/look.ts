/** What is found in an open document as it is now: its report, and what is shown for that. Publishes nothing. */

import { type Report, validate } from "agent-response/editor";
import { markFinding } from "./bom.js";
import { type Checked, decodedIn } from "./checked.js";
import type { Claims } from "./claims.js";
import { entriesOf } from "./entries.js";
import type { Folders } from "./folders.js";
import { isOfRecords } from "./records.js";
import { isLargerThan, isOtherProgram, keepOptions, optionsFor } from "./which.js";

/** `again` is called if more becomes known about the files that the document names. */
export function look(
  state: Checked,
  folders: Folders,
  claims: Claims,
  again: () => void,
): Pick<Checked, "report" | "entries" | "decoded" | "isTooLarge"> {
  const { document, settings } = state;
  const { uri } = document;
  const text = document.getText();
  if (isLargerThan(settings.maxFileSize, text))
    return { report: undefined, entries: [], decoded: undefined, isTooLarge: true };
  const siblings = settings.pairRequests ? folders.siblings(uri) : undefined;
  const mark = markFinding(document, settings);
  const checkWith = (files: string[] | undefined): Report => {
    const options = { ...optionsFor(document, settings, siblings), files };
    keepOptions(document, options);
    // The package keeps what it knows of a text for questions, which are about single records here.
    return validate(isOfRecords(document) ? new TextEncoder().encode(text) : text, options);
  };
  const report = claims.report(uri, checkWith, again);
  const isOther = !state.isIncluded && isOtherProgram(uri, report);
  const findings = isOther ? [] : [...mark, ...report.diagnostics];
  const decoded = decodedIn(state, text);
  const entries = entriesOf(findings, state, decoded, siblings);
  return { report, entries, decoded, isTooLarge: false };
}
