/**
 * How many findings there are, in the same words everywhere.
 */

import type { Diagnostic as Finding } from "agent-response/editor";
import { l10n } from "vscode";

export interface Tally {
  errors: number;
  warnings: number;
  infos: number;
  hints: number;
  /** a report does not list all its findings */
  isCut: boolean;
}

/** What says that a report ends before its last finding. */
const CUT: Finding["code"] = "too-many-findings";

export function tally(findings: readonly Pick<Finding, "severity" | "code">[]): Tally {
  const listed = findings.filter((it) => it.code !== CUT);
  const count = (severity: Finding["severity"]): number =>
    listed.filter((it) => it.severity === severity).length;
  return {
    errors: count("error"),
    warnings: count("warning"),
    infos: count("info"),
    hints: count("hint"),
    isCut: listed.length < findings.length,
  };
}

export const sum = (a: Tally, b: Tally): Tally => ({
  errors: a.errors + b.errors,
  warnings: a.warnings + b.warnings,
  infos: a.infos + b.infos,
  hints: a.hints + b.hints,
  isCut: a.isCut || b.isCut,
});

/** `2 errors, 1 hint`; `999+ errors` if there may be more */
export function words(found: Tally): string {
  const { errors, warnings, infos, hints } = found;
  const parts = [
    [errors, l10n.t("1 error"), l10n.t("{0} errors", shown(errors, found))],
    [warnings, l10n.t("1 warning"), l10n.t("{0} warnings", shown(warnings, found))],
    [infos, l10n.t("1 info"), l10n.t("{0} infos", shown(infos, found))],
    [hints, l10n.t("1 hint"), l10n.t("{0} hints", shown(hints, found))],
  ] as const;
  const there = parts.filter(([n]) => n > 0);
  if (there.length === 0) return l10n.t("no findings");
  return there.map(([n, one, several]) => (n === 1 && !found.isCut ? one : several)).join(", ");
}

/** The errors and warnings; undefined if there are none. */
export function serious(found: Tally): { words: string; isOne: boolean } | undefined {
  const n = found.errors + found.warnings;
  return n === 0
    ? undefined
    : { words: words({ ...found, infos: 0, hints: 0 }), isOne: n === 1 && !found.isCut };
}

export const shown = (n: number, { isCut }: Pick<Tally, "isCut">): string => `${n}${isCut ? "+" : ""}`;

export const files = (count: number): string => (count === 1 ? l10n.t("1 file") : l10n.t("{0} files", count));

/** What was found in several files. */
export interface Counts extends Tally {
  files: number;
  /** those with findings */
  faulty: number;
  cancelled: boolean;
}

/** `20 errors, 1 warning in 9 of 16 files` */
export function sentence(counts: Counts): string {
  const { files: n, faulty, cancelled } = counts;
  const found =
    n === 0
      ? l10n.t("there are no files to check in this workspace")
      : faulty === 0
        ? l10n.t("no findings in {0}", files(n))
        : n === 1
          ? l10n.t("{0} in 1 file", words(counts))
          : l10n.t("{0} in {1} of {2} files", words(counts), faulty, n);
  return cancelled ? l10n.t("canceled after {0}: {1}", files(n), found) : found;
}
