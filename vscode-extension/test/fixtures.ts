/** The files of the workspace that the tests open. The runner writes them; the tests compare with them. */

const ID = "5b1f6c1e-8a54-4c0e-9d6a-2f6d3f1c7a90";

/** A response without a fault, with some of its fields in other words. */
function response(fields: Record<string, string> = {}): string {
  const all: Record<string, string> = {
    request_id: `"${ID}"`,
    version: '"1.0"',
    status: '"success"',
    response: String.raw`"{\"answer\": \"forty-two\"}"`,
    error_message: "null",
    error_type: "null",
    created_at: '"2025-11-24T14:22:45.123456+00:00"',
    duration_seconds: "1.5",
    metadata: "{}",
    ...fields,
  };
  const lines = Object.entries(all).map(([key, value]) => `  "${key}": ${value}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}

export const request = (id = ID): string =>
  `${JSON.stringify(
    {
      request_id: id,
      version: "1.0",
      phase: 7,
      phase_name: "review",
      agent_name: "architect",
      prompt: "Describe the agents of this project",
      timeout_seconds: 120,
      created_at: "2025-11-24T14:22:40.000000+00:00",
      context: {},
    },
    null,
    2,
  )}\n`;

export const clean = response();
export const otherId = response({ request_id: '"0e0c2f64-6a0f-4e5b-8d53-0a8a0c9b7d11"' });

const renamed = (text: string): string => text.replace('"response"', '"result"');

/** Two mistakes inside the string, the second after a check mark and an emoji. */
export const innerFaults = response({
  response: String.raw`"{\"agents\": [\"architect\", ], \"note\": \"✅ 😀\" \"more\": 1}"`,
});

/**
 * The usual mistakes: how many of them there are, and how many problems VS Code's own JSON support
 * shows for the same text.
 */
export const mistakes: Record<string, { text: string; ours: number; builtin: number }> = {
  "object-under-result": {
    text: renamed(response({ response: '{"answer": "forty-two"}' })),
    ours: 1,
    builtin: 0,
  },
  object: { text: response({ response: '{"answer": "forty-two"}' }), ours: 1, builtin: 0 },
  "seven-missing": {
    text: '{\n  "status": "success",\n  "response": "{}"\n}\n',
    ours: 1,
    builtin: 0,
  },
  "inside-the-string": { text: innerFaults, ours: 2, builtin: 0 },
  "no-envelope": {
    text: '{\n  "sections": ["boundaries"],\n  "boundaries": "## Boundaries"\n}\n',
    ours: 1,
    builtin: 0,
  },
  fenced: { text: `\`\`\`json\n${clean}\`\`\`\n`, ours: 1, builtin: 1 },
  "two-and-two": {
    text: response({ status: '"sucess"', duration_seconds: '"1.5"' })
      .replace('"1.0",', '"1.0"')
      .replace("{}\n}", "{},\n}"),
    ours: 2,
    builtin: 2,
  },
  "cross-field": {
    text: response({ error_type: '"timeout"', created_at: '"2025-11-24 14:30"' }),
    ours: 2,
    builtin: 0,
  },
  truncated: { text: clean.slice(0, clean.indexOf('"error_type"') + 7), ours: 1, builtin: 2 },
  unescaped: { text: response({ response: '"{"answer": "forty-two"}"' }), ours: 1, builtin: 4 },
  "lost-quote": { text: clean.replace('"response": "', '"response": '), ours: 1, builtin: 3 },
  "line-break": { text: clean.replace("{}", '{ "note": "a\nb" }'), ours: 1, builtin: 4 },
  "encoded-twice": {
    text: response({ response: String.raw`"\"{\\\"answer\\\": \\\"forty-two\\\"}\""` }),
    ours: 1,
    builtin: 0,
  },
};

