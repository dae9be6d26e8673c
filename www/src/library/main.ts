import "../style/library.css";
import { button } from "../elements.ts";
import * as theme from "../ui/theme.ts";
import { register } from "../worker.ts";
import * as filters from "./filters.ts";

// All of it can be read without this script: it adds what can be done on the page beyond that.
theme.start();
filters.start();
for (const figure of document.querySelectorAll<HTMLElement>("figure[data-setup]")) offer(figure);
if (import.meta.env.PROD && "serviceWorker" in navigator) setTimeout(() => void keep(), 300);

/** Puts the button next to an example that makes it live; the editor is fetched when it is pressed. */
function offer(figure: HTMLElement): void {
  const caption = figure.querySelector("figcaption");
  const opener = button(
    { class: "try", "aria-expanded": "false" },
    () => void open(figure, opener),
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

/** Who reads one of these pages has all of them offline. */
async function keep(): Promise<void> {
  try {
    await register("../sw.js");
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage("library");
  } catch {
    // A browser that keeps nothing still shows the page.
  }
}
