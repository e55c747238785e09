import { eq, sql as raw, type SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ISql, TransactionSql } from "postgres";
import { agents } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import type { WholeRevision } from "@/lib/shared/history";
import type { IdentityKind } from "@/lib/shared/identity";
import { db, sql } from "@/lib/store/db";
import { liveOrigins } from "@/lib/store/origins";
import { type Add, type By, changing, type Item } from "@/lib/store/revisions";
import { fixed } from "@/lib/store/sql-fragments";

export type Text = { content: string; version: number };
/**
 * A text that each agent has once. Those of `save_memory` and `update_db_schema` have version 0 until the
 * first write.
 */
export type TextKind = IdentityKind | "memory_blob" | "db_schema";

export const readText = (agentId: string, kind: TextKind): Promise<Text> => read(sql(), agentId, kind);

export async function readTextMarked(agentId: string, kind: TextKind): Promise<Text & { origins: string[] }> {
  const [row] = await db()
    .select({ ...columnsOf(kind), origins: liveOrigins(agentId, kind, kind) })
    .from(agents)
    .where(eq(agents.id, agentId));
  if (!row) throw new Error("The agent is gone");
  return { ...row, origins: row.origins ?? [] };
}

/**
 * Changes a text under its lock: `change` maps the current content to the new one. An unchanged content
 * creates no version. With `base`, throws `conflict` unless that version is live.
 */
export async function writeText(
  agentId: string,
  kind: TextKind,
  change: (content: string) => string,
  by: By,
  base?: number,
): Promise<Text> {
  return changing(item(agentId, kind), async (tx, add) => {
    const live = await read(tx, agentId, kind);
    if (base !== undefined && base !== live.version) throw stale(live.version);
    const content = change(live.content);
    if (content === live.content) return live;
    const { version } = await putText(tx, add, agentId, kind, { content, ...by });
    return { content, version };
  });
}

/** Stores a version and makes it live; null content means that the text did not exist yet. */
export async function putText(
  tx: TransactionSql,
  add: Add,
  agentId: string,
  kind: TextKind,
  revision: By & { content: string | null },
): Promise<WholeRevision> {
  const added = await add(revision);
  const { text, version } = COLUMNS[kind];
  await db(tx)
    .update(agents)
    .set({ [text]: revision.content ?? "", [version]: added.version })
    .where(eq(agents.id, agentId));
  return added;
}

async function read(from: ISql, agentId: string, kind: TextKind): Promise<Text> {
  const [row] = await db(from).select(columnsOf(kind)).from(agents).where(eq(agents.id, agentId));
  if (!row) throw new Error("The agent is gone");
  return row;
}

function columnsOf(kind: TextKind) {
  const { text, version } = COLUMNS[kind];
  return { content: agents[text], version: agents[version] };
}

type AgentRow = typeof agents.$inferSelect;

const item = (agentId: string, kind: TextKind): Item => ({ agentId, kind, name: kind });

const COLUMNS = {
  system_prompt: { text: "systemPrompt", version: "promptVersion" },
  learned_notes: { text: "learnedNotes", version: "notesVersion" },
  memory_blob: { text: "memoryBlob", version: "memoryBlobVersion" },
  db_schema: { text: "dbSchema", version: "dbSchemaVersion" },
} as const satisfies Record<TextKind, { text: keyof AgentRow; version: keyof AgentRow }>;

const stale = (version: number) =>
  new AppError(
    "conflict",
    `The text changed since you read it; version ${version} is now live. Read it again.`,
    {
      details: { version },
    },
  );

export const LEARNED = "What you have learned so far:\n";

/** SQL for the identity of an agent `a`: its current system prompt and learned notes, without blank ones. */
export const identity = fixed(
  () => sql()`concat_ws(E'\n\n', case when a.system_prompt ~ '\\S' then a.system_prompt end,
  ${LEARNED}::text || case when a.learned_notes ~ '\\S' then a.learned_notes end)`,
);

/** Like `identity`, as a drizzle subquery for the agent with this id. */
export function identityOf(agentId: SQLWrapper) {
  const agent = alias(agents, "agent_of_identity");
  const { id, systemPrompt, learnedNotes } = agent;
  return db()
    .select({
      identity: raw<string>`concat_ws(E'\n\n', case when ${systemPrompt} ~ '\\S' then ${systemPrompt} end,
        ${LEARNED}::text || case when ${learnedNotes} ~ '\\S' then ${learnedNotes} end)`,
    })
    .from(agent)
    .where(eq(id, agentId));
}
