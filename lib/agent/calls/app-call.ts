import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { withoutImage } from "@/lib/agent/message/images";
import { withTrafficLimits } from "@/lib/agent/message/traffic";
import { notAllowed } from "@/lib/agent/offer/refusals";
import { toolLimitsOf, toolSettingOf, toolVersionOf } from "@/lib/agent/offer/toolset";
import { AppError } from "@/lib/shared/errors";
import { type AppOutcome, MAX_APP_INPUT } from "@/lib/shared/mcp/apps";
import { changeSettings, toolKey } from "@/lib/store/agents/change-settings";
import { readSettings } from "@/lib/store/agents/settings";
import type { SurfaceId } from "@/lib/store/conversations/surfaces";
import { recordAppCall } from "@/lib/store/hot/mcp-apps";
import { readMcpAppSurface } from "@/lib/store/loop/mcp-apps";
import { bounded, callTool } from "@/lib/tools/toolsets/call";
import type { Tool } from "@/lib/tools/toolsets/define";
import { toolFor } from "@/lib/tools/toolsets/mcp/mcp";
import { appServer, readForApp, toolForApp } from "@/lib/tools/toolsets/mcp/mcp-app";
import { refusalOf } from "@/lib/tools/toolsets/refusal";

/** Limits for the calls of one surface. */
const TRAFFIC = { perMinute: 60, atOnce: 6 };
const MAX_RESULT_CHARS = 5_000_000;
const MAX_RECORDED_CHARS = 20_000;

const call = z.strictObject({
  method: z.literal("tools/call"),
  // Apps may send other protocol fields, such as `_meta`. They are not forwarded.
  params: z.looseObject({
    name: z.string().min(1).max(200),
    arguments: z.record(z.string(), z.unknown()).default({}),
  }),
  /**
   * Token of the question that the user approved. It is valid only for the call that this question showed.
   */
  allowed: z.string().max(100).optional(),
  remember: z.literal("always").optional(),
});
const read = z.strictObject({
  method: z.literal("resources/read"),
  params: z.looseObject({ uri: z.string().min(1).max(2_000) }),
});

export const appRequest = z
  .discriminatedUnion("method", [call, read])
  .refine(
    ({ params }) => JSON.stringify(params).length <= MAX_APP_INPUT,
    `An app may send at most ${MAX_APP_INPUT.toLocaleString("en")} characters at once`,
  );
export type AppRequest = z.infer<typeof appRequest>;

/**
 * Makes a request of an app to its own server: a call of a tool for apps, subject to the user's policies, or
 * a resource to read. Calls are recorded below the call that showed the app. Throws an `AppError`.
 */
export async function askForApp(
  id: SurfaceId,
  request: AppRequest,
  signal: AbortSignal,
): Promise<AppOutcome> {
  const surface = await readMcpAppSurface(id);
  if (!surface) throw new AppError("not_found", "This surface has no app.");
  const connection = await appServer(id.agentId, surface.server);
  if (request.method === "resources/read")
    return withTrafficLimits(id, "An app may ask its server", TRAFFIC, async () => ({
      result: await readForApp(connection, request.params.uri, signal),
    }));
  const { name: wanted, arguments: input } = request.params;
  const { name, tool } = toolForApp(connection, wanted, (served) => toolFor(connection, served));
  const record = (rest: Omit<Parameters<typeof recordAppCall>[1], "id" | "name" | "input">) =>
    recordAppCall(id, { id: `${id.toolCallId}/app-${randomUUID().slice(0, 8)}`, name, input, ...rest });
  const settings = await readSettings(id.agentId);
  const { policy } = toolSettingOf(name, tool, settings);
  if (policy === "deny") {
    const error = notAllowed(name);
    await record({ status: "denied", error });
    throw new AppError("forbidden", error);
  }
  const checked = tool.check(input);
  if (!checked.ok) throw new AppError("invalid", checked.message);
  const token = tokenOf(id, name, input, tool);
  const refusal = policy === "ask" ? await refusalOf(tool, checked.value, id) : null;
  if (refusal) throw new AppError("invalid", refusal.error);
  if (policy === "ask" && request.allowed !== token)
    return { asks: { tool: name, title: tool.title ?? wanted, input, token } };
  if (request.remember)
    await changeSettings(id.agentId, { [toolKey(name)]: { policy: "allow", version: toolVersionOf(tool) } });
  return withTrafficLimits(id, "An app may ask its server", TRAFFIC, async () => {
    const toolCallId = `${id.toolCallId}/app`;
    const context = {
      ...id,
      toolCallId,
      runId: "",
      signal,
      mostOutput: MAX_RESULT_CHARS,
      limits: toolLimitsOf(name, settings),
    };
    const outcome = await callTool(name, tool, input, context);
    const { durationMs } = outcome;
    if (!outcome.ok) {
      const isDenied = outcome.isOverRate === true;
      await record({ status: isDenied ? "denied" : "error", error: outcome.error, durationMs });
      throw new AppError(isDenied ? "forbidden" : "unavailable", outcome.error);
    }
    const output = bounded(withoutImage(outcome.output), MAX_RECORDED_CHARS);
    await record({ status: "ok", output, durationMs });
    return { result: outcome.output as Record<string, unknown> };
  });
}

const tokenOf = (id: SurfaceId, name: string, input: unknown, tool: Tool): string =>
  createHash("sha256")
    .update(JSON.stringify([id, name, input, toolVersionOf(tool)]))
    .digest("base64url");
