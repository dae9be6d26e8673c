import { encode, LONG_LINK, type Shared } from "../adapters/share.ts";
import { element } from "../elements.ts";
import { dialog } from "./dialog.ts";
import { copy } from "./notice.ts";

const box = dialog("share-dialog");
const link = element("share-link", HTMLInputElement);
const size = element("share-size", HTMLSpanElement);
const warning = element("share-warning", HTMLParagraphElement);

/** The panel with the link that carries the file. */
export function start(shared: () => Shared): void {
  element("share-button", HTMLButtonElement).addEventListener("click", async () => {
    const hash = await encode(shared());
    history.replaceState(null, "", hash);
    link.value = location.href;
    size.textContent =
      link.value.length < 1024
        ? `${link.value.length} characters`
        : `${(link.value.length / 1024).toFixed(1)} KB`;
    warning.hidden = link.value.length <= LONG_LINK;
    box.showModal();
    link.select();
  });
  element("share-copy", HTMLButtonElement).addEventListener("click", () => copy(link.value, "Link"));
}
