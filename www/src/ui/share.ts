import { encode, fitsLink, LONG_LINK, type Shared } from "../adapters/share.ts";
import { element } from "../elements.ts";
import { during } from "../idle.ts";
import { dialog } from "./dialog.ts";
import { copy, tell } from "./notice.ts";

const box = dialog("share-dialog");
const link = element("share-link", HTMLInputElement);
const size = element("share-size", HTMLSpanElement);
const warning = element("share-warning", HTMLParagraphElement);

/** The panel with the link that contains the file; it stays closed if there is nothing to share. */
export function start(shared: () => Shared | null): void {
  element("share-button", HTMLButtonElement).addEventListener("click", async () => {
    const carried = shared();
    if (carried === null) return;
    if (!fitsLink(carried)) {
      tell("This file is too large for a link. Send the file instead");
      return;
    }
    // The link stays out of the address bar and the history, where it would outlive its text.
    link.value = new URL(await during(encode(carried)), location.href.split("#")[0]).href;
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
