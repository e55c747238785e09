import { setImmediate } from "node:timers/promises";
import { type Equipment, standard } from "@/lib/agent/message/equipment";
import { LostRun } from "@/lib/agent/step/in-time";
import { actingAs } from "@/lib/ground/base/acting";
import { log } from "@/lib/ground/base/log";
import { publish } from "@/lib/store/bus";
import { flush } from "@/lib/store/events";
import type { RunContext } from "@/lib/store/loop/run-context";
import { actorOf } from "@/lib/store/members/roster";
import { forgetConversation, isExpected } from "./expected-run";
import { LiveRun, liveRuns } from "./live";
import { AgentTurn } from "./turn";

/** Works on a run on this server. The `settled` of the result never rejects. */
export function startRun(context: RunContext, equipment: Equipment = standard): LiveRun {
  const live = new LiveRun(context);
  register(live, context);
  work(live, context, equipment);
  return live;
}

export type PreparedRun = {
  /**
   * Starts the run that the database has begun. Returns null, and discards the preparation, if the run's context is
   * not the expected one, or if the preparation failed.
   */
  begin(begun: RunContext): LiveRun | null;
  /** Discards the preparation, because no run has begun. */
  discard(): void;
};

/**
 * Prepares the first request of an expected run while the database stores it. Until `begin`, nothing is sent,
 * stored or shown.
 */
export function prepareRun(expected: RunContext, equipment: Equipment = standard): PreparedRun {
  // Keep a copy for the comparison in `begin`: the run changes its context and appends parts to its message.
  const history = expected.history.map((message) => ({
    ...message,
    parts: [...(message.parts as unknown[])],
  }));
  const before = { ...expected, history };
  const live = new LiveRun(expected);
  const { promise: begun, resolve, reject } = Promise.withResolvers<void>();
  live.begun = begun;
  live.message.holdUntil(
    begun.then(
      () => true,
      () => false,
    ),
  );
  work(live, expected, equipment);
  let isUsed = false;
  const discard = () => {
    if (isUsed) return;
    reject(new LostRun());
    live.abort.abort("lost");
  };
  return {
    discard,
    begin(context) {
      // A preparation ends if it cannot read from the database. As a live run it would never end, and its lease
      // would be renewed.
      if (live.hasEnded || !isExpected(before, context)) {
        discard();
        return null;
      }
      isUsed = true;
      register(live, context);
      resolve();
      return live;
    },
  };
}

function register(live: LiveRun, { agentId, conversationId }: RunContext): void {
  liveRuns().set(conversationId, live);
  forgetConversation(conversationId);
  publish({ type: "conversation", agent: agentId, id: conversationId });
}

function work(live: LiveRun, context: RunContext, equipment: Equipment): void {
  const runs = liveRuns();
  const settle = async () => {
    const turn = new AgentTurn(context, live, equipment, (next) => startRun(next, equipment));
    await actingAs(await actorOf(context.memberId), () => turn.work());
    if (runs.get(context.conversationId) === live) runs.delete(context.conversationId);
    // Let followers on this server get the last chunks before those on other servers.
    await setImmediate();
    await flush();
  };
  live.settled = settle().catch((error: unknown) => {
    // Catch every error: an unhandled rejection would end the process with all other runs. When the lease of this
    // run expires, a server resumes it.
    log.error("A run ended with an unexpected error", error, { run: context.id });
    if (runs.get(context.conversationId) === live) runs.delete(context.conversationId);
  });
}
