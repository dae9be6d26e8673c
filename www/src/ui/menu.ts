/** Menus and panels below their buttons: native popovers, which the browser closes by itself. */

/** Places a popover below its button when it opens, and gives it the arrow keys of a menu. */
export function menu(opener: HTMLElement, box: HTMLElement, isMenu = true): void {
  box.addEventListener("beforetoggle", () => place(opener, box));
  // What had the focus before may be gone.
  box.addEventListener("toggle", () => {
    const { activeElement: at, body } = document;
    if (!box.matches(":popover-open") && (at === body || box.contains(at))) opener.focus();
  });
  if (!isMenu) return;
  opener.addEventListener("keydown", (event) => move(event, box));
  box.addEventListener("keydown", (event) => move(event, box));
  // Before the button acts: a dialog that it opens returns the focus to what has it then.
  const leave = ({ target }: Event): void => {
    if (!(target instanceof Element) || target.closest("button") === null) return;
    box.hidePopover();
    opener.focus();
  };
  box.addEventListener("click", leave, true);
}

/** Places a popover below its button, inside the window. */
function place(opener: HTMLElement, box: HTMLElement): void {
  const at = opener.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  box.style.top = `${at.bottom + 6}px`;
  const isLeft = at.left < width / 2;
  box.style.left = isLeft ? `${Math.max(8, Math.min(at.left, width - 370))}px` : "auto";
  box.style.right = isLeft ? "auto" : `${Math.max(8, Math.min(width - at.right, width - 340))}px`;
}

function move(event: KeyboardEvent, box: HTMLElement): void {
  const buttons = [...box.querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (next === undefined || !box.matches(":popover-open")) return;
  event.preventDefault();
  buttons.at(next % buttons.length)?.focus();
}
