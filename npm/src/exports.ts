/** What every entry exports besides `init`. */

export { explain, fix, formats, locate, recover, rules, unwrap, validate, wrap } from "./api.ts";
export { applyEdits, document, documents, edit, locateAll, toFile, toInner } from "./ide.ts";
