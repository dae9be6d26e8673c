import { element, make } from "../elements.ts";
import { dialog } from "./dialog.ts";

const isMac = /Mac|iP(?:hone|ad)/.test(navigator.platform);
const MOD = isMac ? "⌘" : "Ctrl";

const ALL: readonly (readonly [string, string])[] = [
  ["F8", "Next finding; with Shift, the previous one"],
  [`${MOD} .`, "From the cursor to its finding and its fixes"],
  [`${MOD} Enter`, "Apply all safe fixes"],
  [`${MOD} O`, "Open a file"],
  [`${MOD} S`, "Save the file"],
  [`${MOD} Z`, "Undo, also of fixes and other files"],
  [isMac ? "⇧ ⌘ Z" : "Ctrl Y", "Redo"],
  ["Ctrl Space", "What can be inserted at the cursor"],
  [`${MOD} ⇧ O`, "Outline"],
  [`${MOD} F`, "Find and replace"],
  ["↑ ↓", "Through the findings when one of them has the focus"],
  ["Esc, Tab", "Leave an editor"],
  ["F1", "This list"],
];

/** The list of shortcuts. */
export function start(): void {
  const box = dialog("shortcuts-dialog");
  for (const [keys, what] of ALL)
    element("shortcuts", HTMLDListElement).append(
      make("dt", {}, ...keys.split(" ").flatMap((it) => [make("kbd", {}, it), " "])),
      make("dd", {}, what),
    );
  element("shortcuts-button", HTMLButtonElement).addEventListener("click", () => box.showModal());
  addEventListener("keydown", (event) => {
    if (event.key !== "F1" || document.querySelector("dialog[open]") !== null) return;
    event.preventDefault();
    box.showModal();
  });
}
