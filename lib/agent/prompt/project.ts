import { excerptOf } from "@/lib/shared/text/excerpt";
import type { PromptProject } from "@/lib/store/agents/projects";

const MAX_NAME = 200;
const SCOPE =
  "This conversation belongs to the project. `search` and recalled facts cover only the project; with beyond_project, `search` covers everything.";

/** Names are written on one line, so that they cannot imitate another part of the prompt. */
const lineOf = (name: string): string => excerptOf(name, [], MAX_NAME);

/** Describes a project: its instructions, and the files that the agent can read. */
export function projectText({ name, instructions, files, fileCount }: PromptProject): string {
  const more = fileCount - files.length;
  const listed = files.map(
    (file) => `- ${file.name === null ? file.mediaType : lineOf(file.name)} (${file.id})`,
  );
  const rest = more > 0 ? [`- and ${more} more`] : [];
  return [
    `# Project: ${lineOf(name)}`,
    SCOPE,
    instructions.trim(),
    ...(fileCount > 0 ? [`Files of the project:\n${[...listed, ...rest].join("\n")}`] : []),
  ]
    .filter(Boolean)
    .join("\n\n");
}
