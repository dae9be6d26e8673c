/** The reader of project files, with the WebAssembly that the extension ships. */

import { readFileSync } from "node:fs";
import { initSync } from "../../wasm/agent_response.js";

export {
  coversPath,
  hoverProject,
  matchesGlob,
  projectKeys,
  readProject,
  turnedOff,
} from "../../wasm/agent_response.js";

initSync({ module: readFileSync(`${process.env.EXTENSION_ROOT}/wasm/project.wasm`) });
