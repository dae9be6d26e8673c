/** The service worker, which caches the page for offline use: the only script that is loaded by its address. */

interface Policy {
  createScriptURL(address: string): string;
}
declare const trustedTypes:
  | { createPolicy(name: string, rules: { createScriptURL(address: string): string }): Policy }
  | undefined;

const WORKER = /^\.{1,2}\/sw\.js$/;

/** Registers the service worker. The page's policy allows no other address for a script. */
export function register(address: "./sw.js" | "../sw.js"): Promise<ServiceWorkerRegistration> {
  if (typeof trustedTypes === "undefined") return navigator.serviceWorker.register(address);
  const policy = trustedTypes.createPolicy("agent-response", {
    createScriptURL(it) {
      if (WORKER.test(it)) return it;
      throw new TypeError(`${it} is not the address of the service worker`);
    },
  });
  return navigator.serviceWorker.register(policy.createScriptURL(address));
}
