import { button, element, icon } from "../elements.ts";
import { during, later } from "../idle.ts";

const notice = element("notice", HTMLDivElement);
const counts = element("counts", HTMLDivElement);

/** How long a notice is shown, in milliseconds, and one with a button. */
const SHORT = 4000;
const LONG = 12_000;

/** what had the focus before a button of the notice */
let before: HTMLElement | null = null;
let stop = (): void => undefined;
let hiding: ReturnType<typeof setTimeout> | undefined;
let saying: ReturnType<typeof setTimeout> | undefined;

/** What can be done about what was said. */
export interface Offer {
  name: string;
  act(): void;
}

/** Says what was done, for a few seconds; inside an open dialog and above it, since nothing outside it is announced. */
export function tell(text: string, ...offers: readonly Offer[]): void {
  (document.querySelector("dialog[open]") ?? document.body).append(notice);
  stop();
  clearTimeout(hiding);
  // The text of a live region is announced only if the region was there before.
  stop = later(() => {
    const close = button({ class: "icon", "aria-label": "Close" }, hide, icon("close"));
    notice.replaceChildren(
      text,
      ...offers.flatMap((it) => [" ", take(it)]),
      ...(offers.length === 0 ? [] : [close]),
    );
    notice.classList.add("on");
    hideAfter(offers.length === 0 ? SHORT : LONG);
  }, 50);
}

const take = ({ name, act }: Offer): HTMLButtonElement =>
  button(
    {},
    () => {
      hide();
      act();
    },
    name,
  );

function hideAfter(delay: number): void {
  clearTimeout(hiding);
  // What is about to be pressed stays.
  hiding = setTimeout(() => (notice.matches(":hover, :focus-within") ? hideAfter(SHORT) : hide()), delay);
}

notice.addEventListener("focusin", ({ relatedTarget: from }) => {
  if (from instanceof HTMLElement && !notice.contains(from)) before = from;
});
notice.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  // It does not close the dialog, too.
  event.preventDefault();
  hide();
});

/** Takes a notice away that is about a file which is no longer shown. */
export function hide(): void {
  clearTimeout(hiding);
  if (notice.contains(document.activeElement)) before?.focus();
  notice.classList.remove("on");
  notice.replaceChildren();
}

/** Tells a screen reader how many findings there are, once typing pauses. */
export function say(text: string): void {
  clearTimeout(saying);
  saying = setTimeout(() => {
    if (counts.textContent !== text) counts.textContent = text;
  }, 600);
}

/** Copies a text, and says so. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await during(navigator.clipboard.writeText(text));
    tell(`${what} copied`);
  } catch {
    tell("The browser does not allow copying here");
  }
}
