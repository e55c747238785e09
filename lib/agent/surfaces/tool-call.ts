import { createHash, randomUUID } from "node:crypto";
import { withoutImage } from "@/lib/agent/message/images";
import { afterWeb } from "@/lib/agent/offer/after-web";
import { notAfterWeb, notAllowed } from "@/lib/agent/offer/refusals";
import { toolLimitsOf, toolVersionOf } from "@/lib/agent/offer/toolset";
import { CLOSED, FREE } from "@/lib/agent/outgoing/outgoing-guard";
import { type CallOutcome, MAX_TOOL_INPUT } from "@/lib/shared/components/access";
import { AppError } from "@/lib/shared/errors";
import { joined } from "@/lib/shared/origins";
import type { Act } from "@/lib/shared/tools/external-effects";
import { changeSettings, toolKey } from "@/lib/store/agents/change-settings";
import { keysMarked } from "@/lib/store/agents/state";
import { markRead } from "@/lib/store/conversations/component-grants";
import { openHome } from "@/lib/store/conversations/library-surfaces";
import type { SurfaceId } from "@/lib/store/conversations/surfaces";
import { beginSurfaceCall } from "@/lib/store/hot/surfaces";
import { endSurfaceCall } from "@/lib/store/loop/calls";
import { bounded, callTool } from "@/lib/tools/toolsets/call";
import type { Checked } from "@/lib/tools/toolsets/define";
import type { Found } from "@/lib/tools/toolsets/index";
import { refusalOf } from "@/lib/tools/toolsets/refusal";
import { policyOf, type SurfaceAccess, surfaceHasToAsk } from "./access";

/** Characters of JSON of a result: the maximum returned to a component, and the maximum recorded. */
const MAX_RESULT_CHARS = 500_000;
const MAX_RECORDED_CHARS = 20_000;

type ToolCall = {
  name: string;
  args: Record<string, unknown>;
  /**
   * Token of the question that the user approved. It is valid only for the call that this question showed.
   */
  allowed?: string;
  remember?: "always";
};

/** The surface that calls a tool, and the web origins that its input may contain. */
type Caller = Pick<SurfaceAccess, "catalog" | "settings" | "readWeb"> & {
  id: SurfaceId;
  approvedTools: string[];
  /** Version of the surface. An approval is valid only for the same version. */
  version: string;
  onRead(origins: readonly string[]): Promise<void>;
};

/** Calls a tool for a component that the user granted it to. Throws an `AppError`. */
export async function callForComponent(
  access: SurfaceAccess,
  call: ToolCall,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const { sheet: surface } = access;
  const { id, approvedTools, shown } = surface;
  const use = { kind: "tool", name: call.name } as const;
  if (await surfaceHasToAsk(use, access)) return { asks: use };
  const onRead = (origins: readonly string[]) => markRead(surface, origins);
  return runToolForSurface({ ...access, id, approvedTools, version: shown.bundle, onRead }, call, signal);
}

/**
 * Calls a tool from a surface, subject to its policy and to the web origins of the caller. The call is recorded
 * below the call that showed the surface.
 */
