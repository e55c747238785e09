import type { Equipment } from "@/lib/agent/message/equipment";
import { log } from "@/lib/ground/base/log";
import { publish } from "@/lib/store/bus";
import { readStanding } from "@/lib/store/loop/asks";
import { orphans, waitingInVain } from "@/lib/store/loop/helper-asks";
import { settleHelper, type Untold, untoldHelpers } from "@/lib/store/loop/helpers";
import { begin, steer } from "@/lib/store/loop/runs";
import { answerOfHelper } from "./ask-agent";
import { goingOn } from "./divide";
import { startRun } from "./start";
import { stop } from "./stop";
import { wake, wakeAskers } from "./wake";

const TRIES = 20;

/**
 * Reconciles helpers with the runs that asked for them, on any server: repeats calls that no longer need to
 * wait, stops helpers whose asking run has ended, and reports finished background helpers. Idempotent, also
 * across servers.
 */
export async function tendHelpers(equipment?: Equipment): Promise<void> {
  for (const place of await waitingInVain())
    await each(async () => {
      await wake({ ...place, equipment });
      await wakeAskers(place.conversationId, { ...place, equipment });
    });
  for (const { agentId, conversationId } of await orphans())
    await each(async () => {
      await stop(agentId, conversationId);
      await settleHelper(conversationId);
    });
  for (const helper of await untoldHelpers()) await each(() => sayEnd(helper, equipment));
}

/** A failure of one must not block the others. The next sweep tries it again. */
const each = (work: () => Promise<unknown>) =>
  work().catch((error) => log.warn("The result of a subagent is not delivered yet", error));

/**
 * Sends the helper's result as a message that starts a run or steers a running one. If the conversation waits
 * for the user, a later sweep sends it.
 */
async function sayEnd(helper: Untold, equipment?: Equipment): Promise<void> {
  const { agentId, name, conversationId: id, askerAgentId, title, readWeb, unattended } = helper;
  const first = {
    ...{ agentId: askerAgentId, title },
    message: { id: `helper:${id}`, parts: [{ type: "text", text: wordsOf(helper) }] },
    result: {
      ...{ origins: readWeb, unattended },
      helper: { kind: "result" as const, agentId, name, conversationId: id },
    },
  };
  let conversationId = helper.askerConversationId;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const begun = await begin({ ...first, conversationId });
    if (begun.outcome === "ended") {
      conversationId = await goingOn({ agentId: askerAgentId, conversationId, equipment }, title);
      continue;
    }
    if (begun.outcome === "begun") startRun(begun.run, equipment);
    if (begun.outcome === "busy") {
      const standing = await readStanding(conversationId);
      if (standing?.status === "waiting") return;
      if (!standing || !(await steer({ ...first, conversationId }))) continue;
      publish({ type: "conversation", agent: askerAgentId, id: conversationId });
    }
    await settleHelper(id);
    return;
  }
}

function wordsOf(helper: Untold): string {
  const { agentId, askerAgentId, name, title, conversationId } = helper;
  const who = agentId === askerAgentId ? "Your subagent" : name;
  try {
    return `${who} finished the background task “${title}”:\n\n${answerOfHelper(helper, conversationId)}`;
  } catch (error) {
    const why = error instanceof Error ? error.message : "It failed.";
    return `${who} ended the background task “${title}”. ${why}`;
  }
}
