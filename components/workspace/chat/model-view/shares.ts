import type { AssembledPrompt } from "@/lib/shared/tools/assembled";

type Part = AssembledPrompt["parts"][number];
type Tool = AssembledPrompt["tools"][number];

/** Parts that differ between messages. They come last, so that the rest can be cached. */
const MOVING = new Set(["clock"]);

export const isSteady = ({ id }: Pick<Part, "id">): boolean => !MOVING.has(id);

export const sum = (items: readonly { tokens: number }[]): number =>
  items.reduce((total, { tokens }) => total + tokens, 0);

export function byToolset(tools: readonly Tool[]): { toolset: string; tools: Tool[] }[] {
  const groups = new Map<string, Tool[]>();
  for (const tool of tools) groups.set(tool.toolset, [...(groups.get(tool.toolset) ?? []), tool]);
  return [...groups].map(([toolset, tools]) => ({ toolset, tools }));
}

export const asText = ({ parts, tools }: Pick<AssembledPrompt, "parts" | "tools">): string =>
  [
    ...parts.map(({ text }) => text),
    ...tools.map(({ name, description, schema }) =>
      JSON.stringify({ name, description, parameters: schema }, null, 2),
    ),
  ].join("\n\n");
