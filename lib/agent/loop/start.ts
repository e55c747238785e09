import { setImmediate } from "node:timers/promises";
import { type Equipment, standard } from "@/lib/agent/message/equipment";
import { publish } from "@/lib/store/bus";
import { flush } from "@/lib/store/events";
import type { RunContext } from "@/lib/store/loop/run-context";
import { LiveRun, liveRuns } from "./live";
import { Turn } from "./turn";

/** Works on a run on this server. */
export function start(context: RunContext, equipment: Equipment = standard): LiveRun {
  const live = new LiveRun(context);
  const runs = liveRuns();
  runs.set(context.conversationId, live);
  live.settled = new Turn(context, live, equipment, (next) => start(next, equipment))
    .work()
    .then(async () => {
      if (runs.get(context.conversationId) === live) runs.delete(context.conversationId);
      // Those who follow here have the last words first, then those who follow on another server.
      await setImmediate();
      return flush();
    });
  publish({ type: "conversation", agent: context.agentId, id: context.conversationId });
  return live;
}
