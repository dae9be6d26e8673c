/**
 * Entry point of the tests that run inside the web extension hosts: files, settings, saving, schemas and VS Code's own JSON
 * support, which may differ there. All others are in `index.ts`: `node test/run.mjs web oldest --all`.
 */

// First: it reads how long the activation took.
import "./starts.js";
import "./basics.js";
import "./project.js";
import "./schemas.js";
import "./documents.js";
import "./payloadSchema.js";
import "./payloadSync.js";

export { run } from "./tools.js";
