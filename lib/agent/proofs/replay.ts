import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { UIMessage } from "ai";
import { copyAgent, removeCopy } from "@/lib/agent/copies/copy-agent";
import { liveRuns } from "@/lib/agent/loop/live";
import { runAgent } from "@/lib/agent/loop/run";
import { stop } from "@/lib/agent/loop/stop";
import type { Equipment } from "@/lib/agent/message/equipment";
import type { Message } from "@/lib/agent/message/message";
import { putItem } from "@/lib/code/history/kinds";
import { AppError } from "@/lib/shared/errors";
import { copyConversation, setIdentity } from "@/lib/store/agents/agent-copies";
import type { ProvenItem } from "@/lib/store/agents/examples";
import { LEARNED } from "@/lib/store/agents/identity";
import { bookCalls } from "@/lib/store/agents/rehearsals";
import { readTurnEnd, type Turn, type TurnEnd } from "@/lib/store/loop/turns";
import { changing } from "@/lib/store/revisions";
import { repeating, stepsOf } from "./recorded";
import { type Purse, within } from "./spending";

const LIMIT_MS = 5 * 60_000;

export type Changed = {
  item: ProvenItem;
  before: unknown;
  after: unknown;
  /** The change is not part of a request before its skill is read, so that recorded answers fit until then. */
  isReadLater: boolean;
};

type Playing = { trial: string; purse: Purse; equipment: Equipment; signal: AbortSignal };

/**
 * Plays the user's message of a turn again, on a copy of the agent as it was then, with the changed content. The copy is
 * deleted at the end.
 */
export async function playTurn(
  { item, before, after, isReadLater }: Changed,
  turn: Turn,
  { trial, purse, equipment, signal }: Playing,
): Promise<TurnEnd & { ms: number }> {
  const { agentId } = item;
  const cause = { kind: "replay", trial } as const;
  const made = { conversationId: "" };
  const id = await copyAgent(agentId, { title: "", cause, at: turn.startedAt }, async (tx, copyId) => {
    const place = { agentId, conversationId: turn.conversationId, beforeId: turn.said.id };
    const conversationId = await copyConversation(tx, place, copyId);
    if (conversationId === null) throw new AppError("not_found", "The conversation is not there any more.");
    await setIdentity(tx, conversationId, identityWith(turn.identity, { kind: item.kind, before, after }));
    made.conversationId = conversationId;
    return conversationId;
  });
  const { conversationId } = made;
  const until = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
  const end = () => void stop(id, conversationId);
  until.addEventListener("abort", end);
  try {
    const copied = { ...item, agentId: id };
    await changing(copied, (tx, add) =>
      putItem(tx, add, copied, { content: after, author: "system", cause: null }),
    );
    const steps = isReadLater ? stepsOf(turn.parts as UIMessage["parts"]) : [];
    const began = performance.now();
    signal.throwIfAborted();
    const stream = await runAgent({
      ...{ agentId: id, conversationId, equipment: equipped(equipment, purse, steps) },
      input: { message: { id: turn.said.id, parts: turn.said.parts as Message["parts"] } },
    });
    for await (const _ of stream);
    await liveRuns().get(conversationId)?.settled;
    const played = await readTurnEnd(conversationId);
    signal.throwIfAborted();
    if (!played) throw new Error("A replayed turn has no run");
    return { ...played, ms: performance.now() - began };
  } finally {
    until.removeEventListener("abort", end);
    await bookCalls(id, agentId);
    await removeCopy(id);
  }
}

/** The conversation's prompt and notes with the changed text in the place of the old one. */
function identityWith(
  identity: string,
  { kind, before, after }: Pick<Changed, "before" | "after"> & Pick<ProvenItem, "kind">,
): string {
  if (typeof before !== "string" || typeof after !== "string") return identity;
  if (before.trim() === "") {
    const parts = kind === "system_prompt" ? [after, identity] : [identity, `${LEARNED}${after}`];
    return parts.filter((part) => part !== "").join("\n\n");
  }
  const at = identity.indexOf(before);
  return at < 0 ? identity : identity.slice(0, at) + after + identity.slice(at + before.length);
}

/** Wraps each model once, because every step resolves its model again, and the recorded steps belong to the turn. */
function equipped(equipment: Equipment, purse: Purse, steps: ReturnType<typeof stepsOf>): Equipment {
  const wrapped = new WeakMap<object, LanguageModelV4>();
  return {
    ...equipment,
    async resolveModel(choice, settings) {
      const resolved = await equipment.resolveModel(choice, settings);
      const model = wrapped.get(resolved.model) ?? repeating(within(resolved.model, purse), steps);
      wrapped.set(resolved.model, model);
      return { ...resolved, model };
    },
  };
}
