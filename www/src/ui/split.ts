/** The bars between the panes: dragged, or moved with arrow keys. Their positions are kept for the next visit. */
import { element } from "../elements.ts";

interface Bar {
  id: string;
  label: string;
  isColumns: boolean;
  /** the property of the page's style that holds its position, in percent */
  property: string;
  start: number;
  least: number;
  most: number;
}

const BARS: readonly Bar[] = [
  {
    id: "split-columns",
    label: "Width of the file",
    isColumns: true,
    property: "--left",
    start: 56,
    least: 25,
    most: 75,
  },
  {
    id: "split-rows",
    label: "Height of the file",
    isColumns: false,
    property: "--top",
    start: 60,
    least: 25,
    most: 80,
  },
];
const STEP = 3;

export function start(main: HTMLElement): void {
  for (const bar of BARS) equip(bar, element(bar.id, HTMLDivElement), main);
}

function equip(bar: Bar, handle: HTMLElement, main: HTMLElement): void {
  handle.tabIndex = 0;
  const attributes = {
    role: "separator",
    "aria-label": bar.label,
    "aria-orientation": bar.isColumns ? "vertical" : "horizontal",
    "aria-valuemin": String(bar.least),
    "aria-valuemax": String(bar.most),
  };
  for (const [name, value] of Object.entries(attributes)) handle.setAttribute(name, value);
  let at = bar.start;
  const set = (to: number, isKept = true): void => {
    at = Math.min(Math.max(to, bar.least), bar.most);
    main.style.setProperty(bar.property, `${at}%`);
    handle.setAttribute("aria-valuenow", String(Math.round(at)));
    if (isKept) keep(bar.property, at);
  };
  set(kept(bar.property) ?? bar.start, false);
  handle.addEventListener("pointerdown", (event) => {
    handle.setPointerCapture(event.pointerId);
    handle.classList.add("held");
  });
  handle.addEventListener("pointermove", (event) => {
    if (!handle.hasPointerCapture(event.pointerId)) return;
    const box = main.getBoundingClientRect();
    set(
      bar.isColumns
        ? (100 * (event.clientX - box.left)) / box.width
        : (100 * (event.clientY - box.top)) / box.height,
    );
  });
  handle.addEventListener("lostpointercapture", () => handle.classList.remove("held"));
  handle.addEventListener("dblclick", () => set(bar.start));
  handle.addEventListener("keydown", ({ key }) => {
    const by = { ArrowLeft: -STEP, ArrowUp: -STEP, ArrowRight: STEP, ArrowDown: STEP }[key];
    if (by !== undefined) set(at + by);
    else if (key === "Home") set(bar.least);
    else if (key === "End") set(bar.most);
  });
}

function keep(property: string, at: number): void {
  try {
    localStorage.setItem(`pane ${property}`, String(at));
  } catch {
    // The bar can be moved even if the browser stores nothing.
  }
}

function kept(property: string): number | null {
  try {
    const found = Number(localStorage.getItem(`pane ${property}`));
    return found > 0 ? found : null;
  } catch {
    return null;
  }
}
