/** The questions of editors. */

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
