/**
 * The two transfers that are too slow with wasm-bindgen alone: texts in, results out (`wasm.rs` has the measurements).
 * Also what only JavaScript knows about its values.
 */

const encoder = /* @__PURE__ */ new TextEncoder();
/** A text that did not fit. @type {Uint8Array | undefined} */
let waiting;
/** The last string written, and its length in bytes. @type {string | undefined} */
let kept;
let keptLength = 0;

/**
 * Writes a string as UTF-8, or bytes as they are. Returns their length; if it exceeds the buffer, nothing was written,
 * and the next call must pass the same text with a larger buffer.
 * @param {string | Uint8Array} text
 * @param {Uint8Array} buffer
 * @param {boolean} isKept whether the buffer still has the last text, so that the same string need not be written
 * @returns {number}
 */
export function write(text, buffer, isKept) {
  if (isKept && typeof text === "string" && text === kept) return keptLength;
  kept = typeof text === "string" ? text : undefined;
  keptLength = encoded(text, buffer);
  return keptLength;
}

/**
 * @param {string | Uint8Array} text
 * @param {Uint8Array} buffer
 */
function encoded(text, buffer) {
  let bytes = waiting;
  waiting = undefined;
  if (bytes === undefined) {
    if (typeof text !== "string") bytes = text;
    else {
      const { read, written } = encoder.encodeInto(text, buffer);
      if (read === text.length) return written;
      bytes = encoder.encode(text);
    }
  }
  if (bytes.length <= buffer.length) buffer.set(bytes);
  else waiting = bytes;
  return bytes.length;
}

// The row and the text being read. All functions below continue from here.
/** @type {Uint32Array} */
let numbers;
let next = 0;
let texts = "";
let at = 0;

/**
 * Reads an object from what `wire.rs` wrote: a row of numbers, and one text. For a text in the object, the row has its
 * length in UTF-16 code units.
 * @template T
 * @param {() => T} read
 * @returns {(allNumbers: Uint32Array, allTexts: string) => T}
 */
export const from = (read) => (allNumbers, allTexts) => {
  numbers = allNumbers;
  texts = allTexts;
  next = at = 0;
  return read();
};

/**
 * @param {{ applied: unknown, report: unknown, settled: unknown }} result
 * @param {Uint8Array} bytes a view of the wasm's memory, which must not be kept
 */
export const withBytes = ({ applied, report, settled }, bytes) => ({
  bytes: bytes.slice(),
  applied,
  report,
  settled,
});

/**
 * Copies the arrays, since the wasm's memory must not be kept.
 * @param {Uint32Array} data
 * @param {Uint32Array} offsets
 */
export const tokenArrays = (data, offsets) => ({ data: data.slice(), offsets: offsets.slice() });

/**
 * A payload. Its value is parsed when it is read, and is not part of what is printed, compared or sent.
 * @param {string} content
 * @param {string} kind
 */
export function unwrapped(content, kind) {
  const payload = { content, kind };
  const value = { get: () => (payload.kind === "json" ? JSON.parse(payload.content) : undefined) };
  return Object.defineProperty(payload, "value", value);
}

/**
 * The rules of what `fix` should repair, and three numbers for each: whether it is a finding, and its place. Or what is
 * wrong.
 * @param {unknown} only
 * @returns {[unknown[], Uint32Array] | string}
 */
export function onlyRow(only) {
  if (!Array.isArray(only)) return `options.only must be an array, but ${found(only)}`;
  const row = new Uint32Array(3 * only.length);
  const codes = only.map((it) => (typeof it === "object" && it !== null ? given(it, "code") : it));
  for (const [index, it] of only.entries()) {
    if (typeof codes[index] !== "string")
      return `options.only[${index}] must be a rule or a finding, but ${found(it)}`;
    if (typeof it === "string") continue;
    const [from, to] = [given(it, "from"), given(it, "to")];
    for (const [name, offset] of Object.entries({ from, to }))
      if (!isOffset(offset)) return `options.only[${index}].${name} must be an offset, but ${found(offset)}`;
    row.set([1, from, to], 3 * index);
  }
  return [codes, row];
}

/** @param {unknown} it */
const isOffset = (it) => Number.isInteger(it) && Number(it) >= 0 && Number(it) < 2 ** 32;

/** The last intended error. @type {unknown} */
export let lastMeant;

/**
 * Remembers an intended error; any other is a crash.
 * @template T
 * @param {T} error
 */
export function meant(error) {
  lastMeant = error;
  return error;
}

/** The error about an argument. @param {string} message */
export const refusal = (message, code = "invalid-argument") => meant(coded(new TypeError(message), code));

/**
 * An error with a code that programs can rely on, unless it has one.
 * @template T
 * @param {T & { code?: unknown }} error
 * @param {string} code
 */
export const coded = (error, code) => Object.assign(error, { code: error.code ?? code });

