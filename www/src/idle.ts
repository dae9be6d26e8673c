/**
 * Counts what is left to do: what is scheduled, read or drawn later. While there is nothing, the root element has the
 * number of the shown text in `data-idle`. Tests wait for it, so that they see what is there, and what is not.
 */

let pending = 0;
let number = 0;
/** Nothing is written into the page of another site, which may have the element. */
let root: HTMLElement | undefined;

/** From now on, this page shows whether it is idle. */
export function show(): void {
  root = document.documentElement;
  draw();
}

/** Another text is shown, and everything about it. */
export function next(): void {
  number += 1;
  draw();
}

/** Something is pending until the returned function is called. */
export function begin(): () => void {
  let isOver = false;
  pending += 1;
  draw();
  return () => {
    if (isOver) return;
    isOver = true;
    pending -= 1;
    draw();
  };
}

/** A timer that is pending; the returned function stops it. */
export function later(act: () => void, delay = 0): () => void {
  const done = begin();
  const timer = setTimeout(() => {
    try {
      act();
    } finally {
      done();
    }
  }, delay);
  return () => {
    clearTimeout(timer);
    done();
  };
}

/** What is drawn once everything that was drawn before is on the screen; the returned function stops it. */
export function afterwards(act: () => void): () => void {
  let stop = begin();
  const begun = stop;
  const frame = requestAnimationFrame(() => {
    stop = later(act);
    begun();
  });
  return () => {
    cancelAnimationFrame(frame);
    stop();
  };
}

/** Work that is pending until it is finished. */
export const during = <T>(work: Promise<T>): Promise<T> => work.finally(begin());

function draw(): void {
  if (root === undefined) return;
  if (pending > 0) delete root.dataset.idle;
  else root.dataset.idle = String(number);
}
