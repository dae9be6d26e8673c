// The browser for all tests that need one.
import { chromium } from "playwright-core";

/** Headless Chromium that can resolve no host names except those of the loopback address. */
export function launchBrowser() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
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
