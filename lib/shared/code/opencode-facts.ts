import { field } from "../chat/parts";
import { lineOf } from "../chat/web-address";
import { type Say, wording } from "../chat/wording";
import { OPENCODE_PREFIX } from "./task";

/** The enabled tools of OpenCode: descriptions of their calls, and the argument that names the target. */
const TOOLS: Record<string, { says: Say; subject?: string }> = {
  write: { says: onFile("Wrote", "Writing", "write"), subject: "filePath" },
  edit: { says: onFile("Changed", "Changing", "change"), subject: "filePath" },
  read: { says: onFile("Read", "Reading", "read"), subject: "filePath" },
  list: { says: wording("Looked at", "Looking at", "look at", "its files") },
  glob: { says: wording("Looked for", "Looking for", "look for", "files", "pattern"), subject: "pattern" },
  grep: { says: wording("Searched", "Searching", "search", "its files for", "pattern"), subject: "pattern" },
};

/**
 * Returns undefined if the tool is not one of OpenCode's. For its other tools, which are disabled, describes a
 * call by the tool's name only.
 */
export function factsOfOpenCode(toolName: string): { says: Say; subject?: string } | undefined {
  if (!toolName.startsWith(OPENCODE_PREFIX)) return;
  const name = toolName.slice(OPENCODE_PREFIX.length);
  if (Object.hasOwn(TOOLS, name)) return TOOLS[name];
  return { says: () => ({ did: "Used", does: "Using", failed: "Could not use", name: lineOf(name) }) };
}

/** Returns the file of a call, relative to the working directory. */
export const fileOf = (input: unknown): string | undefined =>
  lineOf(field(input, "filePath")?.replace(/^(\/[^/]+)*?\/program\//, "")) || undefined;

function onFile(did: string, does: string, to: string): Say {
  return (input, output, toolName) => {
    const name = fileOf(input);
    return { ...wording(did, does, to, name ? "" : "a file")(input, output, toolName), name };
  };
}
