/** Arrow keys go from the search to the first shown row of a list, from row to row, and back; Enter opens the first one. */
export function arrows(search: HTMLInputElement, list: HTMLUListElement): void {
  const links = (): HTMLAnchorElement[] => [
    ...list.querySelectorAll<HTMLAnchorElement>("li:not([hidden]) > a"),
  ];
  search.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      links()[0]?.focus();
    } else if (event.key === "Enter" && search.value.trim() !== "") links()[0]?.click();
  });
  list.addEventListener("keydown", (event) => {
    const all = links();
    const at = all.indexOf(document.activeElement as HTMLAnchorElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (at === -1 || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (next === -1) search.focus();
    else all[next]?.focus();
  });
}
