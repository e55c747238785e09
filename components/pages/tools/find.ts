import { fitting } from "@/components/client/shell/fits";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/tools";
import { helpOfTool, titleOfTool, titleOfToolset } from "@/lib/shared/tools/titles";
import { OWN, type ToolsetView } from "@/lib/shared/tools/view";

/** Finds tools by their names, and by their texts both in the language of the page and in English. */
export function findTools(toolsets: readonly ToolsetView[], text: string): ToolsetView[] {
  if (text.trim() === "") return [...toolsets];
  const fits = fitting(text);
  return toolsets.flatMap((toolset) => {
    if (fits(titleOfToolset(toolset), toolset.title, toolset.id)) return [toolset];
    const tools = toolset.tools.filter((tool) => {
      const { name, title = "", help = "", description } = tool;
      return fits(name, title, help, titleOfTool(tool) ?? "", helpOfTool(tool) ?? "", description);
    });
    return tools.length > 0 ? [{ ...toolset, tools }] : [];
  });
}

const CATEGORIES: Readonly<Record<string, string>> = {
  get making() {
    return t("making");
  },
  get conversation() {
    return common("conversation");
  },
  get data() {
    return common("data");
  },
  get self() {
    return t("self");
  },
  get world() {
    return t("world");
  },
  get mcp() {
    return common("mcpServers");
  },
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
