import { button, element, make, prose } from "../elements.ts";
import { type Sample, samples } from "../samples/index.ts";
import { menu } from "./menu.ts";

const box = element("samples", HTMLDivElement);
const opener = element("samples-button", HTMLButtonElement);

/** The samples of mistakes that the empty page offers. */
const FIRST = ["wrong-name", "broken-payload", "unescaped-quotes", "truncated"];

/** The menu of samples, and the short list on the empty page. */
export function start(load: (sample: Sample) => void): void {
  const pick = (sample: Sample): void => {
    box.hidePopover();
    load(sample);
  };
  // The button disappears with the welcome text, so the focus moves to what replaces it.
  const pickHere = (sample: Sample): void => {
    pick(sample);
    element("findings-title", HTMLHeadingElement).focus({ preventScroll: true });
  };
  element("samples-list", HTMLUListElement).append(...samples.map((it) => entry(it, pick)));
  element("welcome-samples", HTMLUListElement).append(
    ...samples.filter((it) => FIRST.includes(it.id)).map((it) => entry(it, pickHere)),
  );
  menu(opener, box);
}

const entry = (sample: Sample, pick: (sample: Sample) => void): HTMLLIElement =>
  make(
    "li",
    {},
    button(
      {},
      () => pick(sample),
      make("span", { class: "name" }, ...prose(sample.title)),
      make("span", { class: "aside" }, ...prose(sample.about)),
    ),
  );
