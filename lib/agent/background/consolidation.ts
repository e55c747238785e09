import { z } from "zod";
import { tidy } from "@/lib/agent/loop/tidy";
import type { Equipment } from "@/lib/agent/message/equipment";
import { lastSessionEnd } from "@/lib/data/schedule/session-end";
import { log } from "@/lib/ground/base/log";
import { listAgentIds } from "@/lib/store/agents/agents";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";
import { defineBackgroundJob } from "./define";

export const consolidationJob = defineBackgroundJob({
  name: "tidy-facts",
  input: z.object({}),
  retry: { limit: 0, delaySeconds: 1 },
  everySeconds: 300,
  run: (_, signal) => tidyDue(new Date(), signal),
});

export async function tidyDue(now: Date, signal?: AbortSignal, equipment?: Equipment): Promise<void> {
  for (const agentId of await listAgentIds()) {
    const settings = await readSettings(agentId);
    const { enabled, time, ranAt, since } = settings.consolidation;
    const at = lastSessionEnd({ autoDivide: "daily", time, weekday: 0 }, timeZoneOf(settings), now);
    const last = Math.max(...[ranAt, since].map((one) => (one === null ? 0 : Date.parse(one))));
    if (!enabled || !at || at.getTime() <= last) continue;
    await tidy(agentId, { signal, equipment, isUnattended: true }).catch((error) =>
      log.warn("Facts could not be consolidated", error, { agent: agentId }),
    );
  }
}
