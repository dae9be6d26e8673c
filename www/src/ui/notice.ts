import { element } from "../elements.ts";

const notice = element("notice", HTMLDivElement);
const counts = element("counts", HTMLDivElement);

let hiding: ReturnType<typeof setTimeout> | undefined;
let saying: ReturnType<typeof setTimeout> | undefined;

/** Says what was done, for some seconds; above the dialog that is open, and in it, since what is outside is not heard. */
export function tell(text: string): void {
  (document.querySelector("dialog[open]") ?? document.body).append(notice);
  clearTimeout(hiding);
  // What a region says is heard when it was there before.
  hiding = setTimeout(() => {
    notice.textContent = text;
    notice.classList.add("on");
    hiding = setTimeout(() => {
      notice.classList.remove("on");
      notice.textContent = "";
    }, 4000);
  }, 50);
}

/** Tells a screen reader how many findings there are, once the typing pauses. */
export function say(text: string): void {
  clearTimeout(saying);
  saying = setTimeout(() => {
    if (counts.textContent !== text) counts.textContent = text;
  }, 600);
}

/** Copies a text, and says so. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell(`${what} copied`);
  } catch {
    tell("The browser does not allow copying here");
  }
}
