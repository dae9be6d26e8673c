/** Tabs that follow the ARIA pattern: one of them takes the focus, arrow keys go from tab to tab. */

export interface Tabs {
  /** shows the view of a tab */
  choose(tab: HTMLButtonElement): void;
}

/** The tabs in a list; `chosen` gets the one that a click or a key selects. */
export function tabs(list: HTMLElement, chosen: (tab: HTMLButtonElement) => void): Tabs {
  const all = (): HTMLButtonElement[] => [
    ...list.querySelectorAll<HTMLButtonElement>('[role="tab"]:not([hidden])'),
  ];
  const choose = (tab: HTMLButtonElement): void => {
    const viewOf = (it: Element): HTMLElement | null =>
      document.getElementById(it.getAttribute("aria-controls") ?? "");
    for (const it of all()) {
      it.setAttribute("aria-selected", String(it === tab));
      it.tabIndex = it === tab ? 0 : -1;
      const view = viewOf(it);
      if (view !== null) view.hidden = true;
    }
    // Tabs may share a view, which shows something else for each.
    const view = viewOf(tab);
    if (view !== null) view.hidden = false;
    view?.setAttribute("aria-labelledby", tab.id);
    chosen(tab);
  };
  list.addEventListener("click", ({ target }) => {
    const tab = target instanceof Element ? target.closest<HTMLButtonElement>('[role="tab"]') : null;
    if (tab !== null) choose(tab);
  });
  list.addEventListener("keydown", (event) => {
    const buttons = all();
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (at === -1 || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const tab = buttons.at(next % buttons.length);
    tab?.focus();
    if (tab !== undefined) choose(tab);
  });
  return { choose };
}
