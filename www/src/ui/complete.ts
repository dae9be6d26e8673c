import { asked } from "../adapters/asked.ts";
import type { Row } from "../adapters/rows.ts";
import { make } from "../elements.ts";

/** What only the user knows of an answer. */
export interface Given {
  id: string;
  seconds: number | undefined;
}

/** What a finding asks for, and the button that inserts it with all else that is missing. */
export function completion(row: Row, complete: (given: Given) => void): HTMLElement[] {
  const asks = asked(row);
  if (asks.length === 0) return [];
  const input = (name: string, more: Record<string, string> = {}): HTMLInputElement =>
    make("input", { name, type: "text", autocomplete: "off", size: "10", ...more });
  const id = input("id");
  const title = "A number of seconds, such as 42.5";
  const seconds = input("seconds", { inputmode: "decimal", pattern: "[0-9]+([.][0-9]+)?", title });
  const label = (text: string, of: HTMLInputElement) => [make("label", {}, text, of), " "];
  const form = make(
    "form",
    { class: "fix complete" },
    ...(asks.includes("request_id") ? label("Id of the request ", id) : []),
    ...(asks.includes("duration_seconds") ? label("Seconds it ran ", seconds) : []),
    make("button", { class: "fix safe", title: "Inserts what is missing; the time is now" }, "Complete"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    complete({ id: id.value.trim(), seconds: seconds.value === "" ? undefined : Number(seconds.value) });
  });
  return [form];
}
