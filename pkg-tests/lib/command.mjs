/** The command from the last `make package`; `AGENT_RESPONSE_COMMAND` names another: in `make test`, the tests'. */

import { join } from "node:path";
import { root } from "./consumer.mjs";

export const command = process.env.AGENT_RESPONSE_COMMAND ?? join(root, "target/dist/agent-response");
