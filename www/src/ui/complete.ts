import type { Row } from "../adapters/rows.ts";
import { make } from "../elements.ts";

/** What only the user knows of an answer. */
export interface Given {
  id: string;
  seconds: number | undefined;
}

/** What a finding asks for, and the button that inserts it with all else that is missing. */
export function completion({ asks }: Row, complete: (given: Given) => void): HTMLElement[] {
  if (asks.length === 0) return [];
  const input = (name: string, more: Record<string, string>): HTMLInputElement =>
    make("input", { name, autocomplete: "off", ...more });
  const id = input("id", { type: "text", size: "12" });
  const seconds = input("seconds", { type: "number", min: "0", step: "any" });
  const form = make(
    "form",
    { class: "complete" },
    ...(asks.includes("request_id") ? [make("label", {}, "Id of the request ", id)] : []),
    ...(asks.includes("duration_seconds") ? [make("label", {}, "Seconds it ran ", seconds)] : []),
    make("button", { class: "fix safe", title: "Inserts what is missing; the time is now" }, "Complete"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    complete({ id: id.value.trim(), seconds: seconds.value === "" ? undefined : seconds.valueAsNumber });
  });
  return [form];
}
