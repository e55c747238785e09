import { z } from "zod";
import { describeToolset } from "@/lib/agent/offer/describe-tools";
import { changeToolsetMode } from "@/lib/agent/offer/toolset-change";
import { setToolsEnabled } from "@/lib/code/tools/save";
import { route, routes } from "@/lib/platform/http/route";
import { AppError } from "@/lib/shared/errors";
import { MODES, POLICIES } from "@/lib/shared/modes";
import { MAX_INSTRUCTIONS, OWN } from "@/lib/shared/tools/view";
import { readSettings } from "@/lib/store/agents/settings";
import { catalog } from "@/lib/tools/toolsets/catalog";

const change = z.strictObject({
  mode: z.enum(MODES).optional(),
  instructions: z.string().max(MAX_INSTRUCTIONS.toolset).optional(),
  /** Policy of the toolset's writing tools after web content was read. Null: the default, which is to ask. */
  afterWeb: z.enum(POLICIES).nullable().optional(),
  packages: z.boolean().optional(),
  enabled: z.boolean().optional(),
  reset: z.literal(true).optional(),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: route(
    { agent: true, right: "own", params: z.object({ id: z.string() }), body: change, fromPage: true },
    async ({ agentId, params: { id }, body }) => {
      const toolset = await find(agentId, id, body.reset ? "all" : "first");
      const settings = await readSettings(agentId);
      const view = describeToolset(toolset, settings);
      if (body.afterWeb != null && view.afterWeb === undefined)
        throw new AppError(
          "invalid",
          `afterWeb: the tools of ${toolset.title} change nothing, so they need no approval after reading the web.`,
        );
      if (body.packages !== undefined && !toolset.canImport)
        throw new AppError(
          "invalid",
          `packages: ${toolset.title} runs no programs. Set it for the toolset "code".`,
        );
      if (id === OWN && body.enabled !== undefined) await setToolsEnabled(agentId, body.enabled);
      await changeToolsetMode(agentId, toolset, settings, body);
      return { toolset: describeToolset(await find(agentId, id, "first"), await readSettings(agentId)) };
    },
  ),
});

async function find(agentId: string, id: string, which: "all" | "first") {
  const found = (await catalog.toolsets(agentId, which)).find((toolset) => toolset.id === id);
  if (found) return found;
  throw new AppError("not_found", `There is no toolset "${id}". GET /api/tools lists them.`);
}
