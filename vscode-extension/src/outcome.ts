/**
 * What safe fixes do with a file, and what they leave: the title of their action, and what is said after it.
 */

import type { FixResult, Report } from "agent-response/editor";
import { l10n } from "vscode";
import type { Checked } from "./checked.js";
import { fixed } from "./fixes.js";
import type { Folders } from "./folders.js";
import { type serious as leftOf, serious, shown, type Tally, tally } from "./summary.js";

/** What longer files become is known only after their fixes are chosen: titles are requested at each move of the cursor. */
const LONGEST_TRIED = 64 * 1024;

export interface Outcome {
  /** findings that are fixed as a whole, and in part */
  whole: number;
  part: number;
  isCut: boolean;
  left: ReturnType<typeof leftOf>;
}

export function outcomeOf({ applied, report }: Pick<FixResult, "applied" | "report">): Outcome {
  const part = applied.filter((it) => it.partial).length;
  return { whole: applied.length - part, part, isCut: false, left: serious(tally(report.diagnostics)) };
}

/** How many findings have a safe fix, as far as the report lists them. */
export function safeIn({ entries }: Pick<Checked, "entries">): Omit<Outcome, "left"> {
  const findings = entries.map((it) => it.finding);
  const fixes = findings.flatMap((it) => it.fixes.find((fix) => fix.safety === "safe") ?? []);
  const part = fixes.filter((it) => it.partial).length;
  return { whole: fixes.length - part, part, isCut: tally(findings).isCut };
}

/** By report: a file is not fixed again to name the action again. */
const tried = new WeakMap<Report, Outcome>();

/** What fixing a file would do; of a long one, only what is fixed. */
export function expected(checked: Checked, folders: Folders): Outcome {
  const { report, document } = checked;
  const counted = { ...safeIn(checked), left: undefined };
  if (report === undefined || document.getText().length > LONGEST_TRIED) return counted;
  const known = tried.get(report);
  if (known !== undefined) return known;
  const made = fixed(checked, folders);
  const outcome = made === undefined || made.applied.length === 0 ? counted : outcomeOf(made);
  tried.set(report, outcome);
  return outcome;
}

/** `Fix 3 safely, 1 in part; 1 error is left` */
export function title({ whole, part, isCut, left }: Outcome): string {
  const n = (count: number): string => shown(count, { isCut } satisfies Pick<Tally, "isCut">);
  const done =
    whole === 0
      ? l10n.t("Fix {0} safely in part", n(part))
      : part === 0
        ? l10n.t("Fix {0} safely", n(whole))
        : l10n.t("Fix {0} safely, {1} in part", n(whole), n(part));
  if (left === undefined) return done;
  return left.isOne
    ? l10n.t("{0}; {1} is left", done, left.words)
    : l10n.t("{0}; {1} are left", done, left.words);
}

/** `3 findings fixed, 1 in part; 1 error left` */
export function said({ whole, part, left }: Outcome): string {
  const rest = left === undefined ? l10n.t("none left") : l10n.t("{0} left", left.words);
  return l10n.t("{0}; {1}", done(whole, part), rest);
}

function done(whole: number, part: number): string {
  if (whole === 0 && part === 0) return l10n.t("there are no safe fixes to apply");
  if (whole === 0)
    return part === 1 ? l10n.t("1 finding fixed in part") : l10n.t("{0} findings fixed in part", part);
  const fixed = whole === 1 ? l10n.t("1 finding fixed") : l10n.t("{0} findings fixed", whole);
  return part === 0 ? fixed : l10n.t("{0}, {1} in part", fixed, part);
}
