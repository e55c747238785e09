import type { TransactionSql } from "postgres";
import { asJson, sql } from "@/lib/store/db";

type Imported = { id: string; parts: number };

/**
 * Returns for each imported conversation whether the user has continued or deleted it since, with its title. Raw SQL: joins
 * rows read from JSON.
 */
export const statesOfImported = (agentId: string, conversations: readonly Imported[]) =>
  sql()<{ id: string; title: string; isContinued: boolean; isDeleted: boolean }[]>`
  select g.id::text as id, coalesce(c.title, '') as title, (c.id is null or c.deleted_at is not null) as "isDeleted",
    c.id is not null and (exists (select from runs r where r.conversation_id = c.id)
      or (select count(*) from messages m where m.conversation_id = c.id) <> g.parts) as "isContinued"
  from json_to_recordset(${asJson(conversations)}::json) as g(id uuid, parts int)
    left join conversations c on c.id = g.id and c.agent_id = ${agentId}`;

/**
 * Adds messages to a conversation, or replaces those with the same ids, and makes the given branch visible. Raw SQL: rows
 * read from JSON.
 */
export const putMessages = (tx: TransactionSql, agentId: string, rows: readonly object[]) =>
  tx`
  insert into messages (conversation_id, id, agent_id, role, parent_id, active, parts, body, metadata, created_at)
  select "conversationId", id, ${agentId}, role, "parentId", active, parts::json, body, metadata::json, "createdAt"
  from json_to_recordset(${asJson(rows)}::json) as g("conversationId" uuid, nth int, id text, role text, "parentId" text,
    active boolean, parts text, metadata text, body text, "createdAt" timestamptz)
  order by nth
  on conflict (conversation_id, id) do update set parent_id = excluded.parent_id, active = excluded.active,
    parts = excluded.parts, body = excluded.body, metadata = excluded.metadata`;
