import { OWN, type ToolsetView } from "@/lib/shared/tools/view";

/** What fits every word: toolsets that do themselves, whole, and of the others the tools that do. */
export function findTools(toolsets: readonly ToolsetView[], text: string): ToolsetView[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...toolsets];
  const fits = (...texts: string[]) => {
    const all = texts.join(" ").toLowerCase();
    return words.every((word) => all.includes(word));
  };
  return toolsets.flatMap((toolset) => {
    if (fits(toolset.title, toolset.id)) return [toolset];
    const tools = toolset.tools.filter(({ name, description }) => fits(name, description));
    return tools.length > 0 ? [{ ...toolset, tools }] : [];
  });
}

/** What the agent and the person have made comes first. */
export const inOrder = (toolsets: readonly ToolsetView[]): ToolsetView[] => [
  ...toolsets.filter(({ id }) => id === OWN),
  ...toolsets.filter(({ id }) => id !== OWN),
];
