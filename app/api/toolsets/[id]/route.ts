import { z } from "zod";
import { describeToolset } from "@/lib/agent/describe-tools";
import { route, routes } from "@/lib/http/route";
import { AppError } from "@/lib/shared/errors";
import { MODES, POLICIES } from "@/lib/shared/modes";
import { changeSetting, readSettings } from "@/lib/store/settings";
import { catalog } from "@/lib/tools/catalog";

const change = z.strictObject({
  mode: z.enum(MODES).optional(),
  instructions: z.string().max(20_000).optional(),
  /** Of its tools that write, once a conversation has read the web; null: as it was, they ask. */
  afterWeb: z.enum(POLICIES).nullable().optional(),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: route(
    { agent: true, params: z.object({ id: z.string() }), body: change },
    async ({ agentId, params: { id }, body }) => {
      const toolset = (await catalog.toolsets(agentId, "first")).find((candidate) => candidate.id === id);
      if (!toolset)
        throw new AppError("not_found", `There is no toolset "${id}". GET /api/tools lists them.`);
      const view = describeToolset(toolset, await readSettings(agentId));
      if (body.afterWeb != null && view.afterWeb === undefined)
        throw new AppError(
          "invalid",
          `No tool of ${toolset.title} changes anything, so none asks after reading the web.`,
        );
      await changeSetting(agentId, `toolset:${id}`, body);
      return { toolset: describeToolset(toolset, await readSettings(agentId)) };
    },
  ),
});
