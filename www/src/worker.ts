/** The workers, the only scripts that are loaded by their address: one caches the page for offline use, one does what takes long. */

interface Policy {
  createScriptURL(address: string): string;
}
declare const trustedTypes:
  | { createPolicy(name: string, rules: { createScriptURL(address: string): string }): Policy }
  | undefined;

const WORKER = /^\.{1,2}\/sw\.js$|\/assets\/(?:background|tools-worker)-[\w-]+\.js$/;

let policy: Policy | undefined;

/** The address of a worker's script. The page's policy allows no other address for a script. */
export function allowed(address: string): string {
  if (typeof trustedTypes === "undefined" || !import.meta.env.PROD) return address;
  policy ??= trustedTypes.createPolicy("agent-response", {
    createScriptURL(it) {
      if (WORKER.test(it)) return it;
      throw new TypeError(`${it} is not the address of a worker`);
    },
  });
  return policy.createScriptURL(address);
}

/** Registers the service worker. */
export const register = (address: "./sw.js" | "../sw.js"): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(allowed(address));
