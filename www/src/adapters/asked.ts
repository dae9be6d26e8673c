import type { Row } from "./rows.ts";

/** Fields that are in no other file, or in the request. */
const KNOWN_TO_USER = ["request_id", "created_at", "duration_seconds"];

/** Those of them that are missing, and stay so after a fix. */
export function asked({ code, message, fixes: [first] }: Pick<Row, "code" | "message" | "fixes">): string[] {
  const isLeft = (field: string): boolean =>
    message.includes(`\`${field}\``) && first?.title.includes(`\`${field}\``) !== true;
  return code === "missing-field" ? KNOWN_TO_USER.filter(isLeft) : [];
}
