/**
 * The machine, with the synchronous functions of Node. Errors are thrown as they come; `node.rs` reads their codes.
 *
 * Paths are strings. A name that is not UTF-8 is a string with U+FFFD, as it is shown, and its bytes are remembered here.
 */

import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { isatty } from "node:tty";

/** The bytes of paths that are not UTF-8. @type {Map<string, Buffer>} */
const bytesOf = new Map();

export const args = () => ["agent-response", ...process.argv.slice(2)];

export const env = (/** @type {string} */ name) => process.env[name];

export const now = () => Date.now();

/** What NO_COLOR, CLICOLOR and CLICOLOR_FORCE say; without them, what the terminal can do. @param {number} fd */
export function hasColors(fd) {
  const { NO_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM, CI } = process.env;
  if (NO_COLOR) return false;
  if (CLICOLOR_FORCE) return true;
  if (CLICOLOR === "0" || !isatty(fd)) return false;
  const isAble = TERM === undefined ? process.platform === "win32" : TERM !== "dumb";
  return isAble || CLICOLOR !== undefined || CI !== undefined;
}

/** @param {number} fd */
export const isTerminal = (fd) => isatty(fd);

/** The columns of standard output; a stream that is no terminal is not even opened. */
export const width = () => (isatty(1) ? process.stdout.columns || undefined : undefined);

/** The page of a rule or a format. @param {string} id @returns {string | undefined} */
export function page(id) {
  for (const name of ["rules", "formats"]) {
    const pages = JSON.parse(fs.readFileSync(new URL(`./${name}.json`, import.meta.url), "utf8"));
    if (Object.hasOwn(pages, id)) return pages[id].page;
  }
}

/** @param {number} fd @param {Uint8Array} bytes */
export function write(fd, bytes) {
  for (let done = 0; done < bytes.length; )
    done += retried(() => fs.writeSync(fd, bytes, done, bytes.length - done));
}

/** @param {number} most */
export const readStdin = (most) => readAll(0, most);

/** @param {string} path @param {number} most */
export function read(path, most) {
  const fd = fs.openSync(at(path), "r");
  try {
    const size = fs.fstatSync(fd).size;
    return size > most ? undefined : readAll(fd, most, size + 1);
  } finally {
    fs.closeSync(fd);
  }
}

/** @param {string} path */
export const open = (path) => fs.openSync(at(path), "r");

/** How many bytes were read, as they came; 0 at the end. @param {number} fd @param {Uint8Array} bytes */
export const readSome = (fd, bytes) => retried(() => fs.readSync(fd, bytes, 0, bytes.length, null));

/** @param {number} fd */
export const close = (fd) => fs.closeSync(fd);

/** Reads to the end; nothing when there is more than that. @param {number} fd @param {number} most */
function readAll(fd, most, expected = 1 << 16) {
  let bytes = Buffer.allocUnsafe(expected);
  let length = 0;
  for (;;) {
    if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(2 * length, most + 1));
    const read = retried(() => fs.readSync(fd, bytes, length, bytes.length - length, null));
    length += read;
    if (length > most) return undefined;
    if (read === 0) return bytes.subarray(0, length);
  }
}

