import type { Sql } from "postgres";
import type { Kind } from "@/lib/shared/kinds";
import { connect } from "./connection";
import { databaseUrl } from "./db";
import { ofParts } from "./revisions";
import type { AgentToolRow, RevisionRow } from "./rows";

/** A client that takes nothing for so long is gone, and its snapshot goes too. */
const PATIENCE = "60s";
const ROWS = 50;

/** Contents are JSON texts, as they are stored. */
export type LiveRow = { name: RevisionRow["name"]; content: string; enabled: AgentToolRow["enabled"] | null };
export type HistoryRow = Omit<
  RevisionRow,
  "id" | "agentId" | "position" | "cause" | "content" | "createdAt"
> & {
  content: string | null;
  /** This connection is not drizzle's, which leaves times as texts. */
  createdAt: Date;
};

/** All of an agent that has a history, as it is at one moment, read bit by bit on a connection of its own. */
export async function* snapshotOf<T>(agentId: string, use: (snapshot: Snapshot) => AsyncGenerator<T>) {
  let isLost = false;
  const onclose = () => {
    isLost = true;
  };
  const on = connect(databaseUrl(), { max: 1, max_lifetime: null, onclose });
  // The driver would connect again, and what follows would be of another moment.
  const snapshot = () => {
    if (isLost) throw new Error("The connection was lost, and the snapshot with it");
    return on;
  };
  try {
    await on`begin isolation level repeatable read read only`;
    await on`select set_config('idle_in_transaction_session_timeout', ${PATIENCE}, true)`;
    yield* use({
      live: (kind) => rows<LiveRow>(live(snapshot(), agentId, kind)),
      history: (only) =>
        rows<HistoryRow>(only === "live" ? lastLive(snapshot(), agentId) : whole(snapshot(), agentId)),
    });
  } finally {
    await on.end({ timeout: 0 });
  }
}

export type Snapshot = {
  /** What is live, by name. */
  live(kind: Kind): AsyncGenerator<LiveRow>;
  /** Every version, oldest first, or only those that are live. */
  history(only: "all" | "live"): AsyncGenerator<HistoryRow>;
};

async function* rows<T>(query: { cursor(size: number): AsyncIterable<unknown[]> }): AsyncGenerator<T> {
  for await (const page of query.cursor(ROWS)) yield* page as T[];
}

const live = (on: Sql, agentId: string, kind: Kind) => on`
  select l.name, l.content::text as content, t.enabled
  from (
    select distinct on (name) kind, name, content from revisions
    where agent_id = ${agentId} and kind = ${kind} and live order by name, version desc
  ) l left join agent_tools t on l.kind = 'tool' and t.agent_id = ${agentId} and t.name = l.name
  where l.content is not null order by l.name`;

const whole = (on: Sql, agentId: string) => on`
  select kind, name, version, author, content::text as content, failure, live, to_json(origins) as origins,
    created_at as "createdAt"
  from revisions where agent_id = ${agentId} and ${ofParts(on)} order by position`;

const lastLive = (on: Sql, agentId: string) => on`
  select * from (
    select distinct on (kind, name) kind, name, version, author, content::text as content, failure, live,
      to_json(origins) as origins, created_at as "createdAt", position
    from revisions where agent_id = ${agentId} and live and ${ofParts(on)} order by kind, name, version desc
  ) l where content is not null order by position`;
