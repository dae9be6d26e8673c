/** What is made of the answers of models, also in the extension. */

import type * as Api from "../dist/index.js";
import { guarded } from "./guarded.ts";
import { replaced, restored, standInFor, texts, within } from "./surrogates.ts";

export function recover(text: string, options?: Api.WrapOptions): Api.Recovered {
  const lone = standInFor(text, ...texts(options));
  return guarded((core) => restored(core.recover(replaced(text, lone), within(options, lone)), lone));
}
