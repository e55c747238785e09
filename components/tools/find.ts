import { fitting } from "@/components/shell/fits";
import { OWN, type ToolsetView } from "@/lib/shared/tools/view";

/** What fits every word: toolsets that do themselves, whole, and of the others the tools that do. */
export function findTools(toolsets: readonly ToolsetView[], text: string): ToolsetView[] {
  if (text.trim() === "") return [...toolsets];
  const fits = fitting(text);
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
