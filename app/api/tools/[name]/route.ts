import { z } from "zod";
import { describeTool } from "@/lib/agent/toolset";
import { route, routes } from "@/lib/http/route";
import { AppError } from "@/lib/shared/errors";
import { POLICIES } from "@/lib/shared/modes";
import { changeSetting, readSettings } from "@/lib/store/settings";
import { findTool } from "@/lib/tools/index";

const change = z.strictObject({ policy: z.enum(POLICIES).optional(), enabled: z.boolean().optional() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: route(
    { agent: true, params: z.object({ name: z.string() }), body: change },
    async ({ agentId, params: { name }, body }) => {
      const found = findTool(name);
      if (!found) throw new AppError("not_found", `There is no tool "${name}". GET /api/tools lists them.`);
      if (found.tool.pauses && body.policy === "ask")
        throw new AppError(
          "invalid",
          `${name} waits for you anyway, so it cannot ask first. Its policy is allow or deny.`,
        );
      await changeSetting(agentId, `tool:${name}`, body);
      return { tool: describeTool(name, found.tool, await readSettings(agentId)) };
    },
  ),
});
