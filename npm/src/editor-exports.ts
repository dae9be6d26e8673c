/** What the entry points for editors export besides `init`. */

export * from "./exports.ts";
export {
  complete,
  definition,
  document,
  documents,
  edit,
  folding,
  format,
  hover,
  selectionRanges,
  symbols,
  toFile,
  toInner,
  tokens,
  tokenTypes,
} from "./ide.ts";
