import { element } from "../elements.ts";

/** A dialog of the page by its id. Its close button and Escape close it; so does a click outside. */
export function dialog(id: string): HTMLDialogElement {
  const found = element(id, HTMLDialogElement);
  for (const it of found.querySelectorAll("[data-close]")) it.addEventListener("click", () => found.close());
  found.addEventListener("mousedown", (event) => {
    if (event.target !== found) return;
    const box = found.getBoundingClientRect();
    const inside =
      event.clientX >= box.left &&
      event.clientX <= box.right &&
      event.clientY >= box.top &&
      event.clientY <= box.bottom;
    if (!inside) found.close();
  });
  return found;
}
