import { element } from "../elements.ts";
import { during, later } from "../idle.ts";

const notice = element("notice", HTMLDivElement);
const counts = element("counts", HTMLDivElement);

let stop = (): void => undefined;
let hiding: ReturnType<typeof setTimeout> | undefined;
let saying: ReturnType<typeof setTimeout> | undefined;

/** Says what was done, for a few seconds; inside an open dialog and above it, since nothing outside it is announced. */
export function tell(text: string): void {
  (document.querySelector("dialog[open]") ?? document.body).append(notice);
  stop();
  clearTimeout(hiding);
  // The text of a live region is announced only if the region was there before.
  stop = later(() => {
    notice.textContent = text;
    notice.classList.add("on");
    hiding = setTimeout(() => {
      notice.classList.remove("on");
      notice.textContent = "";
    }, 4000);
  }, 50);
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
