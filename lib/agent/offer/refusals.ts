import { isBuiltIn } from "@/lib/shared/agent-tools/names";
import { readAgentTool } from "@/lib/store/agents/agent-tools";
import { withRetry } from "@/lib/store/unreachable";
import type { Offer } from "./toolset";

/**
 * Returns the error for a call of a tool that is not offered. Looks up disabled agent-made tools, because the
 * offer does not include them.
 */
export async function missingTool(name: string, offer: Offer, agentId: string): Promise<string> {
  const own = isBuiltIn(name) ? null : await withRetry(() => readAgentTool(agentId, name));
  return own && !own.enabled ? `${name} is disabled. enable_tool offers it again.` : offer.missing(name);
}

export const notAllowed = (name: string) => `The user does not allow ${name}. Continue without it.`;

export const notAfterWeb = (name: string) =>
  `${name} was not run: this conversation has read the web, and the user does not allow it after that. Continue without it.`;

export const outcomeUnknown = (name: string) =>
  `The server was interrupted while ${name} ran, so it may have taken effect. Check before you call it again.`;

export const refusedCall = (name: string, reason?: string) =>
  `The user refused this call of ${name}.${reason ? ` Reason: ${reason}` : ""} Do not call it again unless they ask for it.`;

/**
 * Returns the error for a call from code that needs approval. The model can make the same call without code.
 */
export const callHasToAsk = (name: string) =>
  `tools.${name} needs the user's approval, and code cannot wait for it. Call ${name} directly, outside of code, and pass its result to the next code.`;
