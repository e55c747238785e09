import type { Sql } from "postgres";
import type { Kind } from "@/lib/shared/kinds";
import { connect } from "@/lib/store/connection";
import { databaseUrl } from "@/lib/store/db";
import { type HistoryRow, type LiveRow, liveHistory, liveOfKind, wholeHistory } from "@/lib/store/hot/export";

/** Ends the snapshot if the client has not read for this long. */
const PATIENCE = "60s";
const ROWS = 50;

/** Reads an agent's versioned data from one snapshot, in small batches on a separate connection. */
export async function* snapshotOf<T>(agentId: string, use: (snapshot: Snapshot) => AsyncGenerator<T>) {
  let isLost = false;
  const onclose = () => {
    isLost = true;
  };
  const on = connect(databaseUrl(), { max: 1, max_lifetime: null, onclose });
  // Use the connection only once: after a reconnect by the driver, reads would not belong to the snapshot.
  const snapshot = () => {
    if (isLost) throw new Error("The connection and its snapshot were lost");
    return on;
  };
  try {
    await on`begin isolation level repeatable read read only`;
    await on`select set_config('idle_in_transaction_session_timeout', ${PATIENCE}, true)`;
    yield* use({
      read: (statement) => rows(statement(snapshot())),
      live: (kind) => rows<LiveRow>(liveOfKind(snapshot(), agentId, kind)),
      history: (only) =>
        rows<HistoryRow>(
          only === "live" ? liveHistory(snapshot(), agentId) : wholeHistory(snapshot(), agentId),
        ),
    });
  } finally {
    await on.end({ timeout: 0 });
  }
}

/** Yields the rows of a statement in the snapshot, read in batches. */
export type Read = <T>(statement: (on: Sql) => Cursored) => AsyncGenerator<T>;
type Cursored = { cursor(size: number): AsyncIterable<unknown[]> };

export type Snapshot = {
  read: Read;
  live(kind: Kind): AsyncGenerator<LiveRow>;
  /** All versions, oldest first, or only the live ones. */
  history(only: "all" | "live"): AsyncGenerator<HistoryRow>;
};

async function* rows<T>(query: Cursored): AsyncGenerator<T> {
  for await (const page of query.cursor(ROWS)) yield* page as T[];
}
