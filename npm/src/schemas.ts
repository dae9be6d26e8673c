/** What the command compiles schemas with. */

export { compileSchema } from "agent-response-payload-schema";
