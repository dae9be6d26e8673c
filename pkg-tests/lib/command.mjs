/** The command, which `make test` has built before; `AGENT_RESPONSE_COMMAND` names another one. */

import { join } from "node:path";
import { root } from "./consumer.mjs";

export const command = process.env.AGENT_RESPONSE_COMMAND ?? join(root, "target/release/agent-response");
