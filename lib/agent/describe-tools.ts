import type { ToolStats, ToolsetView, ToolView } from "@/lib/shared/tools/view";
import type { Settings } from "@/lib/store/settings";
import type { Tool, Toolset } from "@/lib/tools/define";
import { toolsets } from "@/lib/tools/index";
import { mayAsk } from "./after-web";
import { afterWebOf, isTrusted, modeOf, settingOf } from "./toolset";

/** Tools and toolsets as the settings page and `GET /api/tools` show them, those that are switched off too. */
export const describeToolsets = (
  settings: Settings,
  own: Toolset,
  stats: ReadonlyMap<string, ToolStats>,
): ToolsetView[] => [...toolsets, own].map((toolset) => describeToolset(toolset, settings, stats));

export function describeToolset(
  toolset: Toolset,
  settings: Settings,
  stats?: ReadonlyMap<string, ToolStats>,
): ToolsetView {
  const { id, title, category, prompt, tools } = toolset;
  const reason = toolset.lacks?.(settings) ?? null;
  return {
    id,
    title,
    category,
    mode: modeOf(toolset, settings),
    available: reason === null,
    ...(reason !== null && { reason }),
    prompt,
    instructions: settings.toolsets[id]?.instructions ?? "",
    ...(Object.values(tools).some(mayAsk) && { afterWeb: afterWebOf(toolset, settings) }),
    tools: Object.entries(tools).map(([name, tool]) => ({
      ...describeTool(name, tool, settings),
      ...(stats && { stats: stats.get(name) ?? NEVER }),
    })),
  };
}

export function describeTool(name: string, tool: Tool, settings: Settings): ToolView {
  const { description, inputSchema, pauses, kept, problem } = tool;
  const lacks = tool.lacks?.(settings) ?? null;
  return {
    name,
    description,
    inputSchema,
    ...settingOf(name, tool, settings),
    pauses,
    ...(mayAsk(tool) && { afterWeb: isTrusted(name, tool, settings) ? "trusted" : "concerned" }),
    ...(kept && { version: kept.version }),
    ...(problem !== undefined && { problem }),
    ...(lacks !== null && { lacks }),
  };
}

const NEVER: ToolStats = { calls: 0, failures: 0, medianMs: null, lastAt: null };
