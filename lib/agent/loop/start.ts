import { setImmediate } from "node:timers/promises";
import { type Equipment, standard } from "@/lib/agent/message/equipment";
import { log } from "@/lib/ground/base/log";
import { publish } from "@/lib/store/bus";
import { flush } from "@/lib/store/events";
import type { RunContext } from "@/lib/store/loop/run-context";
import { LiveRun, liveRuns } from "./live";
import { AgentTurn } from "./turn";

/** Works on a run on this server. The `settled` of the result never rejects. */
export function startRun(context: RunContext, equipment: Equipment = standard): LiveRun {
  const live = new LiveRun(context);
  const runs = liveRuns();
  runs.set(context.conversationId, live);
  const settle = async () => {
    await new AgentTurn(context, live, equipment, (next) => startRun(next, equipment)).work();
    if (runs.get(context.conversationId) === live) runs.delete(context.conversationId);
    // Followers on this server get the last chunks first, then those on other servers.
    await setImmediate();
    await flush();
  };
  live.settled = settle().catch((error: unknown) => {
    // An unhandled rejection would end the process and with it all other runs. The lease of this one expires.
    log.error("A run ended with an unexpected error", error, { run: context.id });
    if (runs.get(context.conversationId) === live) runs.delete(context.conversationId);
  });
  publish({ type: "conversation", agent: context.agentId, id: context.conversationId });
  return live;
}
