import type { Sql } from "postgres";
import { type Kind, PARTS } from "@/lib/shared/kinds";
import { connect } from "@/lib/store/connection";
import { databaseUrl } from "@/lib/store/db";
import { ofParts } from "@/lib/store/revisions";
import type { AgentToolRow, RevisionRow } from "@/lib/store/rows";

/** A client that takes nothing for so long is gone, and its snapshot goes too. */
const PATIENCE = "60s";
const ROWS = 50;

/** Contents are JSON texts, as they are stored. */
export type LiveRow = { name: RevisionRow["name"]; content: string; enabled: AgentToolRow["enabled"] | null };
export type HistoryRow = Omit<RevisionRow, "id" | "agentId" | "position" | "cause" | "content"> & {
  content: string | null;
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
      read: (statement) => rows(statement(snapshot())),
      live: (kind) => rows<LiveRow>(live(snapshot(), agentId, kind)),
      history: (only) =>
        rows<HistoryRow>(only === "live" ? lastLive(snapshot(), agentId) : whole(snapshot(), agentId)),
    });
  } finally {
    await on.end({ timeout: 0 });
  }
}

/** Rows of a statement of the snapshot, some at a time. */
export type Read = <T>(statement: (on: Sql) => Cursored) => AsyncGenerator<T>;
type Cursored = { cursor(size: number): AsyncIterable<unknown[]> };

export type Snapshot = {
  read: Read;
  /** What is live, by name. */
  live(kind: Kind): AsyncGenerator<LiveRow>;
  /** Every version, oldest first, or only those that are live. */
  history(only: "all" | "live"): AsyncGenerator<HistoryRow>;
};

async function* rows<T>(query: Cursored): AsyncGenerator<T> {
  for await (const page of query.cursor(ROWS)) yield* page as T[];
}

const live = (on: Sql, agentId: string, kind: Kind) => on`
  select l.name, l.content::text as content, t.enabled
  from (
    select distinct on (name) kind, name, content from revisions
    where agent_id = ${agentId} and kind = ${kind} and live order by name, version desc
  ) l left join agent_tools t on l.kind = 'tool' and t.agent_id = ${agentId} and t.name = l.name
  where l.content is not null order by l.name collate "C"`;

/**
 * Thing by thing, so that an agent that came by a file is written as it was: with who wrote its versions there and when, and
 * with numbers that count what is written. Of a fact that was forgotten nothing is written.
 */
const whole = (on: Sql, agentId: string) => on`
  select r.kind, r.name, row_number() over (partition by r.kind, r.name order by r.version)::int as version, ${asItCame(on)}
  from revisions r where r.agent_id = ${agentId} and ${ofParts(on)}
    and (r.kind <> 'memory' or r.name not in (
      select f.name from (
        select distinct on (name) name, content is null as "isGone" from revisions
        where agent_id = ${agentId} and kind = 'memory' and live order by name, version desc
      ) f where f."isGone"))
  order by ${inOrder(on)}, r.version`;

const lastLive = (on: Sql, agentId: string) => on`
  select r.kind, r.name, 1 as version, ${asItCame(on)} from (
    select distinct on (kind, name) * from revisions
    where agent_id = ${agentId} and live and ${ofParts(on)} order by kind, name, version desc
  ) r where r.content is not null order by ${inOrder(on)}`;

const asItCame = (on: Sql) => on`
  coalesce(case when r.author = 'import' then r.cause->'imported'->>'author' end, r.author) as author,
  r.content::text as content, r.failure, r.live, to_json(r.origins) as origins,
  coalesce(case when r.author = 'import' then (r.cause->'imported'->>'createdAt')::timestamptz end, r.created_at) as "createdAt"`;

const inOrder = (on: Sql) => on`
  array_position(array(select json_array_elements_text(${JSON.stringify(PARTS)}::json)), r.kind), r.name collate "C"`;