export async function runToolForSurface(
  caller: Caller,
  call: ToolCall,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const { id, catalog, settings } = caller;
  const { name, args } = call;
  const { agentId, conversationId } = id;
  if (JSON.stringify(args).length > MAX_TOOL_INPUT)
    throw new AppError(
      "invalid",
      `The arguments of ${name} are more than ${MAX_TOOL_INPUT / 1_000} KB of JSON.`,
    );
  const found = await catalog.find(agentId, name);
  if (!found) throw new AppError("not_found", `There is no tool "${name}".`);
  const { tool } = found;
  const { policy, afterWeb: wanted } = policyOf(found, settings, caller);
  if (policy === "deny") throw new AppError("forbidden", notAllowed(name));
  const checked = tool.check(args);
  if (!checked.ok) throw new AppError("invalid", `Invalid arguments for ${name}. ${checked.message}`);
  await refuseInteractiveTool(found, checked.value, id);
  const { marked } = await keysMarked(agentId);
  const readWeb = joined(caller.readWeb, ...marked.map(({ origins }) => origins));
  const limits = toolLimitsOf(name, settings);
  const offered = { tool, policy, afterWeb: wanted, limits, toolset: found.toolset.id, words: [] };
  const of = { agentId, conversationId, guard: CLOSED };
  const after = await afterWeb(offered, checked.value, of, readWeb);
  const web = after.when === "called" ? after.policy : "allow";
  await openHome(id);
  const callId = `${id.toolCallId}/use-${randomUUID().slice(0, 8)}`;
  if (web === "deny") {
    const error = notAfterWeb(name);
    await beginSurfaceCall(id, { id: callId, name, input: args });
    await endSurfaceCall(id, callId, { status: "denied", error });
    throw new AppError("forbidden", error);
  }
  const why = await tool.asks?.(checked.value, agentId);
  const token = tokenOf(caller, call, toolVersionOf(tool), readWeb);
  const isAllowed = call.allowed === token;
  const question = (acts?: readonly Act[]) => ({
    question: {
      ...{ tool: name, title: tool.title ?? name, input: args, token },
      ...(why && { why }),
      ...((web === "ask" || acts) && { origins: readWeb }),
      ...(acts && { acts: [...acts] }),
    },
  });
  if ((policy === "ask" || web === "ask" || why) && !isAllowed) {
    const refusal = await refusalOf(tool, checked.value, { agentId, conversationId });
    if (!refusal) return question();
    if (refusal.web.length > 0) await caller.onRead(refusal.web);
    throw new AppError("invalid", refusal.error);
  }
  if (isAllowed && call.remember && policy === "ask" && web !== "ask" && !why)
    await changeSettings(agentId, { [toolKey(name)]: { policy: "allow", version: toolVersionOf(tool) } });
  // Record the call before it runs, because after a crash its effect is unknown.
  await beginSurfaceCall(id, { id: callId, name, input: args });
  const outcome = await callTool(name, tool, args, {
    ...{ ...id, toolCallId: callId, runId: "", signal, limits, readBefore: readWeb },
    ...{
      maxOutputChars: MAX_RESULT_CHARS,
      guard: after.when === "acts" && !isAllowed ? CLOSED : FREE,
    },
  });
  const { durationMs, logs } = outcome;
  if (outcome.web.length > 0) await caller.onRead(outcome.web);
  if (outcome.ok) {
    const output = bounded(withoutImage(outcome.output), MAX_RECORDED_CHARS);
    await endSurfaceCall(id, callId, { status: "ok", output, durationMs, logs });
    return { value: outcome.output, ...(outcome.web.length > 0 && { isFromWeb: true }) };
  }
  const { error } = outcome;
  const isDenied = outcome.held !== undefined || outcome.isOverRate === true;
  await endSurfaceCall(id, callId, { status: isDenied ? "denied" : "error", error, durationMs, logs });
  if (outcome.held && after.policy === "ask") return question(outcome.held);
  throw new AppError(isDenied ? "forbidden" : "unavailable", error);
}

/** Refuses calls that work only in a run of the agent. */
async function refuseInteractiveTool({ name, tool }: Found, input: Checked, id: SurfaceId): Promise<void> {
  if (tool.pauses || tool.inChat?.(input))
    throw new AppError("invalid", `${name} works only in the chat, so a surface cannot use it.`);
  const changes = (await tool.consents?.(input, id.agentId)) ?? [];
  if (changes.length > 0 || tool.waits?.({ ...id, toolName: name, runId: "", signal: NEVER }))
    throw new AppError(
      "conflict",
      `${name} has to wait for the user here. Ask the agent instead: sendMessage sends a chat message.`,
    );
}

const NEVER = new AbortController().signal;

/** Binds an approval to the shown call and the current versions of tool and surface. */
const tokenOf = (
  { id, version }: Caller,
  { name, args }: ToolCall,
  toolVersion: number | undefined,
  readWeb: readonly string[],
): string =>
  createHash("sha256")
    .update(JSON.stringify([id, version, name, args, toolVersion, readWeb]))
    .digest("base64url");