/** Mistakes that VS Code marks too: our findings stay hidden, and their fixes are offered at its marks. */
export const syntax: Record<string, { text: string; code: string }> = {
  "trailing-comma": { text: clean.replace("{}\n}", "{},\n}"), code: "trailing-comma" },
  "missing-comma": { text: clean.replace('"1.0",', '"1.0"'), code: "missing-comma" },
  comment: { text: clean.replace('"1.0",', '"1.0", // first'), code: "comment" },
  "single-quotes": { text: clean.replace('"1.0"', "'1.0'"), code: "single-quotes" },
  "unquoted-key": { text: clean.replace('"version"', "version"), code: "unquoted-key" },
  "python-literal": { text: clean.replace("null", "None"), code: "python-literal" },
  "not-finite": { text: clean.replace("1.5", "NaN"), code: "not-finite" },
  ellipsis: { text: clean.replace("{}", "..."), code: "ellipsis" },
  "angle-placeholder": { text: clean.replace("1.5", "<seconds>"), code: "angle-placeholder" },
  "bad-escape": { text: clean.replace("success", "succe\\ss"), code: "bad-escape" },
  "bad-number": { text: clean.replace("1.5", "01.5"), code: "bad-number" },
  "control-character": { text: clean.replace("{}", '{ "note": "a\tb" }'), code: "control-character" },
  "duplicate-key": {
    text: clean.replace('"status"', '"version": "1.0",\n  "status"'),
    code: "duplicate-key",
  },
  "trailing-content": { text: `${clean}{}\n`, code: "trailing-content" },
};

const BOUNDARIES = `## Boundaries

### ALWAYS
- ✅ Run the tests before you answer (a guess is not a result)
- ✅ Name the file and the line (readers look there first)
- ✅ Quote the failing assertion (it says what was expected)
- ✅ Keep the style of the project (reviews stay small)
- ✅ Say what you did not check (silence looks like approval)

### NEVER
- ❌ Never push to main (others work there)
- ❌ Never delete a failing test (it is the only witness)
- ❌ Never change generated files (they are written again)
- ❌ Never add a dependency (licenses have to be checked)
- ✅ Never guess an interface (read its definition)

### ASK
- ⚠️ New services: Ask who will run them
- ⚠️ Slow tests: Ask whether they may be skipped
- ⚠️ Public interfaces: Ask who uses them
`;
const QUICK_START =
  "## Quick start\n\n1. Read the request\n2. Run the tests\n3. Write the answer\n\nLink the files that it is about.";

/** The payload of docs/inside.md: without a comma, without `sections`, and with a wrong sign; and as it should be. */
export const story = {
  broken: `{\n  "quick_start": ${JSON.stringify(QUICK_START)}\n  "boundaries": ${JSON.stringify(BOUNDARIES)}\n}`,
  /** after the first step, and after the second */
  mended: `{\n  "quick_start": ${JSON.stringify(QUICK_START)},\n  "boundaries": ${JSON.stringify(BOUNDARIES)}\n}`,
  completed: `{\n  "sections": ["quick_start", "boundaries"],\n  "quick_start": ${JSON.stringify(QUICK_START)},\n  "boundaries": ${JSON.stringify(BOUNDARIES)}\n}`,
  fixed: `{\n  "sections": ["quick_start", "boundaries"],\n  "quick_start": ${JSON.stringify(QUICK_START)},\n  "boundaries": ${JSON.stringify(BOUNDARIES.replace("- ✅ Never", "- ❌ Never"))}\n}`,
};

const SECTIONS = { quick_start: QUICK_START, boundaries: BOUNDARIES };
const sections = JSON.stringify({ sections: ["quick_start", "boundaries"], ...SECTIONS });

/** Payloads on one line, as programs write them: one with a section that is not there, and one without a comma. */
const oneLine: Record<string, string> = {
  formatted: sections.replace('"boundaries"]', '"boundaries", "limits"]'),
  compared: sections.replace(',"boundaries":', ' "boundaries":'),
};

const NESTED = [
  ...["a", "b", "c", "named"].map((it) => `closed/${it}`),
  ...["near", "exclude", "wrong", "settings", "off"].map((it) => `project-${it}/deep`),
  "project-files/answers",
  "schema-project/schemas",
];

const TOOLS = [
  {
    type: "function",
    function: {
      name: "tides",
      description: "The times of high water",
      parameters: {
        type: "object",
        properties: {
          harbor: { type: "string", description: "The name of a harbor" },
          days: { type: "integer" },
        },
        required: ["harbor"],
      },
    },
  },
];

