/** What every entry point exports besides `init`, and the extension, too. */

export { explain, fix, formats, locate, rules, unwrap, validate, wrap } from "./api.ts";
export { applyEdits, locateAll } from "./ide.ts";
export { checkPayload, validateWith } from "./payload.ts";
