import "../style/library.css";
import { button } from "../elements.ts";
import * as idle from "../idle.ts";
import * as theme from "../ui/theme.ts";
import { register } from "../worker.ts";
import * as filters from "./filters.ts";

// Everything can be read without this script, which adds what can be done beyond reading.
theme.start();
filters.start();
for (const figure of document.querySelectorAll<HTMLElement>("figure[data-setup]")) offer(figure);
idle.show();
if (import.meta.env.PROD && "serviceWorker" in navigator) setTimeout(() => void keep(), 300);

/** Adds the button that makes an example live; the editor is fetched when the button is pressed. */
function offer(figure: HTMLElement): void {
  const caption = figure.querySelector("figcaption");
  const opener = button(
    { class: "try", "aria-expanded": "false" },
    () => void idle.during(open(figure, opener)),
    "Try it",
  );
  if (caption !== null) caption.append(opener);
}

async function open(figure: HTMLElement, opener: HTMLButtonElement): Promise<void> {
  opener.disabled = true;
  try {
    const { toggle } = await import("./live.ts");
    await toggle(figure, opener);
  } catch {
    opener.textContent = "The editor could not be loaded; try again";
  }
  opener.disabled = false;
}

/** Anyone who reads one of these pages can read all of them offline. */
async function keep(): Promise<void> {
  try {
    await register("../sw.js");
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage("library");
  } catch {
    // A browser that caches nothing still shows the page.
  }
}
