import type { Row } from "./rows.ts";

/** What asks a language model to repair a file: the task, what was found, and the file. */
export function toPrompt(text: string, rows: readonly Row[], fileName: string): string {
  const found = rows.filter((it) => it.severity !== "hint").map(line);
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map((it) => it.length + 1)));
  return `Repair the file \`${fileName}\`. Change only what the findings ask for, and keep the content.
Reply with the complete repaired file as raw JSON: no code fence, no comments.

A JSON-encoded string contains JSON as text: inside its quotes, write every \`"\` as \`\\"\`, every \`\\\` as \`\\\\\` and every line break as \`\\n\`. Encode once, not twice.

# Findings

${found.length === 0 ? "None." : found.join("\n")}

# File

${fence}json
${text}
${fence}
`;
}

function line({ place, inner, severity, code, message, fixes }: Row): string {
  const at =
    inner === null
      ? `line ${place.replace(":", ", column ")}`
      : `line ${place.replace(":", ", column ")} (in the decoded payload ${inner})`;
  const fix = fixes[0] === undefined ? "" : ` ${fixes[0].title}.`;
  return `- ${at}: ${severity} ${code}: ${message}.${fix}`;
}
