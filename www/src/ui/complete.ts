import type { FixOptions } from "agent-response/editor";
import { asked } from "../../../common/asked.ts";
import { readRequest } from "../adapters/request.ts";
import type { Row } from "../adapters/rows.ts";
import { make } from "../elements.ts";

/** The ids of requests. */
const UUID = /^[\da-f-]{36}$/i;

/** What completes a file. */
export interface CompletingHost {
  /** inserts all that is missing, with what the user and the file know */
  complete(known: FixOptions): void;
  /** when the file was written; empty if that is not known */
  written(): string;
}

/** What a finding asks for, and the button that inserts it with all else that is missing. */
export function completion(row: Row, host: CompletingHost): HTMLElement[] {
  const asks = asked(row);
  if (asks.length === 0) return [];
  const input = (name: string, more: Record<string, string> = {}): HTMLInputElement =>
    make("input", { name, type: "text", autocomplete: "off", size: "10", ...more });
  const id = input("id", { size: "38", placeholder: "or paste the whole request" });
  const doubt = make("span", { class: "aside", role: "status" });
  // A pasted request has its id in it.
  id.addEventListener("input", () => {
    const read = id.value.trimStart().startsWith("{") ? readRequest(id.value) : null;
    if (read !== null && "id" in read) id.value = read.id;
    id.setCustomValidity(read !== null && "fault" in read ? `This request ${read.fault}` : "");
    doubt.textContent =
      id.value === "" || UUID.test(id.value.trim()) ? "" : "Not a UUID: copy the id from the request. ";
  });
  const title = "A number of seconds, such as 42.5";
  const seconds = input("seconds", { inputmode: "decimal", pattern: "[0-9]+([.][0-9]+)?", title });
  const label = (text: string, of: HTMLInputElement) => [make("label", {}, text, of), " "];
  const form = make(
    "form",
    { class: "fix complete" },
    ...(asks.includes("request_id") ? [...label("Id of the request ", id), doubt] : []),
    ...(asks.includes("duration_seconds") ? label("Seconds it ran ", seconds) : []),
    make("button", { class: "fix safe", title: "Inserts what is missing" }, "Complete"),
    ...(asks.includes("created_at") ? [make("span", { class: "aside" }, timeOf(host.written()))] : []),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const createdAt = host.written() || new Date().toISOString();
    const known: FixOptions = { createdAt, only: ["missing-field"] };
    if (id.value.trim() !== "") known.request = JSON.stringify({ request_id: id.value.trim() });
    if (seconds.value !== "") known.durationSeconds = Number(seconds.value);
    host.complete(known);
  });
  return [form];
}

/** Which time is inserted. */
const timeOf = (written: string): string =>
  written === ""
    ? " with the current time"
    : ` with the time of the file, ${written.slice(0, 16).replace("T", " ")} UTC`;
