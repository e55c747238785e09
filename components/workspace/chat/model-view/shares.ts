import type { AssembledPrompt } from "@/lib/shared/tools/assembled";

type Part = AssembledPrompt["parts"][number];
type Tool = AssembledPrompt["tools"][number];

/** What differs from one message to the next, and therefore stands last. */
const MOVING = new Set(["clock"]);

/** Whether a part is the same with every message, so that a provider need read it only once. */
export const isSteady = ({ id }: Pick<Part, "id">): boolean => !MOVING.has(id);

export const sum = (items: readonly { tokens: number }[]): number =>
  items.reduce((total, { tokens }) => total + tokens, 0);

/** The tools in the order in which they go out, by toolset. */
export function byToolset(tools: readonly Tool[]): { toolset: string; tools: Tool[] }[] {
  const groups = new Map<string, Tool[]>();
  for (const tool of tools) groups.set(tool.toolset, [...(groups.get(tool.toolset) ?? []), tool]);
  return [...groups].map(([toolset, tools]) => ({ toolset, tools }));
}

/** All of it as one text, for taking along. */
export const asText = ({ parts, tools }: Pick<AssembledPrompt, "parts" | "tools">): string =>
  [
    ...parts.map(({ text }) => text),
    ...tools.map(({ name, description, schema }) =>
      JSON.stringify({ name, description, parameters: schema }, null, 2),
    ),
  ].join("\n\n");
