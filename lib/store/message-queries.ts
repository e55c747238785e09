import { sql } from "./db";
import { type Sql, valuesTable } from "./sql-fragments";

/**
 * Query for rows that show that a message with this id was accepted before: as a message, or as an answer to
 * an ask of the conversation or its subagents.
 */
export const takenAs = (conversationId: string, messageId: string) => sql()`
  select from messages where conversation_id = ${conversationId} and id = ${messageId}
  union all
  select from asks where conversation_id = ${conversationId} and answered_by = ${messageId}
  union all
  select from asks a join (${subagentsBelow(sql()`${conversationId}::uuid`)}) h on h.conversation_id = a.conversation_id
  where a.answered_by = ${messageId}`;

/** Subquery for the subagents of a conversation, and for their subagents. */
export const subagentsBelow = (conversation: Sql): Sql => sql()`
  select h.conversation_id, h.agent_id, h.settled_at
  from ${valuesTable({ conversation: sql()`${conversation}::uuid` })}, helpers h where h.asker_conversation_id = given.conversation
  union all
  select below.conversation_id, below.agent_id, coalesce(below.settled_at, h.settled_at)
  from ${valuesTable({ conversation: sql()`${conversation}::uuid` })}, helpers h join helpers below on below.asker_conversation_id = h.conversation_id
  where h.asker_conversation_id = given.conversation`;

/** Subquery for the id of the newest visible message, which the next message follows. */
export const lastShown = (conversationId: string) => sql()`(
  select m.id from messages m where m.conversation_id = ${conversationId} and m.active order by m.position desc limit 1)`;
