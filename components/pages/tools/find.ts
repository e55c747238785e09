import { fitting } from "@/components/client/shell/fits";
import { OWN, type ToolsetView } from "@/lib/shared/tools/view";

export function findTools(toolsets: readonly ToolsetView[], text: string): ToolsetView[] {
  if (text.trim() === "") return [...toolsets];
  const fits = fitting(text);
  return toolsets.flatMap((toolset) => {
    if (fits(toolset.title, toolset.id)) return [toolset];
    const tools = toolset.tools.filter(({ name, title = "", help = "", description }) =>
      fits(name, title, help, description),
    );
    return tools.length > 0 ? [{ ...toolset, tools }] : [];
  });
}

const CATEGORIES: Readonly<Record<string, string>> = {
  making: "Code, components and the agent’s tools",
  conversation: "Conversation",
  data: "Data",
  self: "The agent and its memory",
  world: "Web, messages and schedule",
  mcp: "MCP servers",
};

export function inCategories(toolsets: readonly ToolsetView[]) {
  const groups = new Map<string, ToolsetView[]>();
  for (const toolset of toolsets)
    groups.set(toolset.category, [...(groups.get(toolset.category) ?? []), toolset]);
  return [...groups].map(([id, toolsets]) => ({ id, title: CATEGORIES[id] ?? id, toolsets }));
}

/** Puts the toolset of authored tools first. */
export const inOrder = (toolsets: readonly ToolsetView[]): ToolsetView[] => [
  ...toolsets.filter(({ id }) => id === OWN),
  ...toolsets.filter(({ id }) => id !== OWN),
];
