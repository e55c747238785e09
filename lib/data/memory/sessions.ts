import type { SessionRule, SessionView } from "@/lib/shared/memory/memory-sessions";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";
import { askToDivide } from "@/lib/store/loop/divisions";

/** What a fact of the layer session says, in the category system, to end the session. */
export const NEW_SESSION = "__NEW_SESSION__";

/** Has the session of a conversation end as soon as nothing in it runs: what was to be kept as long as it lasts is forgotten then. */
export const divideSession = (agentId: string, conversationId: string): Promise<void> =>
  askToDivide({ agentId, conversationId });

/** When conversations are divided by themselves, and by the clock of which time zone. */
export async function readRule(agentId: string): Promise<SessionView> {
  const settings = await readSettings(agentId);
  const { since: _, ...rule } = settings.sessions;
  return { ...rule, timeZone: timeZoneOf(settings) };
}

/** Changes what is given. For what was not divided before, only what is said from now on counts. */
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
