/**
 * A lone surrogate is a code unit that UTF-8 cannot encode. A stand-in of the same length replaces it while the wasm
 * reads the text, so that every position stays right; in results, the surrogate is restored.
 */

/** A text without lone surrogates, and the way back. */
export interface StandIn {
  /** Replaces the lone surrogates of a text. */
  apply(text: string): string;
  /** Brings them back, each as `write` spells it (as it was, when there is no `write`). */
  restore(text: string, write?: (lone: string) => string): string;
}

// Without the flag `u`: with it, engines of 2023 (JavaScriptCore) took the second half of a pair for a lone surrogate.
const PAIR_OR_LONE = /[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g;
const isLone = (found: string): boolean => found.length === 1;
/** An escape in JSON: a pair, a lone surrogate (captured), or anything else. */
const ESCAPE =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u([dD][89a-fA-F][\da-fA-F]{2})|[\s\S])/g;

/** Whether a text has no lone surrogates; uses the engine's own function if there is one. */
export const isWellFormed: (text: string) => boolean =
  "isWellFormed" in String.prototype
    ? (text) => (text as string & { isWellFormed(): boolean }).isWellFormed()
    : (text) => !text.match(PAIR_OR_LONE)?.some(isLone);

/** A stand-in for each lone surrogate of the texts: a character without a meaning that none of them has, raw or escaped. */
export function standIn(texts: readonly string[]): StandIn {
  const all = texts.join("\n");
  const used = new Set(all);
  for (const [, hex] of all.matchAll(/\\u([\da-fA-F]{4})/g))
    used.add(String.fromCharCode(parseInt(hex as string, 16)));
  const there = new Map<string, string>();
  const back = new Map<string, string>();
  let code = 0xfdd0;
  const replace = (lone: string): string => {
    let substitute = there.get(lone);
    if (substitute === undefined) {
      // There is enough room beyond the noncharacters: no text uses every character.
      while (used.has(String.fromCharCode(code))) code = code === 0xfdef ? 0x3400 : code + 1;
      substitute = String.fromCharCode(code);
      used.add(substitute);
      there.set(lone, substitute);
      back.set(substitute, lone);
    }
    return substitute;
  };
  const apply = (text: string): string => text.replace(PAIR_OR_LONE, (it) => (isLone(it) ? replace(it) : it));
  const restore = (text: string, write?: (lone: string) => string): string => {
    if (back.size === 0) return text;
    return text.replace(new RegExp(`[${[...back.keys()].join("")}]`, "g"), (substitute) => {
      const lone = back.get(substitute) as string;
      return write ? write(lone) : lone;
    });
  };
  return { apply, restore };
}

/** Brings the lone surrogates back in every text of a result. */
export function restored<T>(result: T, lone: StandIn | undefined): T {
  if (!lone) return result;
  if (typeof result === "string") return lone.restore(result) as T;
  if (typeof result === "object" && result !== null)
    for (const [key, it] of Object.entries(result))
      (result as Record<string, unknown>)[key] = restored(it, lone);
  return result;
}

/** Replaces lone surrogates that are written as escapes in JSON text with escapes of stand-ins. */
export function applyToEscapes(text: string, { apply }: StandIn): string {
  return text.replace(ESCAPE, (found: string, hex: string | undefined) => {
    if (hex === undefined) return found;
    return asEscape(apply(String.fromCharCode(parseInt(hex, 16))));
  });
}

/** Whether the text may contain a surrogate written as an escape. */
export function hasSurrogateEscape(text: string): boolean {
  return /\\u[dD][89a-fA-F]/.test(text);
}

/** `\udXXX`, as JSON writes it. */
export function asEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** A stand-in for lone surrogates in the arguments; the binding reports everything else that is wrong with them. */
export function standInFor(...given: unknown[]): StandIn | undefined {
  for (const value of given)
    if (typeof value === "string" && !isWellFormed(value))
      return standIn(given.filter((it) => typeof it === "string"));
  return undefined;
}

/** The value; a text with stand-ins. */
export function replaced<T>(text: T, lone: StandIn | undefined): T {
  return lone && typeof text === "string" ? (lone.apply(text) as T) : text;
}

/** The values of options. */
export function texts(options: object | undefined): unknown[] {
  return typeof options === "object" && options !== null ? Object.values(options) : [];
}

/** The options with stand-ins in their texts. */
export function within<T extends object>(options: T | undefined, lone: StandIn | undefined): T | undefined {
  if (!lone || typeof options !== "object" || options === null) return options;
  const own = Object.entries(options).map(([key, it]) => [key, replaced(it, lone)]);
  return Object.setPrototypeOf(Object.fromEntries(own), options); // which still has those of its class
}