/** A request in which a model has called a tool with these arguments. */
export const called = (given: string): object => ({
  model: "model-a",
  messages: [
    { role: "user", content: "When is high water in Brevik?" },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "call_1", type: "function", function: { name: "tides", arguments: given } }],
    },
    { role: "tool", tool_call_id: "call_1", content: "04:12, 16:37" },
  ],
  tools: TOOLS,
});

/** Records with calls: one without a fault, one that is cut off, one with an argument of the wrong type. */
export const records = [
  JSON.stringify(called('{"harbor": "Brevik"}')),
  JSON.stringify(called('{"harbor": "Larvik"}')).slice(0, 200),
  JSON.stringify(called('{"harbor": "Larvik", "days": "two"}')),
];

/** Path in the workspace -> text. */
export function workspaceFiles(): Record<string, string> {
  const files: Record<string, string> = {
    "clean/.agent-response-phase7.json": clean,
    "clean/.agent-request-phase7.json": request(),
    "inner/.agent-response-phase7.json": innerFaults,
    "inner/.agent-request-phase7.json": request(),
    "picture/.agent-response-phase7.json": innerFaults.replace(", ]", "]"),
    "picture/.agent-request-phase7.json": request(),
    "rules/agent-response.toml": 'profile = "strict"\n\n[rules]\nnot-pretty = "off"\n',
    "pair/.agent-response-phase7.json": otherId,
    "pair/.agent-request-phase7.json": request(),
    "dotted/review.agent-response.json": innerFaults,
    "dotted/review.agent-request.json": request(),
    "near/agent-response-phase-8.json": clean,
    "near/.agent_response.json": clean,
    "name/.agent-response.json": clean,
    "name/.agent-request-phase7.json": request(),
    "other/settings.json": '{ "result": 1 }\n',
    "other/answers.json": renamed(clean),
    "calls/request.json": `${JSON.stringify(called('{"harbor": "Brevik", "days": "two"}'), null, 2)}\n`,
    "calls/package.json": '{ "name": "a", "role": "tool", "choices": [1], }\n',
    "calls/log.jsonl": `${records.join("\n")}\n`,
    "scratch/content.txt": '{"answer": "forty-two"}\n',
    "scratch/.agent-request.json": request(),
  };
  // Watchers lose a folder in a new folder, so these exist before VS Code starts.
  for (const it of NESTED) files[`${it}/keep.txt`] = "";
  const add = (group: string, name: string, text: string): void => {
    files[`${group}/${name}/.agent-response-phase7.json`] = text;
    files[`${group}/${name}/.agent-request-phase7.json`] = request();
  };
  for (const [name, { text }] of Object.entries(mistakes)) add("mistakes", name, text);
  for (const [name, { text }] of Object.entries(syntax)) add("syntax", name, text);
  for (const [name, text] of Object.entries(story))
    add("story", name, response({ response: JSON.stringify(text) }));
  for (const it of ["squiggles", "hover", "page", "problems", "link", "lens", "fix", "command"])
    add("windows", it, innerFaults);
  for (const it of ["formatted", "compared"])
    add("windows", it, response({ response: JSON.stringify(oneLine[it]) }));
  add("windows", "place", response({ response: JSON.stringify(oneLine.formatted) }));
  add(
    "windows",
    "answer",
    `Sure! Here is the result:\n\n\`\`\`json\n${oneLine.compared}\n\`\`\`\n\nLet me know.\n`,
  );
  files["windows/unmatched/.agent-response-phase7.json"] = response({ request_id: '"auto-wrapped"' });
  // No request is in its folder; only the user and the model know what it lacks.
  files["windows/lacking/.agent-response-phase7.json"] = clean
    .replace(/ *"(?:request_id|version|duration_seconds)": [^,]*,\n/g, "")
    .replace(/"created_at": "[^"]*"/, '"created_at": "noon"')
    .replace('"response"', '"result"');
  return files;
}

/** The same for a workspace of several folders. */
export function rootFiles(): Record<string, string> {
  const folders = ["one", "two"].map((name) => ({ name, path: name }));
  const settings = { "agentResponse.files": ["factory-answer.json"] };
  return {
    "several.code-workspace": JSON.stringify({ folders, settings }),
    "one/.agent-response-phase7.json": clean,
    "one/.agent-request-phase7.json": request(),
    "two/.agent-response-phase7.json": otherId,
    "two/.agent-request-phase7.json": request(),
  };
}
