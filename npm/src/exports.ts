/** What every entry exports. */

export { explain, fix, formats, init, initSync, locate, rules, unwrap, validate, wrap } from "./api.ts";
