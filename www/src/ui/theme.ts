import { element } from "../elements.ts";

const button = element("theme-button", HTMLButtonElement);
const system = matchMedia("(prefers-color-scheme: dark)");

/** The theme of the system, until the button chooses the other one; choosing the system's again forgets the choice. */
export function start(): void {
  button.addEventListener("click", () => choose(isDark() ? "light" : "dark"));
  system.addEventListener("change", show);
  show();
}

const isDark = (): boolean => {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : system.matches;
};

function choose(theme: "light" | "dark"): void {
  const own = (theme === "dark") === system.matches;
  if (own) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (own) localStorage.removeItem("theme");
    else localStorage.setItem("theme", theme);
  } catch {
    // A browser that stores nothing still shows the theme.
  }
  show();
}

function show(): void {
  button.setAttribute("aria-pressed", String(isDark()));
}