/** JavaScript's name for the kind of a value, even one from another window or Node context. @param {unknown} value */
export const kind = (value) => Object.prototype.toString.call(value).slice(8, -1);

/**
 * A property of an object, its own or one of its class. What every object has does not count: any package may have added
 * that to `Object.prototype`, for example by merging hostile JSON. All options are read with this.
 * @template {object} T
 * @template {keyof T & string} K
 * @param {T | undefined} object
 * @param {K} name
 * @returns {T[K] | undefined}
 */
export function given(object, name) {
  let owner = Object(object) === object && name in /** @type {T} */ (object) ? object : null;
  while (owner && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
  return owner && (owner === object || Object.getPrototypeOf(owner)) ? object?.[name] : undefined;
}

/**
 * The values of the options with these names, each read once. Or a name that is not one of these; or undefined if the
 * options are not an object.
 * @param {unknown} options
 * @param {string[]} names
 * @returns {unknown[] | string | undefined}
 */
export function members(options, names) {
  if (options === undefined) return names.map(() => undefined);
  if (typeof options !== "object" || options === null || Array.isArray(options)) return undefined;
  for (const key of Object.keys(options)) if (!names.includes(key)) return key;
  return names.map((name) => given(/** @type {Record<string, unknown>} */ (options), name));
}

/** What `membersUnlessSame` found in the previous call. @type {unknown[]} */
let last = [];

/**
 * The same, but null if they are those of the previous call and none of them is an object, which may have changed.
 * @param {unknown} options
 * @param {string[]} names
 * @param {boolean} isThere whether those of the previous call are still there
 */
export function membersUnlessSame(options, names, isThere) {
  const values = members(options, names);
  if (!Array.isArray(values)) return values;
  const before = last;
  last = values;
  const isSame = (/** @type {unknown} */ it, /** @type {number} */ index) =>
    it === before[index] && typeof it !== "object";
  return isThere && values.every(isSame) ? null : values;
}

/**
 * The members of an object; undefined if it is not an object, or one that would look as if it had no members.
 * @param {unknown} value
 */
export function entries(value) {
  if (typeof value !== "object" || value === null || /^(Array|Map|Set)$/.test(kind(value))) return undefined;
  return Object.entries(value);
}

/**
 * Edits as a row of numbers, with the offsets of each and the length of its text, and all texts as one. Or what is
 * wrong with them.
 * @param {unknown} edits
 * @returns {[Uint32Array, string] | string}
 */
export function editRow(edits) {
  if (!Array.isArray(edits)) return `edits must be an array, but ${found(edits)}`;
  const row = new Uint32Array(3 * edits.length);
  let texts = "";
  for (const [index, edit] of edits.entries()) {
    if (typeof edit !== "object" || edit === null)
      return `edits[${index}] must be an object, but ${found(edit)}`;
    const [from, to, text] = ["from", "to", "text"].map((name) =>
      given(/** @type {Record<string, any>} */ (edit), name),
    );
    for (const [name, it] of Object.entries({ from, to }))
      if (!isOffset(it)) return `edits[${index}].${name} must be an offset, but ${found(it)}`;
    if (typeof text !== "string") return `edits[${index}].text must be a string, but ${found(text)}`;
    row.set([from, to, text.length], 3 * index);
    texts += text;
  }
  return [row, texts];
}

/** Whether the value is bytes. Bytes that were transferred to another thread do not count. @param {unknown} value */
export function isBytes(value) {
  return ArrayBuffer.isView(value) && kind(value) === "Uint8Array" && !isDetached(value);
}

/** Whether a buffer is detached: its missing bytes must not look like an empty file. @param {ArrayBufferView} view */
function isDetached(view) {
  if (view.byteLength > 0) return false;
  try {
    new Uint8Array(view.buffer);
    return false;
  } catch {
    return true;
  }
}

/**
 * What was found instead of the expected value.
 * @param {unknown} value
 */
export function found(value) {
  return ArrayBuffer.isView(value) && isDetached(value) ? "its buffer is detached" : `is ${shown(value)}`;
}

/** @param {unknown} value */
function shown(value) {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (value === null || (typeof value !== "object" && typeof value !== "function")) return String(value);
  const name = kind(value).replace(/^(Array|Object|Function)$/, (it) => it.toLowerCase());
  return `${/^[aeio]/i.test(name) ? "an" : "a"} ${name}`;
}

export function number() {
  return /** @type {number} */ (numbers[next++]);
}

export function text() {
  const start = at;
  at += number();
  return texts.slice(start, at);
}

/**
 * @template T
 * @param {() => T} item
 */
export function list(item) {
  const length = number();
  /** @type {T[]} */
  const all = [];
  for (let left = length; left > 0; left--) all.push(item());
  return all;
}

/**
 * @template T
 * @param {() => T} item
 */
export function option(item) {
  return number() === 1 ? item() : null;
}
