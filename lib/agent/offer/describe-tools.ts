import { OWN, type ToolStats, type ToolsetView, type ToolView } from "@/lib/shared/tools/view";
import { readToolStats } from "@/lib/store/activity/tool-stats";
import { countTools } from "@/lib/store/agents/agent-tools";
import { readSettings, type Settings } from "@/lib/store/agents/settings";
import { catalog } from "@/lib/tools/toolsets/catalog";
import type { Tool, Toolset } from "@/lib/tools/toolsets/define";
import { mayAsk } from "./after-web";
import { afterWebOf, isToolTrusted, modeOf, tokensOf, toolLimitsOf, toolSettingOf } from "./toolset";

/**
 * Returns each toolset with its tools, their settings and statistics. With `isAll` includes all disabled
 * authored tools, otherwise only the first ones.
 */
export async function listToolsets(agentId: string, isAll: boolean): Promise<ToolsetView[]> {
  const [settings, toolsets, stats, count] = await Promise.all([
    readSettings(agentId),
    catalog.toolsets(agentId, isAll ? "all" : "first"),
    readToolStats(agentId),
    countTools(agentId),
  ]);
  return describeToolsets(settings, toolsets, stats).map((view) => {
    const left = view.id === OWN ? count.all - view.tools.length : 0;
    return left > 0 ? { ...view, left } : view;
  });
}

export const describeToolsets = (
  settings: Settings,
  toolsets: readonly Toolset[],
  stats: ReadonlyMap<string, ToolStats>,
): ToolsetView[] => toolsets.map((toolset) => describeToolset(toolset, settings, stats));

export function describeToolset(
  toolset: Toolset,
  settings: Settings,
  stats?: ReadonlyMap<string, ToolStats>,
): ToolsetView {
  const { id, title, category, prompt, tools } = toolset;
  const reason = toolset.lacks?.(settings) ?? null;
  const note = toolset.note?.() ?? null;
  return {
    id,
    title,
    category,
    mode: modeOf(toolset, settings),
    available: reason === null,
    ...(reason && { reason: reason.text, reasonCode: reason.code }),
    ...(note && { note: note.text, noteCode: note.code }),
    prompt,
    instructions: settings.toolsets[id]?.instructions ?? "",
    tokens: tokensOf(toolset, settings),
    ...(Object.values(tools).some(mayAsk) && { afterWeb: afterWebOf(toolset, settings) }),
    ...(toolset.canImport && settings.toolsets[id]?.packages && { packages: true }),
    tools: Object.entries(tools).map(([name, tool]) => ({
      ...describeTool(name, tool, settings),
      ...(stats && { stats: stats.get(name) ?? NEVER }),
    })),
  };
}

export function describeTool(name: string, tool: Tool, settings: Settings): ToolView {
  const { title, help, description, inputSchema, pauses, authored, served, problem, hints } = tool;
  const lacks = tool.lacks?.(settings) ?? null;
  return {
    name,
    ...{ title, help, description },
    // Every result of an MCP server counts as web text, so `reads` would tell the user nothing.
    ...{ reads: served ? [] : [...(hints.reads ?? [])], writes: [...(hints.writes ?? [])] },
    inputSchema,
    ...toolSettingOf(name, tool, settings),
    instructions: settings.tools[name]?.instructions ?? "",
    ...(!pauses && { maxTimeoutSeconds: maxTimeoutOf(tool) }),
    ...{ timeoutSeconds: null, rateLimit: null, ...toolLimitsOf(name, settings) },
    pauses,
    ...(mayAsk(tool) && { afterWeb: isToolTrusted(name, tool, settings) ? "trusted" : "concerned" }),
    ...(authored && { version: authored.version }),
    ...(authored && authored.origins.length > 0 && { origins: [...authored.origins] }),
    ...(problem !== undefined && { problem }),
    ...(lacks && { lacks: lacks.text, lacksCode: lacks.code }),
  };
}

export const maxTimeoutOf = ({ timeoutMs, graceMs = 0 }: Tool): number =>
  Math.ceil((timeoutMs - graceMs) / 1_000);

const NEVER: ToolStats = { calls: 0, failures: 0, medianMs: null, lastAt: null };
