/** Starts Firefox and WebKitGTK, which find nothing but this machine. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LONG } from "../support.ts";
import { type Command, Driver, type Send } from "./driver.ts";

export interface Launched {
  driver: Driver;
  close(): Promise<void>;
}

/** A proxy that is not there: only the loopback address is reached without one. */
const NOWHERE = "127.0.0.1:9";

const PREFERENCES = {
  "marionette.port": 0,
  "network.proxy.type": 1,
  "network.proxy.http": "127.0.0.1",
  "network.proxy.http_port": 9,
  "network.proxy.ssl": "127.0.0.1",
  "network.proxy.ssl_port": 9,
  "toolkit.telemetry.server": "",
};

export async function firefox(): Promise<Launched> {
  const profile = mkdtempSync(join(tmpdir(), "firefox-"));
  const lines = Object.entries(PREFERENCES).map(
    (it) => `user_pref(${it.map((one) => JSON.stringify(one))});`,
  );
  writeFileSync(join(profile, "user.js"), lines.join("\n"));
  const browser = start(process.env.FIREFOX ?? "firefox-esr", [
    "--headless",
    "--marionette",
    "--no-remote",
    "--profile",
    profile,
  ]);
  const place = join(profile, "MarionetteActivePort");
  const port = await eventually(() => existsSync(place) && Number(readFileSync(place, "utf8")));
  const send = await marionette(port);
  await send("NewSession", {});
  await send("SetWindowRect", { width: 1300, height: 900 });
  return {
    driver: new Driver(send as Send),
    async close() {
      await end(browser);
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Messages are arrays in JSON after their length in bytes. */
async function marionette(port: number): Promise<(command: string, given?: object) => Promise<unknown>> {
  const socket = createConnection(port, "127.0.0.1");
  const waiting = new Map<number, (error: { message: string } | null, result: unknown) => void>();
  let bytes = Buffer.alloc(0);
  socket.on("data", (data) => {
    bytes = Buffer.concat([bytes, data]);
    for (;;) {
      const colon = bytes.indexOf(":");
      const end = colon + 1 + Number(bytes.subarray(0, Math.max(colon, 0)));
      if (colon < 0 || bytes.length < end) return;
      const message = JSON.parse(bytes.subarray(colon + 1, end).toString());
      bytes = bytes.subarray(end);
      // The first one says only who speaks.
      if (Array.isArray(message)) waiting.get(message[1])?.(message[2], message[3]);
    }
  });
  let last = 0;
  return (command, given = {}) =>
    new Promise((done, failed) => {
      last += 1;
      waiting.set(last, (error, result) => {
        if (error !== null) failed(new Error(`${command}: ${JSON.stringify(error)}`));
        else done((result as { value?: unknown } | null)?.value);
      });
      const message = Buffer.from(JSON.stringify([0, last, `WebDriver:${command}`, given]));
      socket.write(Buffer.concat([Buffer.from(`${message.length}:`), message]));
    });
}

const PATHS: Record<Command, string> = {
  Navigate: "url",
  ExecuteAsyncScript: "execute/async",
  PerformActions: "actions",
  FindElement: "element",
  ElementSendKeys: "element/ID/value",
};

export async function webkit(): Promise<Launched> {
  const screen = start("Xvfb", ["-displayfd", "1", "-screen", "0", "1320x900x24", "-nolisten", "tcp"]);
  const display = await new Promise((done) => screen.stdout?.once("data", (it) => done(String(it).trim())));
  const port = await free();
  const server = start("WebKitWebDriver", ["--host=127.0.0.1", `--port=${port}`], {
    DISPLAY: `:${display}`,
    WEBKIT_DISABLE_DMABUF_RENDERER: "1",
    NO_AT_BRIDGE: "1",
  });
  const ask = async (path: string, given?: object, method = "POST"): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}/${path}`, { method, body: JSON.stringify(given) });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  await eventually(() =>
    ask("status", undefined, "GET").then(
      () => true,
      () => false,
    ),
  );
  const alwaysMatch = {
    browserName: "MiniBrowser",
    timeouts: { script: LONG, pageLoad: LONG },
    proxy: { proxyType: "manual", httpProxy: NOWHERE, sslProxy: NOWHERE, noProxy: ["127.0.0.1"] },
    "webkitgtk:browserOptions": { args: ["--automation"] },
  };
  const { sessionId } = (await ask("session", { capabilities: { alwaysMatch } })) as { sessionId: string };
  const session = `session/${sessionId}`;
  await ask(`${session}/window/rect`, { x: 0, y: 0, width: 1300, height: 880 });
  const send: Send = (command, given = {}) =>
    ask(`${session}/${PATHS[command].replace("ID", "id" in given ? String(given.id) : "")}`, given);
  return {
    driver: new Driver(send),
    async close() {
      await ask(session, undefined, "DELETE");
      await end(server);
      await end(screen);
    },
  };
}

function start(program: string, options: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const made = spawn(program, options, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  process.once("exit", () => made.kill());
  made.stdout?.resume(); // what nobody reads would stop the program at some time
  made.once("error", ({ message }) => {
    throw new Error(`${message}: run scripts/setup.sh browsers`);
  });
  return made;
}

async function end(it: ChildProcess): Promise<void> {
  const ended = new Promise((done) => it.once("exit", done));
  if (it.kill()) await ended;
}

async function eventually<T>(look: () => T | false | Promise<T | false>): Promise<T> {
  for (const limit = performance.now() + LONG; performance.now() < limit; await sleep(20)) {
    const found = await look();
    if (found !== false) return found;
  }
  throw new Error("the browser does not start");
}

/** A port that nobody uses. */
function free(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  return new Promise((done) =>
    server.once("listening", () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    }),
  );
}
