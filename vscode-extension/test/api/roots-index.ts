/** Entry point of the tests that run inside the extension host, in a workspace of several folders. */

import "./roots.js";

export { run } from "./tools.js";
