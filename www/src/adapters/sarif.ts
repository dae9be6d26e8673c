import type { Diagnostic, Range, Report, RuleInfo, Severity } from "agent-response/editor";

const LEVELS: Record<Severity, string> = { error: "error", warning: "warning", info: "note", hint: "note" };

/** A report as SARIF 2.1.0, which code hosts and editors read. */
export function toSarif(
  report: Report,
  fileName: string,
  rules: readonly RuleInfo[],
  version: string,
): object {
  const used = rules.filter((it) => report.diagnostics.some(({ code }) => code === it.code));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "agent-response", semanticVersion: version, rules: used.map(toRule) } },
        columnKind: "utf16CodeUnits",
        results: report.diagnostics.map((it) => toResult(it, fileName, used)),
      },
    ],
  };
}

const toRule = ({ code, summary, severity }: RuleInfo) => ({
  id: code,
  shortDescription: { text: summary },
  defaultConfiguration: { level: LEVELS[severity] },
});

function toResult(it: Diagnostic, fileName: string, used: readonly RuleInfo[]): object {
  const path = [it.pointer, ...it.inner.map(({ pointer }) => pointer)].join("");
  return {
    ruleId: it.code,
    ruleIndex: used.findIndex(({ code }) => code === it.code),
    level: LEVELS[it.severity],
    message: { text: it.message },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: encodeURI(fileName) }, region: toRegion(it.range) },
        ...(path === "" ? {} : { logicalLocations: [{ fullyQualifiedName: path }] }),
      },
    ],
    ...(it.fixes.length === 0 ? {} : { fixes: it.fixes.map((fix) => toFix(fix, fileName)) }),
  };
}

const toFix = ({ title, edits }: Diagnostic["fixes"][number], fileName: string): object => ({
  description: { text: title },
  artifactChanges: [
    {
      artifactLocation: { uri: encodeURI(fileName) },
      replacements: edits.map(({ range, text }) => ({
        deletedRegion: toRegion(range),
        insertedContent: { text },
      })),
    },
  ],
});

/** Lines and columns are one-based, and the end is the column after the last character. */
const toRegion = ({ start, end }: Range): object => ({
  startLine: start.line + 1,
  startColumn: start.character + 1,
  endLine: end.line + 1,
  endColumn: end.character + 1,
});
