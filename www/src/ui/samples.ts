import { button, element, make, prose } from "../elements.ts";
import { type Sample, samples } from "../samples/index.ts";

const menu = element("samples", HTMLDivElement);
const opener = element("samples-button", HTMLButtonElement);

/** The menu of samples, and the short list on the empty page. */
export function start(load: (sample: Sample) => void): void {
  const pick = (sample: Sample): void => {
    menu.hidePopover();
    load(sample);
  };
  // The button goes with the words of welcome, so the focus goes to what comes in their place.
  const pickHere = (sample: Sample): void => {
    pick(sample);
    element("findings-title", HTMLHeadingElement).focus();
  };
  element("samples-list", HTMLUListElement).append(
    ...samples.map((it) =>
      make(
        "li",
        {},
        button(
          {},
          () => pick(it),
          make("span", { class: "name" }, ...prose(it.title)),
          make("span", { class: "aside" }, ...prose(it.about)),
        ),
      ),
    ),
  );
  element("welcome-samples", HTMLUListElement).append(
    ...samples.map((it) =>
      make(
        "li",
        {},
        button({}, () => pickHere(it), ...prose(it.title)),
      ),
    ),
  );
  menu.addEventListener("beforetoggle", place);
  opener.addEventListener("keydown", move);
  menu.addEventListener("keydown", move);
}

/** Below its button, inside the window. */
function place(): void {
  const at = opener.getBoundingClientRect();
  menu.style.top = `${at.bottom + 6}px`;
  menu.style.right = `${Math.max(8, Math.min(document.documentElement.clientWidth - at.right, document.documentElement.clientWidth - 340))}px`;
}

function move(event: KeyboardEvent): void {
  const buttons = [...menu.querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (next === undefined || !menu.matches(":popover-open")) return;
  event.preventDefault();
  buttons.at(next % buttons.length)?.focus();
}
