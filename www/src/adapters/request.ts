/** The result of reading a request: its id, or why nothing can be compared with it. */
export type Asked = { id: string } | { fault: string };

export function readRequest(text: string): Asked {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return { fault: "is not JSON" };
  }
  const id =
    typeof value === "object" && value !== null ? (value as { request_id?: unknown }).request_id : null;
  return typeof id === "string" ? { id } : { fault: "has no request_id" };
}
