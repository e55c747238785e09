import type { ToolEntry } from "@/components/pages/tools/entry";
import { describeToolsets, listToolsets } from "@/lib/agent/offer/describe-tools";
import { describeFamilies } from "@/lib/agent/prompt/adapters/index";
import { lineCounts } from "@/lib/code/history/revision-summaries";
import { pageAgent, pageRights } from "@/lib/platform/access/require-page";
import { meets } from "@/lib/shared/members/needs";
import type { ModelFamily } from "@/lib/shared/tools/families";
import type { ToolsetView } from "@/lib/shared/tools/view";
import { readToolStats } from "@/lib/store/activity/tool-stats";
import { readAgentTool } from "@/lib/store/agents/agent-tools";
import { readSettings } from "@/lib/store/agents/settings";
import { listToolCalls } from "@/lib/store/loop/tool-calls";
import { listRevisions } from "@/lib/store/revisions";
import { catalog } from "@/lib/tools/toolsets/catalog";

export const loadToolsets = async (): Promise<ToolsetView[]> => listToolsets(await pageAgent(), false);

export const loadFamilies = async (): Promise<ModelFamily[]> =>
  describeFamilies(await readSettings(await pageAgent()));

/** Loads what the page of a tool shows. Only the owner of the agent reads its calls. */
export async function loadTool(name: string): Promise<ToolEntry | null> {
  const agentId = await pageAgent();
  const mayReadCalls = meets(await pageRights(), { right: "own" });
  const [toolsets, own, calls, versions] = await Promise.all([
    describeWith(agentId, name),
    readAgentTool(agentId, name),
    mayReadCalls ? listToolCalls(agentId, name) : { calls: [] },
    listRevisions(agentId, { kind: "tool", name }),
  ]);
  const view = toolsets.flatMap(({ tools }) => tools).find((tool) => tool.name === name);
  if (view && own)
    return {
      kind: "own",
      known: own,
      view,
      calls,
      versions,
      lines: await lineCounts(agentId, versions.revisions),
    };
  if (view) return { kind: "built-in", view, calls };
  if (versions.revisions.length === 0) return null;
  return { kind: "lost", versions, lines: await lineCounts(agentId, versions.revisions) };
}

/** Describes the toolsets with a single agent-made tool, `name`. */
async function describeWith(agentId: string, name: string): Promise<ToolsetView[]> {
  const [settings, toolsets, stats] = await Promise.all([
    readSettings(agentId),
    catalog.toolsets(agentId, [name]),
    readToolStats(agentId, name),
  ]);
  return describeToolsets(settings, toolsets, stats);
}
