import { z } from "zod";
import { describeTool, maxTimeoutOf } from "@/lib/agent/offer/describe-tools";
import { setToolEnabled } from "@/lib/code/tools/save";
import { route, routes } from "@/lib/platform/http/route";
import { AppError } from "@/lib/shared/errors";
import { POLICIES } from "@/lib/shared/modes";
import { MIN_TIMEOUT_SECONDS, rateLimit } from "@/lib/shared/tools/limits";
import { MAX_INSTRUCTIONS } from "@/lib/shared/tools/view";
import { changeSetting, toolKey } from "@/lib/store/agents/change-settings";
import { readSettings } from "@/lib/store/agents/settings";
import { catalog } from "@/lib/tools/toolsets/catalog";
import type { Tool } from "@/lib/tools/toolsets/define";

const change = z.strictObject({
  policy: z.enum(POLICIES).optional(),
  enabled: z.boolean().optional(),
  instructions: z.string().max(MAX_INSTRUCTIONS.tool).optional(),
  /** Takes back that it need not ask after reading the web. */
  afterWeb: z.literal("concerned").optional(),
  /** Null: as long as it may, and as often as it is wanted. */
  timeoutSeconds: z.int().min(MIN_TIMEOUT_SECONDS).nullable().optional(),
  rateLimit: z.nullish(rateLimit),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: route(
    { agent: true, params: z.object({ name: z.string() }), body: change },
    async ({ agentId, params: { name }, body: { enabled, policy, afterWeb, ...rest } }) => {
      const tool = await find(agentId, name);
      checkTimeout(name, tool, rest.timeoutSeconds);
      if (tool.pauses && policy === "ask")
        throw new AppError(
          "invalid",
          `${name} waits for you anyway, so it cannot ask first. Its policy is allow or deny.`,
        );
      // Whether an agent-made tool is on is kept with it, where the agent switches it, too.
      if (tool.authored && enabled !== undefined) await setToolEnabled(agentId, name, enabled);
      // What the person chooses here holds for every version.
      const chosen = tool.authored && policy !== undefined ? { policy, version: null } : { policy };
      const setting = {
        ...chosen,
        ...(afterWeb && { afterWeb: null }),
        ...(!tool.authored && { enabled }),
        ...rest,
      };
      if (Object.values(setting).some((value) => value !== undefined))
        await changeSetting(agentId, toolKey(name), setting);
      return { tool: describeTool(name, await find(agentId, name), await readSettings(agentId)) };
    },
  ),
});

/** A tool's own time is what it is made for: a call may be given less, and never more. */
function checkTimeout(name: string, tool: Tool, seconds: number | null | undefined): void {
  if (seconds == null) return;
  if (tool.pauses)
    throw new AppError(
      "invalid",
      `timeoutSeconds: ${name} waits for you as long as you like, so its calls have no time limit. A rateLimit it can have.`,
    );
  const most = maxTimeoutOf(tool);
  if (seconds > most)
    throw new AppError(
      "invalid",
      `timeoutSeconds: a call of ${name} takes at most ${most} s. Give a whole number from ${MIN_TIMEOUT_SECONDS} to ${most}, or null.`,
    );
}

async function find(agentId: string, name: string) {
  const found = await catalog.find(agentId, name);
  if (found) return found.tool;
  throw new AppError("not_found", `There is no tool "${name}". GET /api/tools lists them.`);
}
