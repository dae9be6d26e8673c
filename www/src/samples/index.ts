import { IS_SINGLE } from "../checker.ts";

/** A file to start from. */
export interface Sample {
  id: string;
  title: string;
  /** what to look for */
  about: string;
  fileName: string;
  text: string;
}

const texts = import.meta.glob<string>("./*.txt", { query: "?raw", import: "default", eager: true });
const ofTools = import.meta.glob<string>("./tools/*.txt", { query: "?raw", import: "default", eager: true });

/** The most common mistakes, and a file without any. The page in one file knows no tool calls. */
export const samples: readonly Sample[] = [
  sample("wrong-name.txt", "`result` instead of `response`", "A key the reader does not know stops it"),
  sample("object.txt", "An object instead of a string", "`response` holds JSON encoded as a string"),
  sample("missing-fields.txt", "Missing fields", "All nine fields are required"),
  sample("broken-payload.txt", "A broken payload", "Mistakes inside the encoded string"),
  sample("boundaries.txt", "A payload that is not complete", "Valid JSON, but not what readers expect"),
  sample("raw-payload.txt", "No envelope", "The agent's output alone"),
  sample("fenced.txt", "A Markdown fence around it", "Pasted from a chat"),
  sample("unescaped-quotes.txt", "Quotes not escaped", "One mistake that breaks everything after it"),
  sample("encoded-twice.txt", "Encoded twice", "A string inside the string"),
  sample("truncated.txt", "Cut off", "The file ends too early"),
  sample("good.txt", "A good one", "Nothing to report"),
  ...(IS_SINGLE
    ? []
    : [
        call("tool-call.txt", "request.json", "A tool call", "Arguments that their schema does not allow"),
        call("transcript.txt", "train.jsonl", "Lines with tool calls", "A result without a call, and more"),
      ]),
];

function sample(file: string, title: string, about: string): Sample {
  return made(texts[`./${file}`], file, ".agent-response-phase8.json", title, about);
}

function call(file: string, name: string, title: string, about: string): Sample {
  return made(ofTools[`./tools/${file}`], file, name, title, about);
}

function made(
  text: string | undefined,
  file: string,
  fileName: string,
  title: string,
  about: string,
): Sample {
  if (text === undefined) throw new Error(`no sample ${file}`);
  return { id: file.replace(/\.\w+$/, ""), title, about, fileName, text };
}
