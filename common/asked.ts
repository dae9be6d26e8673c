/** What a finding asks of a person. */

/** Fields that are in no other file, or in the request. */
const KNOWN_TO_USER = ["request_id", "created_at", "duration_seconds"] as const;

export type Asked = (typeof KNOWN_TO_USER)[number];

interface Missing {
  code: string;
  message: string;
  fixes: readonly { title: string; safety: string }[];
}

/** Those of them that are missing according to a finding, and stay so after its safe fix. */
export function asked({ code, message, fixes }: Missing): Asked[] {
  if (code !== "missing-field") return [];
  const title = fixes.find((it) => it.safety === "safe")?.title ?? "";
  return KNOWN_TO_USER.filter((it) => message.includes(`\`${it}\``) && !title.includes(`\`${it}\``));
}
