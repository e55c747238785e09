import { z } from "zod";
import { columnsNow, keepInspection, lastInspection } from "@/lib/agent/proofs/columns";
import { inspectAgent } from "@/lib/agent/proofs/drift";
import { lastSessionEnd } from "@/lib/data/schedule/session-end";
import { log } from "@/lib/ground/base/log";
import { listAgentIds } from "@/lib/store/agents/agents";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";
import { defineBackgroundJob } from "./define";

/** Time of the night in the agent's time zone. */
const NIGHTLY = { autoDivide: "daily", time: "03:30", weekday: 0 } as const;

/** Checks the tools and components of each agent once a night. */
export const inspectionJob = defineBackgroundJob({
  name: "inspect-tools",
  input: z.object({}),
  retry: { limit: 0, delaySeconds: 1 },
  everySeconds: 600,
  run: (_, signal) => inspectDue(new Date(), signal),
});

/** The first time only notes the columns, with which the next night compares. */
export async function inspectDue(now: Date, signal: AbortSignal): Promise<void> {
  for (const agentId of await listAgentIds()) {
    const last = await lastInspection(agentId);
    const due = lastSessionEnd(NIGHTLY, timeZoneOf(await readSettings(agentId)), now);
    if (last && (!due || due.getTime() <= Date.parse(last.at))) continue;
    const work = last
      ? inspectAgent(agentId, signal)
      : keepInspection(agentId, await columnsNow(agentId), now);
    await Promise.resolve(work).catch((error: unknown) =>
      log.warn("Tools and components could not be inspected", error, { agent: agentId }),
    );
  }
}