/** A stream that somebody has made non-blocking may not be ready yet. @param {() => number} transfer */
function retried(transfer) {
  for (;;) {
    try {
      return transfer();
    } catch (error) {
      const code = /** @type {NodeJS.ErrnoException} */ (error).code;
      // At the end of standard input, Windows fails.
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** Each name after the letter of its kind. @param {string} folder */
export function list(folder) {
  const start = at(folder);
  return fs.readdirSync(start, { withFileTypes: true, encoding: "buffer" }).map((entry) => {
    const bytes = /** @type {Buffer} */ (/** @type {unknown} */ (entry.name));
    const name = bytes.toString();
    if (typeof start !== "string" || !Buffer.from(name).equals(bytes))
      bytesOf.set(key(`${folder}/${name}`), Buffer.concat([Buffer.from(start), Buffer.from("/"), bytes]));
    return letter(entry) + name;
  });
}

/** @param {string} path @param {boolean} follow */
export const kind = (path, follow) => letter((follow ? fs.statSync : fs.lstatSync)(at(path)));

/** @param {{ isFile(): boolean, isDirectory(): boolean, isSymbolicLink(): boolean }} found */
function letter(found) {
  if (found.isFile()) return "f";
  if (found.isDirectory()) return "d";
  return found.isSymbolicLink() ? "l" : "o";
}

/** @param {string} path */
export function canonicalize(path) {
  const bytes = fs.realpathSync.native(at(path), { encoding: "buffer" });
  const name = bytes.toString();
  if (!Buffer.from(name).equals(bytes)) bytesOf.set(key(name), bytes);
  return name;
}

/** @param {string} path */
export const isReadOnly = (path) => (fs.statSync(at(path)).mode & 0o222) === 0;

/** How many hard links lead to a file. @param {string} path */
export const nameCount = (path) => fs.statSync(at(path)).nlink;

/** @param {string} path */
export const size = (path) => fs.statSync(at(path)).size;

/** When a file was written, in milliseconds since 1970. @param {string} path */
export const modified = (path) => fs.statSync(at(path)).mtimeMs;

/** A new file with these bytes, which is as another one. @param {string} folder @param {Uint8Array} bytes @param {string} [like] */
export function createTemporary(folder, bytes, like) {
  const path = `${folder}/.agent-response-${randomBytes(4).toString("hex")}.tmp`;
  // In a folder whose name is not UTF-8 it has to be known by its bytes.
  const start = at(folder);
  if (typeof start !== "string")
    bytesOf.set(key(path), Buffer.concat([start, Buffer.from(path.slice(folder.length))]));
  const fd = fs.openSync(at(path), "wx", like === undefined ? 0o666 : 0o600);
  try {
    write(fd, bytes);
    if (like !== undefined) keepOwner(fd, fs.statSync(at(like)));
    // A system that crashes after the renaming must not leave an empty file.
    fs.fsyncSync(fd);
  } catch (error) {
    fs.closeSync(fd);
    remove(path);
    throw error;
  }
  fs.closeSync(fd);
  return path;
}

/** @param {number} fd @param {fs.Stats} stats */
function keepOwner(fd, { uid, gid, mode }) {
  try {
    fs.fchownSync(fd, uid, gid);
  } catch {
    // Only the owner of the machine may give files away; for everybody else the file is their own.
  }
  fs.fchmodSync(fd, mode & 0o7777);
}

/** @param {string} from @param {string} to @param {boolean} replace */
export function rename(from, to, replace) {
  if (replace) return fs.renameSync(at(from), at(to));
  try {
    fs.linkSync(at(from), at(to));
  } catch (error) {
    const code = /** @type {NodeJS.ErrnoException} */ (error).code ?? "";
    // Not every file system has links.
    if (!["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK"].includes(code)) throw error;
    fs.copyFileSync(at(from), at(to), fs.constants.COPYFILE_EXCL);
  }
}

/** @param {string} path */
export const remove = (path) => fs.rmSync(at(path), { force: true });

/**
 * Compiles schemas: loaded with the first one, since few files have any.
 * @type {((text: string) => { violations(payload: string, value: string, schema: string): object[], known(pointer: string): object }) | undefined}
 */
let compile;

/** The schemas by their numbers. @type {Map<number, ReturnType<NonNullable<typeof compile>>>} */
const schemas = new Map();
let lastSchema = 0;

/** The number of a schema. @param {string} text */
export function compileSchema(text) {
  compile ??= createRequire(import.meta.url)("./schemas.cjs").compileSchema;
  schemas.set(++lastSchema, /** @type {NonNullable<typeof compile>} */ (compile)(text));
  return lastSchema;
}

/** @param {number} schema @param {string} payload @param {string} value @param {string} by */
export const violations = (schema, payload, value, by) =>
  JSON.stringify(schemas.get(schema)?.violations(payload, value, by));

/** @param {number} schema @param {string} pointer */
export const known = (schema, pointer) => JSON.stringify(schemas.get(schema)?.known(pointer));

/** @param {number} schema */
export const forgetSchema = (schema) => void schemas.delete(schema);

/** A path as Node takes it. @param {string} path */
const at = (path) => (path.includes("\ufffd") ? (bytesOf.get(key(path)) ?? path) : path);

/** @param {string} path */
const key = (path) => path.replace(/^(\.\/+)+/, "");
