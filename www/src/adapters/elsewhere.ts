/** How a file is checked on the page, in the words of the project file, of the command and of VS Code. */
export interface Chosen {
  fileName: string;
  format: string;
  profile: string;
  rules: Readonly<Record<string, string>>;
}

/** Names that mean only themselves in a glob and in a shell. */
const PLAIN = /^[\w.-]+$/;

/** The project file `agent-response.toml`. */
export function toToml({ fileName, format, profile, rules }: Chosen): string {
  const of = Object.entries(rules).map(([code, level]) => `${code} = "${level}"\n`);
  const parts = [
    profile === "default" ? "" : `profile = "${profile}"\n`,
    of.length === 0 ? "" : `[rules]\n${of.join("")}`,
    format === "auto"
      ? ""
      : `[[files]]\nglob = "${PLAIN.test(fileName) ? fileName : "*.json"}"\nformat = "${format}"\n`,
  ];
  return parts.filter((it) => it !== "").join("\n") || "# Everything is as it is without this file.\n";
}

/** The command that checks the file. */
export function toCommand({ fileName, format, profile, rules }: Chosen): string {
  const options = [
    ...(format === "auto" ? [] : [`--as ${format}`]),
    ...(profile === "default" ? [] : [`--profile ${profile}`]),
    ...Object.entries(rules).map(([code, level]) => `--rule ${code}=${level}`),
    // A name that begins like an option is a path, too.
    ...(PLAIN.test(fileName) ? [fileName.replace(/^-/, "./-")] : []),
  ];
  return ["agent-response check", ...options].join(" ");
}

/** The settings of VS Code, as a file `settings.json`. */
export function toEditor({ format, profile, rules }: Chosen): string {
  const settings = {
    ...(format === "auto" ? {} : { "agentResponse.format": format }),
    ...(profile === "default" ? {} : { "agentResponse.profile": profile }),
    ...(Object.keys(rules).length === 0 ? {} : { "agentResponse.rules": rules }),
  };
  return `${JSON.stringify(settings, null, 2)}\n`;
}
