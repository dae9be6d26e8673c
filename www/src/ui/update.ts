import { button, element } from "../elements.ts";

/** Offers to load a newer version of the page once the service worker has it; the file stays, as in every reload. */
export function watch(registration: ServiceWorkerRegistration): void {
  if (registration.waiting !== null) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && navigator.serviceWorker.controller !== null) offer(worker);
    });
  });
}

function offer(worker: ServiceWorker): void {
  const act = (): void => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    worker.postMessage("take over");
  };
  element("version", HTMLParagraphElement).replaceChildren(
    "There is a new version. ",
    button({ id: "update-button" }, act, "Load it"),
  );
}
