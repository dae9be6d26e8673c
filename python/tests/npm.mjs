// Answers questions with the npm package. Each line of the input is a question, each line of the output the result as
// JSON, or the message of what it threw.
import { createInterface } from "node:readline";

const ar = await import("../../npm/dist/tools.js");

for await (const line of createInterface({ input: process.stdin })) {
  const { call, bytes, args } = JSON.parse(line);
  const given = bytes === undefined ? args : [Buffer.from(bytes, "base64"), ...args];
  let result;
  try {
    result = ar[call](...given);
    // Integers of Python are exact, so the other package does without it.
    if (call === "validateToolCall") delete result.argumentsJson;
    if (result?.bytes instanceof Uint8Array) result.bytes = Buffer.from(result.bytes).toString("base64");
  } catch (error) {
    result = { error: error.message };
  }
  console.log(JSON.stringify(result));
}
