import { baseOf } from "./folder.ts";

/** A file with a JSON Schema in it. */
export interface SchemaFile {
  name: string;
  text: string;
}

/** Whether a file is a JSON Schema, not a file to check: by its name, by `$schema`, or by what only schemas have. */
export function isSchema({ name, text }: SchemaFile): boolean {
  if (/(?:^|[./_-])schema\.json$/i.test(name)) return true;
  if (!/"(?:\$schema|properties)"/.test(text)) return false;
  try {
    const { $schema, type, properties } = JSON.parse(text.replace(/^\ufeff/, "")) ?? {};
    if (typeof $schema === "string") return /^https?:\/\/json-schema\.org\//.test($schema);
    return type === "object" && typeof properties === "object" && properties !== null;
  } catch {
    return false;
  }
}

/** Schemas that were opened together: first the one that none of the others refers to. */
export function mainFirst(all: readonly SchemaFile[]): SchemaFile[] {
  const isNamed = ({ name }: SchemaFile): boolean =>
    all.some((it) => it.name !== name && it.text.includes(baseOf(name)));
  const main = all.find((it) => !isNamed(it)) ?? all[0];
  return main === undefined ? [] : [main, ...all.filter((it) => it !== main)];
}

/** The address of a schema, for references between schemas that were opened together. */
export const addressOf = ({ name }: SchemaFile): string => `file:///${encodeURIComponent(baseOf(name))}`;
