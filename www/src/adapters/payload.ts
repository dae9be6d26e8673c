import type { Report, Unwrapped } from "agent-response/editor";

/** What is encoded in a file. */
export interface Payload {
  content: string;
  /** whether it is JSON, or was meant to be */
  isJson: boolean;
  /** whether its end is missing */
  isCut: boolean;
}

/**
 * The payload of an envelope; for another file, the encoded text that its findings are in, such as a payload under
 * another name.
 */
export function toPayload(
  text: string,
  report: Report,
  unwrapped: Pick<Unwrapped, "content" | "kind"> | null,
): Payload | null {
  if (unwrapped !== null) {
    const { content, kind } = unwrapped;
    return { content, isJson: kind === "json" || looksLikeJson(content), isCut: kind === "cut" };
  }
  const inside = report.diagnostics.filter((it) => it.inner.length > 0);
  const pointers = [...inside, ...report.diagnostics].map((it) => it.pointer);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  for (const pointer of new Set(pointers)) {
    const found = valueAt(value, pointer);
    if (typeof found === "string" && looksLikeJson(found))
      return { content: found, isJson: true, isCut: false };
  }
  return null;
}

const looksLikeJson = (text: string): boolean => /^\s*[[{"]/.test(text);

/** The value at an RFC 6901 pointer; a pointer that continues into a string ends at the string. */
export function valueAt(value: unknown, pointer: string): unknown {
  let found = value;
  for (const part of pointer.split("/").slice(1)) {
    if (typeof found !== "object" || found === null) return found;
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (!Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}
