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

/** A run can change under our hands; then it is read anew. */
const TRIES = 20;

/**
 * Brings what became of helpers to those who have asked them, whichever server they were on: calls that wait in vain are made
 * again, helpers that nobody waits for any more are stopped, and the end of one in the background is said. Doing it twice, or on several
 * servers at once, is as doing it once.
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

/** What fails for one does not keep the others; it is tried again the next time. */
const each = (work: () => Promise<unknown>) =>
  work().catch((error) => log.warn("A helper's end was not brought to who asked it", error));

/** A message that wakes the conversation; where it works, it goes on with it. Where it waits for the person by now, later. */
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
  const who = agentId === askerAgentId ? "A helper of yours" : name;
  try {
    return `${who} has done what you had asked for in the background (“${title}”):\n\n${answerOfHelper(helper, conversationId)}`;
  } catch (error) {
    const why = error instanceof Error ? error.message : "It failed.";
    return `${who} has ended what you had asked for in the background (“${title}”). ${why}`;
  }
}
