/** What a folder from somebody else leads to: nothing outside of it is read, and nothing that is no file. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as vscode from "vscode";
import { createFolders } from "../../src/folders.js";
import { createProjects } from "../../src/projects.js";
import { ofProject, ofSetting, type SchemaFile } from "../../src/schemaFile.js";
import { createSchemas } from "../../src/schemas.js";
import { namedSchemas } from "../../src/settings.js";
import { readProject } from "./reader.js";
import { here } from "./threads.js";
import { FileType, languages, workspace } from "./vscode.js";

const log = { info() {}, debug() {}, error() {} } as unknown as vscode.LogOutputChannel;
const TOML = vscode.Uri.file("/project/agent-response.toml");
const LINK = FileType.File | FileType.SymbolicLink;

beforeEach(() => {
  workspace.contents = new Map([
    ["/x.json", '{"enum": ["secret"]}'],
    ["/project/here.json", '{"type": "null"}'],
    ["/project/schemas/a.json", "{}"],
    ["/projects/x.json", "{}"],
  ]);
  workspace.types = new Map();
  workspace.read = [];
  workspace.files = undefined;
});

/** What is wrong with a schema; nothing that is not in the list may be read for that. */
async function faultOf(schema: SchemaFile, read: readonly string[] = []): Promise<string | undefined> {
  const schemas = createSchemas(here, log);
  workspace.read = [];
  const fault = await schemas.fault(schema);
  assert.deepEqual(workspace.read, read, `${schema.file}`);
  assert.equal(schemas.known(schema) === undefined, fault !== undefined);
  schemas.dispose();
  return fault;
}

test("a project file names schemas in its folder and below", async () => {
  const outside = "is outside of the folder of the project file";
  for (const path of ["../x.json", "../../x.json", "schemas/../../x.json", "/x.json", "../projects/x.json"])
    assert.equal(await faultOf(ofProject(TOML, path)), outside, path);
  for (const path of ["here.json", "schemas/../here.json", "/project/here.json"])
    assert.equal(await faultOf(ofProject(TOML, path), ["/project/here.json"]), undefined, path);
  assert.equal(await faultOf(ofProject(TOML, "none.json")), "cannot be read");
});

test("a schema refers to files in the folder of the project file and below", async () => {
  const read = ["/project/schemas/a.json"];
  const addresses = [
    "file:///x.json",
    "../../x.json",
    "%2e%2e/../x.json",
    "..%2F..%2Fx.json",
    "..%5C..%5Cx.json",
    "file://server/project/x.json",
  ];
  for (const address of addresses) {
    workspace.contents.set("/project/schemas/a.json", JSON.stringify({ $ref: address }));
    const fault = await faultOf(ofProject(TOML, "schemas/a.json"), read);
    assert.match(
      fault ?? "",
      /^refers to `.*x\.json`, which is outside of the folder of the project file$/,
      address,
    );
  }
  for (const address of ["../here.json", "file:///project/here.json", "..%2Fhere.json"]) {
    workspace.contents.set("/project/schemas/a.json", JSON.stringify({ $ref: address }));
    assert.equal(
      await faultOf(ofProject(TOML, "schemas/a.json"), [...read, "/project/here.json"]),
      undefined,
      address,
    );
  }
});

test("only a file is read, and not through a link", async () => {
  const kinds: [number, string][] = [
    [LINK, "is a link, which is not followed"],
    [FileType.Directory | FileType.SymbolicLink, "is a link, which is not followed"],
    [FileType.SymbolicLink, "is a link, which is not followed"],
    [FileType.Directory, "is a folder; expected a JSON Schema"],
    [FileType.Unknown, "is not a file; expected a JSON Schema"],
  ];
  for (const [type, expected] of kinds) {
    workspace.types = new Map([["/project/here.json", type]]);
    assert.equal(await faultOf(ofProject(TOML, "here.json")), expected);
    assert.equal(await faultOf(ofSetting(vscode.Uri.file("/project/here.json"), undefined)), expected);
    workspace.contents.set("/project/schemas/a.json", '{"$ref": "../here.json"}');
    const fault = await faultOf(ofProject(TOML, "schemas/a.json"), ["/project/schemas/a.json"]);
    assert.equal(fault, `refers to \`here.json\`, which ${expected}`);
  }
  workspace.types = new Map([["/project/schemas", FileType.Directory | FileType.SymbolicLink]]);
  const behind = "is in a folder that is a link, which is not followed";
  assert.equal(await faultOf(ofProject(TOML, "schemas/a.json")), behind);
  workspace.types = new Map();
  workspace.contents.set("/project/here.json", " ".repeat((1 << 20) + 1));
  assert.equal(await faultOf(ofProject(TOML, "here.json")), "is larger than 1 MiB");
});

test("a setting names schemas anywhere, which refer to what is in the open folder or beside them", async () => {
  workspace.files = new Set();
  const named = (path: string): SchemaFile => {
    const [only] = namedSchemas({ "*": path }, vscode.Uri.file("/project/.agent-response.json"));
    assert.ok(only);
    return only.schema;
  };
  assert.equal(await faultOf(named("../x.json"), ["/x.json"]), undefined);
  workspace.contents.set("/project/schemas/a.json", '{"$ref": "../../x.json"}');
  const read = ["/project/schemas/a.json"];
  assert.match(
    (await faultOf(named("schemas/a.json"), read)) ?? "",
    /`x\.json`, which is outside of the open folder$/,
  );
  workspace.contents.set("/projects/x.json", '{"$ref": "../x.json"}');
  const fault = await faultOf(named("/projects/x.json"), ["/projects/x.json"]);
  assert.match(fault ?? "", /`x\.json`, which is outside of the folder of the schema$/);
});

test("a project file that is a link is an error and not read", async () => {
  workspace.contents.set(TOML.path, 'profile = "strict"');
  const reader = { read: async (text: string) => readProject(text) } as Parameters<typeof createProjects>[0];
  for (const type of [undefined, LINK, FileType.SymbolicLink, FileType.Directory | FileType.SymbolicLink]) {
    if (type !== undefined) workspace.types.set(TOML.path, type);
    workspace.read = [];
    const schemas = createSchemas(here, log);
    const projects = createProjects(reader, schemas, log);
    const project = await projects.find(vscode.Uri.file("/project/.agent-response.json"));
    const isLink = type !== undefined;
    assert.equal(project?.wishes.profile, isLink ? null : "strict");
    assert.deepEqual(workspace.read, isLink ? [] : [TOML.path]);
    const said = languages.published.get(`${TOML}`)?.map((it) => it.message);
    const why = "This is a link, which is not followed; a project file must be a regular file";
    assert.deepEqual(said, isLink ? [why] : []);
    projects.dispose();
    schemas.dispose();
  }
});

test("a link beside a file is not compared with it", async () => {
  workspace.contents.set("/project/.agent-request-phase7.json", '{"request_id": "1"}');
  const request = async (): Promise<unknown> => {
    const folders = createFolders(log);
    const beside = await folders.read(vscode.Uri.file("/project/.agent-response-phase7.json"));
    folders.dispose();
    return beside?.[".agent-request-phase7.json"];
  };
  assert.equal(await request(), '{"request_id": "1"}');
  workspace.types.set("/project/.agent-request-phase7.json", LINK);
  workspace.read = [];
  assert.deepEqual([await request(), workspace.read], [undefined, []]);
});
