import type { Equipment } from "@/lib/agent/message/equipment";
import { log } from "@/lib/ground/base/log";
import { publish } from "@/lib/store/bus";
import { readCurrentRun } from "@/lib/store/loop/asks";
import { begin, steer } from "@/lib/store/loop/runs";
import { listStuckConversations, orphans } from "@/lib/store/loop/subagent-asks";
import { listUndeliveredResults, settleSubagent, type UndeliveredResult } from "@/lib/store/loop/subagents";
import { answerOfSubagent } from "./ask-agent";
import { continuationOf } from "./end-chat-session";
import { startRun } from "./start";
import { stop } from "./stop";
import { wake, wakeParents } from "./wake";

const MAX_ATTEMPTS = 20;

/**
 * Reconciles subagents with the runs that asked for them, on any server: repeats calls that no longer need to
 * wait, stops subagents whose asking run has ended, and reports finished background subagents. Idempotent, also
 * across servers.
 */
export async function tendSubagents(equipment?: Equipment): Promise<void> {
  for (const place of await listStuckConversations())
    await each(async () => {
      await wake({ ...place, equipment });
      await wakeParents(place.conversationId, { ...place, equipment });
    });
  for (const { agentId, conversationId } of await orphans())
    await each(async () => {
      await stop(agentId, conversationId);
      await settleSubagent(conversationId);
    });
  for (const subagent of await listUndeliveredResults()) await each(() => reportResult(subagent, equipment));
}

/** Logs a failure, so that it does not block the work for other subagents. The next sweep tries again. */
const each = (work: () => Promise<unknown>) =>
  work().catch((error) => log.warn("The result of a subagent is not delivered yet", error));

/**
 * Sends the subagent's result as a message that starts a run or steers a running one. If the conversation waits
 * for the user, a later sweep sends it.
 */
async function reportResult(subagent: UndeliveredResult, equipment?: Equipment): Promise<void> {
  const {
    agentId,
    name,
    conversationId: id,
    askerAgentId: parentAgentId,
    title,
    readWeb,
    unattended,
  } = subagent;
  const first = {
    ...{ agentId: parentAgentId, title },
    message: { id: `helper:${id}`, parts: [{ type: "text", text: resultText(subagent) }] },
    result: {
      ...{ origins: readWeb, unattended },
      helper: { kind: "result" as const, agentId, name, conversationId: id },
    },
  };
  let conversationId = subagent.askerConversationId;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const started = await begin({ ...first, conversationId });
    if (started.outcome === "ended") {
      conversationId = await continuationOf({ agentId: parentAgentId, conversationId, equipment }, title);
      continue;
    }
    if (started.outcome === "begun") startRun(started.run, equipment);
    if (started.outcome === "busy") {
      const currentRun = await readCurrentRun(conversationId);
      if (currentRun?.status === "waiting") return;
      if (!currentRun || !(await steer({ ...first, conversationId }))) continue;
      publish({ type: "conversation", agent: parentAgentId, id: conversationId });
    }
    await settleSubagent(id);
    return;
  }
}

function resultText(subagent: UndeliveredResult): string {
  const { agentId, askerAgentId: parentAgentId, name, title, conversationId } = subagent;
  const who = agentId === parentAgentId ? "Your subagent" : name;
  try {
    return `${who} finished the background task “${title}”:\n\n${answerOfSubagent(subagent, conversationId)}`;
  } catch (error) {
    const why = error instanceof Error ? error.message : "It failed.";
    return `${who} ended the background task “${title}”. ${why}`;
  }
}
