/** Copies how the file is checked, for other programs. */
import { type Chosen, toCommand, toEditor, toToml } from "../adapters/elsewhere.ts";
import { button, element } from "../elements.ts";
import { copy } from "../ui/notice.ts";
import * as settings from "../ui/settings.ts";
import * as switches from "../ui/switches.ts";
import { fileName } from "./file.ts";

const WAYS: readonly (readonly [string, (chosen: Chosen) => string])[] = [
  ["TOML", toToml],
  ["Command", toCommand],
  ["VS Code", toEditor],
];

const TITLES: Record<string, string> = {
  TOML: "The project file agent-response.toml",
  Command: "The command with these options",
  "VS Code": "settings.json",
};

export function start(): void {
  element("copies", HTMLParagraphElement).append(
    ...WAYS.map(([name, write]) =>
      button(
        { "aria-label": `Copy as ${name}`, title: TITLES[name] },
        () => {
          const rules = switches.all() as Record<string, string>;
          void copy(write({ fileName: fileName(), ...settings.settings(), rules }), `Settings (${name})`);
        },
        name,
      ),
    ),
  );
}
