// The browser for all tests that need one.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

/** The one without windows of its own takes half of the time: the other one draws them although nobody sees them. */
const known = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Headless Chromium that can resolve no host names except those of the loopback address. */
export function launchBrowser() {
  const executablePath = process.env.CHROMIUM ?? known.find((it) => existsSync(it)) ?? "chromium";
  const args = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
  args.push(
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost",
  );
  // Chromium's sandbox refuses to start for root, the user that runs tests in a container.
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  return chromium.launch({ executablePath, args });
}
