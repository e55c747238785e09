import { and, eq, inArray, isNotNull, isNull, sql as raw } from "drizzle-orm";
import { agents, conversations } from "@/drizzle/schema";
import { bodyOf } from "@/lib/shared/chat/body";
import { identityOf } from "@/lib/store/agents/identity";
import { publish } from "@/lib/store/bus";
import { asJson, db, sql } from "@/lib/store/db";
import { putMessages, statesOfImported } from "@/lib/store/hot/imports";
import type { ExportedMessage } from "./exported-conversations";

const AT_ONCE = 1_000;

/** Returns the present prompt and notes, with which an imported conversation is continued. */
export async function readIdentity(agentId: string): Promise<string> {
  const [row] = await db()
    .select({ identity: raw<string>`(${identityOf(agents.id)})` })
    .from(agents)
    .where(eq(agents.id, agentId));
  return row?.identity ?? "";
}

type Imported = { id: string; parts: number };
export type ImportedState = "same" | "continued" | "deleted";

/** Returns whether the user has continued or deleted imported conversations. `parts`: their messages at that time. */
export async function importedStates(
  agentId: string,
  imported: readonly Imported[],
): Promise<Map<string, { state: ImportedState; title: string }>> {
  const states = new Map<string, { state: ImportedState; title: string }>();
  for (let at = 0; at < imported.length; at += AT_ONCE)
    for (const { id, title, isDeleted, isContinued } of await statesOfImported(
      agentId,
      imported.slice(at, at + AT_ONCE),
    ))
      states.set(id, { title, state: isDeleted ? "deleted" : isContinued ? "continued" : "same" });
  return states;
}

type Newer = { id: string; updatedAt: string; messages: readonly ExportedMessage[] };

/**
 * Brings a conversation to the state of a newer export. Returns false if the user has continued it since. `before`: its
 * messages after the earlier import.
 */
export async function updateImported(
  agentId: string,
  { id, updatedAt, messages }: Newer,
  before: number,
): Promise<boolean> {
  const isDone = await sql().begin(async (tx) => {
    const [locked] = await db(tx)
      .update(conversations)
      .set({ updatedAt: raw`greatest(${conversations.updatedAt}, ${updatedAt}::timestamptz)` })
      .where(
        and(eq(conversations.id, id), eq(conversations.agentId, agentId), isNull(conversations.deletedAt)),
      )
      .returning({ id: conversations.id });
    const [state] = await tx<{ isSame: boolean }[]>`
      select not exists (select from runs where conversation_id = ${id})
        and (select count(*) from messages where conversation_id = ${id}) = ${before} as "isSame"`;
    if (!locked || !state?.isSame) return false;
    const rows = messages.map(({ parts, metadata, sheets: _, ...message }, nth) => ({
      ...{ ...message, conversationId: id, nth, parts: asJson(parts), body: bodyOf(parts) },
      metadata: metadata === null ? null : asJson(metadata),
    }));
    for (let at = 0; at < rows.length; at += AT_ONCE)
      await putMessages(tx, agentId, rows.slice(at, at + AT_ONCE));
    return true;
  });
  if (isDone) publish({ type: "conversation", agent: agentId, id });
  return isDone;
}

/** Soft-deletes conversations. They can be restored for a day. */
export async function deleteConversations(agentId: string, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE)
    await db()
      .update(conversations)
      .set({ deletedAt: raw`now()` })
      .where(
        and(
          ...[eq(conversations.agentId, agentId), isNull(conversations.deletedAt)],
          inArray(conversations.id, ids.slice(at, at + AT_ONCE)),
        ),
      );
  const [first] = ids;
  if (first !== undefined) publish({ type: "conversation", agent: agentId, id: first });
}

/** Removes conversations that a member deleted, so that an import can take them again. */
export async function purgeConversations(agentId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db()
    .delete(conversations)
    .where(
      and(
        ...[eq(conversations.agentId, agentId), isNotNull(conversations.deletedAt)],
        inArray(conversations.id, [...ids]),
      ),
    );
}
