import { encode, fitsLink, LONG_LINK, linkAt, type Shared } from "../adapters/share.ts";
import { IS_SINGLE } from "../checker.ts";
import { element } from "../elements.ts";
import { during } from "../idle.ts";
import { dialog } from "./dialog.ts";
import { copy, tell } from "./notice.ts";

const box = dialog("share-dialog");
const link = element("share-link", HTMLInputElement);
const size = element("share-size", HTMLSpanElement);
const warning = element("share-warning", HTMLParagraphElement);

/** The panel with the link that contains the file; it stays closed if there is nothing to share. It opens at a place. */
export function start(shared: () => Shared | null, place?: () => string | undefined): void {
  element("share-button", HTMLButtonElement).addEventListener("click", async () => {
    const carried = shared();
    if (carried === null) return;
    if (!fitsLink(carried)) {
      tell("This file is too large for a link. Send the file instead");
      return;
    }
    // The link stays out of the address bar and the history, where it would outlive its text.
    const at = IS_SINGLE ? undefined : place?.();
    const hash = await during(encode(carried));
    link.value = new URL(at === undefined ? hash : linkAt(hash, at), location.href.split("#")[0]).href;
    size.textContent =
      link.value.length < 1024
        ? `${link.value.length} characters`
        : `${(link.value.length / 1024).toFixed(1)} KB`;
    if (at !== undefined) size.textContent += `; it opens at the finding at ${at}`;
    warning.hidden = link.value.length <= LONG_LINK;
    box.showModal();
    link.select();
  });
  element("share-copy", HTMLButtonElement).addEventListener("click", () => copy(link.value, "Link"));
}
