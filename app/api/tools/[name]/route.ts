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
  /** Revokes the permission to run without approval after web content was read. */
  afterWeb: z.literal("concerned").optional(),
  /** Null removes the timeout or the rate limit. */
  timeoutSeconds: z.int().min(MIN_TIMEOUT_SECONDS).nullable().optional(),
  rateLimit: z.nullish(rateLimit),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: route(
    { agent: true, right: "own", params: z.object({ name: z.string() }), body: change, fromPage: true },
    async ({ agentId, params: { name }, body: { enabled, policy, afterWeb, ...rest } }) => {
      const tool = await find(agentId, name);
      checkTimeout(name, tool, rest.timeoutSeconds);
      if (tool.pauses && policy === "ask")
        throw new AppError(
          "invalid",
          `${name} always waits for your answer, so it cannot also ask for approval. Set its policy to allow or deny.`,
        );
      // The enabled state of an agent-made tool is stored with the tool, because the agent can change it,
      // too.
      if (tool.authored && enabled !== undefined) await setToolEnabled(agentId, name, enabled);
      // Without a version, the user's choice applies to every version of the tool.
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

/** Throws if the timeout exceeds the tool's own, or if the tool waits for the user and so has no timeout. */
function checkTimeout(name: string, tool: Tool, seconds: number | null | undefined): void {
  if (seconds == null) return;
  if (tool.pauses)
    throw new AppError(
      "invalid",
      `timeoutSeconds: ${name} waits for your answer, so its calls have no timeout. You can set rateLimit instead.`,
    );
  const max = maxTimeoutOf(tool);
  if (seconds > max)
    throw new AppError(
      "invalid",
      `timeoutSeconds: a call of ${name} takes at most ${max} s. Give a whole number from ${MIN_TIMEOUT_SECONDS} to ${max}, or null.`,
    );
}

async function find(agentId: string, name: string) {
  const found = await catalog.find(agentId, name);
  if (found) return found.tool;
  throw new AppError("not_found", `There is no tool "${name}". GET /api/tools lists them.`);
}
