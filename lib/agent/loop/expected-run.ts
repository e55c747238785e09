import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import type { Message } from "@/lib/agent/message/message";
import { actingMember } from "@/lib/ground/base/acting";
import { singleton } from "@/lib/ground/base/process";
import type { RunContext } from "@/lib/store/loop/run-context";
import type { RunIds, Start } from "@/lib/store/loop/runs";
import { liveRuns } from "./live";

/*
 * Predicts the context of the next run of a conversation from the last one on this server, so that the run
 * can be prepared while the database stores the message. Other servers and the user may have changed anything
 * since then. A prediction is therefore used only if it equals the context that the database returns.
 */

/** Fields that depend on the conversation. For a new one, those of the agent's latest new conversation are expected. */
const OF_CONVERSATION = [
  "memberId",
  "identity",
  "model",
  "successors",
  "approvedTools",
  "readWeb",
  "readThrough",
  "lastContext",
] as const;
type OfConversation = Pick<RunContext, (typeof OF_CONVERSATION)[number]>;

/** `history` is a JSON copy of the messages, because a run changes them while it prepares the request. */
type Conversation = OfConversation & { agentId: string; history: string };

const MAX_AGENTS = 100;
const MAX_CONVERSATIONS = 50;
/** Maximum characters of history. Comparing more would take longer than the preparation saves. */
const MAX_HISTORY = 100_000;
/** Maximum number of tools, components and jobs of an agent together. */
const MAX_ITEMS = 200;

const agents = () =>
  singleton("expected agents", () => new LRUCache<string, RunContext>({ max: MAX_AGENTS }));
const conversations = () =>
  singleton("expected conversations", () => new LRUCache<string, Conversation>({ max: MAX_CONVERSATIONS }));

/** Returns the context that `begin` will probably return, or null if this server cannot know it. */
export function expectedRun(
  { agentId, conversationId, message, model, contact, firing, call, task, result, program }: Start,
  ids: RunIds,
): RunContext | null {
  const agent = agents().get(agentId);
  if (!agent || contact || firing || call || task || result || program || liveRuns().has(conversationId))
    return null;
  const conversation = conversations().get(conversationId);
  if (conversation && conversation.agentId !== agentId) return null;
  const past = conversation ? (JSON.parse(conversation.history) as RunContext["history"]) : [];
  const {
    history: _,
    agentId: __,
    ...known
  } = conversation ?? {
    ...agent,
    model: model ?? null,
    memberId: actingMember() ?? agent.memberId,
  };
  return {
    ...agent,
    ...pick(known as RunContext),
    ...{ ...ids, conversationId },
    history: [
      ...past,
      { id: message.id, role: "user", parts: message.parts, metadata: null },
      { id: ids.messageId, role: "assistant", parts: [] },
    ],
  };
}

/** Returns true if the run that has begun has the expected context. */
export function isExpected(expected: RunContext, begun: RunContext): boolean {
  const { history: expectedHistory, ...others } = expected;
  const { history, ...begunOthers } = begun;
  if (expectedHistory.length !== history.length || !isDeepStrictEqual(others, begunOthers)) return false;
  return JSON.stringify(expectedHistory) === JSON.stringify(history);
}

/** Remembers the context of a run that has begun, for the next new conversation of its agent. */
export function rememberBegun(run: RunContext): void {
  const { authoredTools, components, jobs, history, origin, contact, helper, unattended } = run;
  const items = [authoredTools, components, jobs].reduce((sum, list) => sum + (list?.length ?? 0), 0);
  if (origin !== "chat" || contact !== null || helper !== null || unattended || items > MAX_ITEMS)
    return void agents().delete(run.agentId);
  const before = agents().get(run.agentId);
  const isNew = history.length === 2;
  // Keep the fields that were remembered for a new conversation: those of an existing one do not predict them.
  if (!isNew && !before) return;
  agents().set(run.agentId, { ...run, ...(!isNew && before && pick(before)), history: [] });
}

/** Remembers how a run has left its conversation, for the next message in it. */
export function rememberEnded(
  run: RunContext,
  messages: readonly Message[],
  context: RunContext["lastContext"],
) {
  const history: string[] = [];
  let characters = 0;
  for (const { id, role, parts, metadata } of messages) {
    const text = JSON.stringify({ id, role, parts, metadata: (role === "user" && metadata) || null });
    characters += text.length;
    if (characters > MAX_HISTORY) return void conversations().delete(run.conversationId);
    history.push(text);
  }
  const { agentId } = run;
  conversations().set(run.conversationId, {
    ...pick(run),
    agentId,
    lastContext: context,
    history: `[${history.join()}]`,
  });
}

/** Forgets a conversation that a run may have left in another state, for example waiting. */
export const forgetConversation = (id: string): void => void conversations().delete(id);

const pick = (from: OfConversation): OfConversation =>
  Object.fromEntries(OF_CONVERSATION.map((field) => [field, from[field]])) as OfConversation;
