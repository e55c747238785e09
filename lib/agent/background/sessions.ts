import { z } from "zod";
import { endChatSession } from "@/lib/agent/loop/end-chat-session";
import type { Equipment } from "@/lib/agent/message/equipment";
import { lastSessionEnd } from "@/lib/data/schedule/session-end";
import { log } from "@/lib/ground/base/log";
import { sessionOriginsOf } from "@/lib/shared/memory/memory-sessions";
import { listAgentIds } from "@/lib/store/agents/agents";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";
import type { ConversationRef } from "@/lib/store/loop/branches";
import { listDueSessionEnds, listRequestedSessionEnds } from "@/lib/store/loop/session-ends";
import { defineBackgroundJob } from "./define";

const ROUND = 20;
/** A conversation that was last used longer than this before the scheduled time is not ended. */
const MAX_AGE_MS = 35 * 86_400_000;

export const endSessionsJob = defineBackgroundJob({
  name: "divide-sessions",
  input: z.object({}),
  retry: { limit: 0, delaySeconds: 1 },
  everySeconds: 60,
  run: (_, signal) => endDueSessions(new Date(), signal),
});

export async function endDueSessions(now: Date, signal?: AbortSignal, equipment?: Equipment): Promise<void> {
  const end = async (places: readonly ConversationRef[], isUnattended: boolean) => {
    for (const place of places) {
      if (signal?.aborted) return;
      await endChatSession({ ...place, equipment }, { isUnattended }).catch((error) =>
        log.warn("A session could not be ended", error, { conversation: place.conversationId }),
      );
    }
  };
  await end(await listRequestedSessionEnds(ROUND), false);
  for (const agentId of await listAgentIds()) {
    const settings = await readSettings(agentId);
    const { since, ...rule } = settings.sessions;
    const at = lastSessionEnd(rule, timeZoneOf(settings), now);
    const set = since === null ? 0 : Date.parse(since);
    if (!at || at.getTime() <= set) continue;
    const used = new Date(Math.max(set, at.getTime() - MAX_AGE_MS));
    await end(
      await listDueSessionEnds(agentId, { origins: sessionOriginsOf(rule), at, since: used }, ROUND),
      true,
    );
  }
}
