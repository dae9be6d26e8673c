/**
 * How many findings there are, counted the same way everywhere: hints, which VS Code does not list as problems, apart.
 */

import type { Diagnostic as Finding } from "agent-response/editor";
import { l10n } from "vscode";

export interface Tally {
  problems: number;
  hints: number;
}

export function tally(findings: readonly Pick<Finding, "severity">[]): Tally {
  const hints = findings.filter((it) => it.severity === "hint").length;
  return { problems: findings.length - hints, hints };
}

export const sum = (a: Tally, b: Tally): Tally => ({
  problems: a.problems + b.problems,
  hints: a.hints + b.hints,
});

/** `2 problems, 1 hint` */
export function words({ problems, hints }: Tally): string {
  const listed =
    problems === 0
      ? l10n.t("no problems")
      : problems === 1
        ? l10n.t("1 problem")
        : l10n.t("{0} problems", problems);
  if (hints === 0) return listed;
  return `${listed}, ${hints === 1 ? l10n.t("1 hint") : l10n.t("{0} hints", hints)}`;
}

export const files = (count: number): string => (count === 1 ? l10n.t("1 file") : l10n.t("{0} files", count));
