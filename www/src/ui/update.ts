import { button, element } from "../elements.ts";

/** Offers to load a newer version of the page once the service worker has it; the file stays, as in every reload. */
export function watch(registration: ServiceWorkerRegistration): void {
  const look = (): void => {
    const { active, waiting, installing } = registration;
    // The worker of a first visit is no newer version. Later, it looks like one: when a busy page hears that it is
    // installed, it may already control the page.
    if (active === null) return;
    if (waiting !== null) offer(waiting);
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed") offer(installing);
    });
  };
  look();
  registration.addEventListener("updatefound", look);
}

function offer(worker: ServiceWorker): void {
  const act = (): void => {
    // Only a worker that waits tells when it takes over. Another tab may have loaded the new version meanwhile.
    if (worker.state === "installed") {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      worker.postMessage("take over");
    } else location.reload();
  };
  element("version", HTMLParagraphElement).replaceChildren(
    "There is a new version. ",
    button({ id: "update-button" }, act, "Load it"),
  );
}
