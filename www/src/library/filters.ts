import { type Entry, fits, type Wish } from "../adapters/filter.ts";
import { element } from "../elements.ts";
import { arrows } from "../ui/arrows.ts";

const NAMES = ["format", "severity", "fix"] as const;

/** Starts the search field and the filters of the rule index, on the page that has it. */
export function start(): void {
  if (document.getElementById("filters") === null) return;
  const box = element("filters", HTMLDivElement);
  const search = element("search", HTMLInputElement);
  const list = element("rules-list", HTMLUListElement);
  const count = element("rules-count", HTMLParagraphElement);
  const none = element("rules-none", HTMLParagraphElement);
  const rows = [...list.querySelectorAll<HTMLLIElement>(":scope > li")].map((row) => ({
    row,
    entry: toEntry(row),
  }));

  const radios = (name: string): NodeListOf<HTMLInputElement> =>
    box.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`);
  const chosen = (name: string): string => [...radios(name)].find((it) => it.checked)?.value ?? "";

  function show(): void {
    const wish: Wish = {
      q: search.value.trim(),
      format: chosen("format"),
      severity: chosen("severity"),
      fix: chosen("fix"),
    };
    let shown = 0;
    for (const { row, entry } of rows) {
      row.hidden = !fits(entry, wish);
      if (!row.hidden) shown += 1;
    }
    count.textContent = shown === rows.length ? `${shown} rules` : `${shown} of ${rows.length} rules`;
    none.hidden = shown > 0;
    // The address contains the search, so that going back from a rule shows the same list.
    const asked = new URLSearchParams(Object.entries(wish).filter(([, value]) => value !== ""));
    const hash = asked.size === 0 ? "" : `#${asked}`;
    if (hash !== location.hash)
      history.replaceState(null, "", `${location.pathname}${location.search}${hash}`);
  }

  function set(wish: URLSearchParams): void {
    search.value = wish.get("q") ?? "";
    for (const name of NAMES) {
      const all = [...radios(name)];
      const wanted = all.find((it) => it.value === wish.get(name)) ?? all.find((it) => it.value === "");
      if (wanted !== undefined) wanted.checked = true;
    }
    show();
  }

  box.addEventListener("input", () => {
    list.classList.add("searched");
    show();
  });
  arrows(search, list);
  element("clear", HTMLButtonElement).addEventListener("click", () => {
    set(new URLSearchParams());
    search.focus();
  });
  const read = (): void => set(new URLSearchParams(location.hash.slice(1)));
  addEventListener("hashchange", read);
  read();
}

function toEntry(row: HTMLLIElement): Entry {
  const { words = "", severity = "", fix = "", formats = "" } = row.dataset;
  const text = [".code", ".about"].map((it) => row.querySelector(it)?.textContent ?? "").join(" ");
  return { words: `${text} ${words}`.toLowerCase(), severity, fix, formats: formats.split(" ") };
}
