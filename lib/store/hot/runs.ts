import type { TransactionSql } from "postgres";
import { bodyOf } from "@/lib/shared/chat/body";
import type { MessageMetadata } from "@/lib/shared/chat/metadata";
import { asJson, sql } from "@/lib/store/db";
import { lastShown, takenAs } from "@/lib/store/message-queries";
import { newestLast, written } from "@/lib/store/origins";
import type { Conversation } from "@/lib/store/rows";

type ConversationRef = { agentId: string; conversationId: string };
type Message = { id: string; parts: unknown };

/** Reads the database's time in milliseconds since the epoch. Raw SQL: reads no table. */
export const readDatabaseTime = () =>
  sql()<{ ms: number }[]>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`;

/** Ends the leases of a server, and sends the notice if it had runs. Raw SQL: writes in a CTE. */
export const endLeases = (owner: string, notice: string) => sql()`
  with released as (
    update runs set lease_until = now() - interval '1 s', crashes = greatest(crashes - 1, -1)
    where lease_owner = ${owner} and status = 'running' returning id
  )
  select pg_notify('easel', ${notice}) where exists (select from released)`;

/**
 * Finds whether a message was already accepted. Raw SQL: `takenAs` is shared with the statement that starts a
 * run.
 */
export const findTaken = (tx: TransactionSql, conversationId: string, messageId: string) =>
  tx`${takenAs(conversationId, messageId)}`;

type Obstacle = Pick<Conversation, "agentId" | "contact"> & {
  isDeleted: boolean;
  isSeen: boolean;
  hasEnded: boolean;
};

/**
 * Reads what keeps a message from starting a run. Raw SQL: `takenAs` is shared with the statement that starts
 * a run.
 */
export const readObstacle = (conversationId: string, messageId: string) => sql()<Obstacle[]>`
  select agent_id as "agentId", contact, deleted_at is not null as "isDeleted", exists (${takenAs(conversationId, messageId)}) as "isSeen",
    ended_at is not null or (divide_at is not null and not exists (
      select from runs where conversation_id = ${conversationId} and status in ('running', 'waiting'))) as "hasEnded"
  from conversations where id = ${conversationId}`;

/**
 * Adds a user message (idempotent by its id) and increments `pending` of the run, if any. Raw SQL: writes in
 * a CTE.
 */
export const addUserMessage = (
  tx: TransactionSql,
  { agentId, conversationId }: ConversationRef,
  message: Message,
  runId: string | null,
) => tx`
  with said as (
    insert into messages (conversation_id, id, agent_id, role, parts, body, parent_id)
    values (${conversationId}, ${message.id}, ${agentId}, 'user', ${asJson(message.parts)}::json, ${bodyOf(message.parts)},
      ${lastShown(conversationId)})
    on conflict do nothing returning id
  )
  update runs set pending = pending + 1 from said where runs.id = ${runId}`;

/**
 * A message for a running run. `origins`: web origins whose text it may include; null if the user wrote it.
 */
type Steering = { message: Message; metadata: MessageMetadata | null; origins: readonly string[] | null };

/**
 * Adds a message for a run, unless the message was already accepted. Returns the run if the message was
 * added. Raw SQL: writes in a CTE.
 */
export const addSteering = (
  tx: TransactionSql,
  { agentId, conversationId }: ConversationRef,
  { message, metadata, origins }: Steering,
  runId: string,
) => tx`
  with said as (
    insert into messages (conversation_id, id, agent_id, role, parts, body, metadata, parent_id)
    select ${conversationId}, ${message.id}, ${agentId}, 'user', ${asJson(message.parts)}::json, ${bodyOf(message.parts)},
      ${metadata && asJson(metadata)}::json, ${lastShown(conversationId)}
    where not exists (select from asks where conversation_id = ${conversationId} and answered_by = ${message.id})
    on conflict do nothing returning id
  ), read as (
    update conversations set read_web = ${newestLast(sql()`read_web || ${written(origins ?? [])}`)}
    where id = ${conversationId} and ${origins !== null} and exists (select from said)
  )
  update runs set pending = pending + 1 from said where runs.id = ${runId} returning runs.id`;

/** Switches a run to a new message, which answers `parentId`. Raw SQL: writes in a CTE. */
export const turnRun = (
  tx: TransactionSql,
  { id, agentId, conversationId }: ConversationRef & { id: string },
  messageId: string,
  parentId: string,
) => tx`
  with r as (
    update runs set message_id = ${messageId}, pending = 0, attempt = attempt + 1 where id = ${id}
  )
  insert into messages (conversation_id, id, agent_id, role, parts, parent_id)
  values (${conversationId}, ${messageId}, ${agentId}, 'assistant', '[]', ${parentId})`;
