import { setImmediate } from "node:timers";
import type { EquippedPlace } from "@/lib/agent/message/equipment";
import { log } from "@/lib/ground/base/log";
import { type BeginOutcome, begin, newRunIds, type Start } from "@/lib/store/loop/runs";
import { expectedRun, rememberBegun } from "./expected-run";
import type { LiveRun } from "./live";
import { type PreparedRun, prepareRun, startRun } from "./start";

export type NotBegun = Exclude<BeginOutcome, { outcome: "begun" }>;

/** Starts a run on the message. While the database stores it, prepares the request to the model. */
export async function beginPrepared(
  first: EquippedPlace & Start,
): Promise<NotBegun | { outcome: "begun"; live: LiveRun }> {
  const start = { ...first, ids: newRunIds() };
  const early: { run?: PreparedRun } = {};
  let hasOutcome = false;
  const beginning = begin(start).finally(() => {
    hasOutcome = true;
  });
  // postgres.js also sends a statement in a `setImmediate` callback, which is queued before this one.
  setImmediate(() => {
    try {
      const expected = hasOutcome ? null : expectedRun(start, start.ids);
      if (expected) early.run = prepareRun(expected, first.equipment);
    } catch (error) {
      log.error("A run could not be prepared, so it starts without preparation", error);
    }
  });
  try {
    const started = await beginning;
    if (started.outcome !== "begun") return started;
    rememberBegun(started.run);
    const live = early.run?.begin(started.run) ?? startRun(started.run, first.equipment);
    return { outcome: "begun", live };
  } finally {
    early.run?.discard();
  }
}
