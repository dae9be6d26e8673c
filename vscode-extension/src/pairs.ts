/**
 * The place in the request that a finding about a pair refers to.
 */

import { type Diagnostic as Finding, locate } from "agent-response/editor";
import * as vscode from "vscode";
import { toRange } from "./adapt.js";
import { pairedRequest } from "./names.js";
import { nameOf } from "./where.js";

/** The field of the request that each rule compares with. */
const COMPARED: Partial<Record<Finding["code"], string>> = {
  "pair-id": "/request_id",
  "pair-version": "/version",
  "pair-time-order": "/created_at",
  "pair-duration": "/created_at",
  "pair-agent": "/agent_name",
  "pair-name": "/request_id",
};

export function inRequest(
  { code }: Finding,
  uri: vscode.Uri,
  siblings: Record<string, string> | undefined,
): vscode.DiagnosticRelatedInformation[] {
  const pointer = COMPARED[code];
  const name = pointer && siblings && pairedRequest(nameOf(uri), siblings);
  if (!name) return [];
  const place = locate(siblings[name] ?? "", pointer);
  if (place === null) return [];
  const location = new vscode.Location(vscode.Uri.joinPath(uri, "..", name), toRange(place.range));
  return [new vscode.DiagnosticRelatedInformation(location, vscode.l10n.t("in the request"))];
}
