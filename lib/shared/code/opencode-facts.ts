import { field } from "../chat/parts";
import { lineOf } from "../chat/web-address";
import { type CallKey, type Say, say, wording } from "../chat/wording";
import { OPENCODE_PREFIX } from "./task";

/** The enabled tools of OpenCode: descriptions of their calls, and the argument that names the target. */
const TOOLS: Record<string, { says: Say; subject?: string }> = {
  write: { says: onFile("writeFile", "writeSomeFile"), subject: "filePath" },
  edit: { says: onFile("editFile", "editSomeFile"), subject: "filePath" },
  read: { says: onFile("readFile", "readSomeFile"), subject: "filePath" },
  list: { says: wording("listFiles") },
  glob: { says: wording("findFiles", "pattern"), subject: "pattern" },
  grep: { says: wording("searchFiles", "pattern"), subject: "pattern" },
};

/**
 * Returns undefined if the tool is not one of OpenCode's. For its other tools, which are disabled, describes a
 * call by the tool's name only.
 */
export function factsOfOpenCode(toolName: string): { says: Say; subject?: string } | undefined {
  if (!toolName.startsWith(OPENCODE_PREFIX)) return;
  const name = toolName.slice(OPENCODE_PREFIX.length);
  if (Object.hasOwn(TOOLS, name)) return TOOLS[name];
  return { says: () => ({ ...say("use"), name: lineOf(name) }) };
}

/** Returns the file of a call, relative to the working directory. */
export const fileOf = (input: unknown): string | undefined =>
  lineOf(field(input, "filePath")?.replace(/^(\/[^/]+)*?\/program\//, "")) || undefined;

function onFile(named: CallKey, unnamed: CallKey): Say {
  return (input) => {
    const name = fileOf(input);
    return { ...say(name ? named : unnamed), name };
  };
}
