/** What every entry exports. */

export {
  explain,
  fix,
  formats,
  init,
  initSync,
  locate,
  recover,
  rules,
  unwrap,
  validate,
  wrap,
} from "./api.ts";
