/** Entry point of the tests that run inside the extension host. */

// First: it reads how long the activation took.
import "./starts.js";
import "./basics.js";
import "./fixes.js";
import "./answers.js";
import "./commands.js";
import "./pairs.js";
import "./builtin.js";
import "./project.js";
import "./schemas.js";
import "./payloadSchema.js";
import "./documents.js";
import "./payload.js";
import "./payloadSync.js";
import "./formatted.js";
import "./inside.js";
import "./help.js";
import "./toolCalls.js";
// Last: VS Code itself is busy with large files for a while after they are closed, and computes no diff meanwhile.
import "./large.js";

export { run } from "./tools.js";
