import type { ValidateOptions } from "agent-response/editor";
import type { Raw, Request } from "../editor/record.ts";
import type { Envelope } from "./envelope.ts";
import type { Opened } from "./files.ts";
import type { Entry } from "./ledger.ts";

/** What a link contains. */
export interface Shared {
  text: string;
  fileName: string;
  format: string;
  profile: string;
  request: string;
  /** the rules with a chosen severity, as JSON; empty if there are none */
  rules?: string;
}

/** Some mail and chat programs break longer links. */
export const LONG_LINK = 8 * 1024;

/** No larger file fits in a link: no browser accepts one so long, and a short one that unpacks to more is an attack. */
const MOST = 4 * 1024 * 1024;
const PREFIX = "#s=";
/** At the end of a link: the line and the column of the finding that it opens at. */
const AT = /&at=(\d+:\d+)$/;

/** The part of a link after the address. */
export async function encode(shared: Shared): Promise<string> {
  return PREFIX + toBase64Url(await pack(written(shared)));
}

/** Whether a link with this content can be read again. */
export const fitsLink = (shared: Shared): boolean => written(shared).length <= MOST;

const written = (shared: Shared): string => {
  const { rules = "" } = shared;
  return JSON.stringify([...toParts(shared), ...(rules === "" ? [] : [rules])]);
};

/** The content of a link; null if the hash is not ours or is damaged. */
export async function decode(hash: string): Promise<Shared | null> {
  if (!hash.startsWith(PREFIX)) return null;
  try {
    const parts: unknown = JSON.parse(
      await unpack(fromBase64Url(hash.slice(PREFIX.length).split("&")[0] ?? "")),
    );
    const shared = toShared(parts);
    const rules = (parts as string[])[5];
    return shared && (rules === undefined ? shared : { ...shared, rules });
  } catch {
    return null;
  }
}

/** Whether a hash comes from such a link. */
export const isLink = (hash: string): boolean => hash.startsWith(PREFIX);

/** A link that opens at a finding, by its place. */
export const linkAt = (hash: string, place: string): string => `${hash}&at=${place}`;
export const placeOf = (hash: string): string | null => AT.exec(hash)?.[1] ?? null;

/** How the file in a link is checked. The checker rejects values that it does not know. */
export function optionsOf(shared: Shared, now: string): ValidateOptions {
  const { fileName, format, profile, request, rules = "" } = shared;
  const options = { format, profile, now } as ValidateOptions;
  if (fileName.trim() !== "") options.fileName = fileName.trim();
  if (request.trim() !== "") options.request = request;
  if (rules !== "") options.rules = JSON.parse(rules);
  return options;
}

/** What a tab keeps of its file besides the content of a link. */
export interface Beside {
  raw: Raw | null;
  envelope: Envelope | null;
  request: Request;
  entries: readonly Entry[];
  /** the original text of the file; absent if it is the current text */
  base?: string;
  /** when the file was written; absent if it was kept before that was */
  written?: string;
  rules: string;
}

/** One of several files as a tab keeps it: the original, its request, and its current state. */
export interface KeptFile {
  file: Opened;
  request: Opened | undefined;
  now: KeptState | null;
}

/** A file that was changed. */
export interface KeptState extends Omit<Beside, "rules"> {
  text: string;
  name: string;
}

/** Several files, to be stored as JSON. */
export const filesToKept = (all: readonly KeptFile[], current: number): string =>
  JSON.stringify({ current, all }, (key, it) =>
    // A file handle cannot be serialized.
    key === "handle" ? undefined : it instanceof Uint8Array ? { base64: toBase64Url(it) } : it,
  );

/** Reads the files that a tab kept. */
export function filesOfKept(stored: string): { current: number; all: KeptFile[] } {
  return JSON.parse(stored, (_, it) => (typeof it?.base64 === "string" ? fromBase64Url(it.base64) : it));
}

/** What a tab keeps of its file, to be stored as JSON. */
export const toKept = (shared: Shared, hash: string, { raw, ...rest }: Beside): string[] => [
  ...toParts(shared),
  hash,
  JSON.stringify({ raw: raw && { ...raw, bytes: toBase64Url(raw.bytes) }, ...rest }),
];

/** The rest of what a tab kept, once `ofKept` has read it. */
export function besideKept(kept: unknown): Beside {
  const beside = JSON.parse((kept as string[])[6] ?? "{}");
  if (beside.raw) beside.raw.bytes = fromBase64Url(beside.raw.bytes);
  return beside;
}

/** What a tab has kept, unless the address names something else; null if it is not ours. */
export function ofKept(kept: unknown, hash: string, navigation: string | undefined): Shared | null {
  const shared = toShared(kept);
  if (shared === null || !isLink(hash)) return shared;
  // A followed link takes precedence; after a reload or going back, the kept text does.
  return navigation !== "navigate" && hash === (kept as string[])[5] ? shared : null;
}

const toParts = ({ text, fileName, format, profile, request }: Shared): string[] => [
  text,
  fileName,
  format,
  profile,
  request,
];

function toShared(parts: unknown): Shared | null {
  if (!Array.isArray(parts) || parts.length < 5 || !parts.every((it) => typeof it === "string")) return null;
  const [text, fileName, format, profile, request] = parts as [string, string, string, string, string];
  return { text, fileName, format, profile, request };
}

async function pack(text: string): Promise<Uint8Array> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > MOST) throw new RangeError("the link unpacks to too much");
  }
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (it) => it.charCodeAt(0));
}
