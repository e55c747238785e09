import type { SessionRule, SessionView } from "@/lib/shared/memory/memory-sessions";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";
import { requestSessionEnd } from "@/lib/store/loop/session-ends";

/** Content of the fact that ends the session, in layer `session` and category `system`. */
export const NEW_SESSION = "__NEW_SESSION__";

/**
 * Ends the session of a conversation as soon as no run is live. Facts of the layer `session` are then
 * forgotten.
 */
export const endConversationSession = (agentId: string, conversationId: string): Promise<void> =>
  requestSessionEnd({ agentId, conversationId });

export async function readRule(agentId: string): Promise<SessionView> {
  const settings = await readSettings(agentId);
  const { since: _, ...rule } = settings.sessions;
  return { ...rule, timeZone: timeZoneOf(settings) };
}

/**
 * Changes the given settings. If the rule now covers a conversation that it did not cover before, only
 * messages after the change count.
 */
export async function changeRule(agentId: string, change: Partial<SessionRule>): Promise<SessionView> {
  const { sessions: before } = await readSettings(agentId);
  const after = { ...before, ...change };
  const isMore =
    after.autoDivide !== "none" &&
    (before.autoDivide === "none" || after.conversations.some((one) => !before.conversations.includes(one)));
  const since = isMore ? { since: new Date().toISOString() } : {};
  await changeSetting(agentId, "sessions", { ...change, ...since });
  return readRule(agentId);
}
