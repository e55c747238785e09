import { type Shown, shown } from "@/lib/shared/components/shown";
import { joined } from "@/lib/shared/origins";
import { asJson, sql } from "@/lib/store/db";
import type { ComponentGrantsRow } from "@/lib/store/rows";
import { type SheetId, tellConversation } from "./sheets";

/** What the person lets a component do: see the table. */
export type Grants = Pick<ComponentGrantsRow, "bundle" | "wants" | "granted" | "refused" | "readWeb">;

/** A component that a call has put on a sheet. */
export type OnSheet = {
  id: SheetId;
  shown: Shown;
  /** Whose grants hold: those of a stored component, else of the sheet. */
  subject: string;
  title: string;
  /** Origins on the web that its conversation had read before it was shown. */
  readWeb: string[];
  approvedTools: string[];
  /** Of a call that has changed a stored component: sheets that others have shown show it now. */
  isChange?: boolean;
};

type Row = {
  shown: unknown;
  isChange: boolean;
  sheet: string;
  title: string | null;
  readWeb: string[];
  approvedTools: string[];
};

/** The component that a call shows, or has changed; null where none does, or its conversation is gone. */
export async function readOnSheet(id: SheetId): Promise<OnSheet | null> {
  const { agentId, conversationId, messageId, toolCallId } = id;
  const [row] = await sql()<Row[]>`
    select m.metadata->'calls'->${toolCallId}->'shown' as shown,
      coalesce(p.part->>'type' = 'tool-update_ui_component', false) as "isChange",
      coalesce(p.part->'toolMetadata'->'changes'->>'sheet', m.id || '/' || ${toolCallId}) as sheet,
      p.part->'input'->>'title' as title,
      coalesce((select a.because->'origins' from asks a where a.conversation_id = m.conversation_id and a.message_id = m.id
        and a.tool_call_id = ${toolCallId} and a.because->>'kind' = 'web'), '[]') as "readWeb",
      to_json(c.approved_tools) as "approvedTools"
    from messages m join conversations c on c.id = m.conversation_id and c.deleted_at is null
      left join lateral (select part from json_array_elements(m.parts) part
        where part->>'toolCallId' = ${toolCallId} limit 1) p on true
    where m.conversation_id = ${conversationId} and m.id = ${messageId} and c.agent_id = ${agentId}`;
  const { data } = shown.safeParse(row?.shown);
  if (!row || !data || data.app) return null;
  const subject = data.name === undefined ? `sheet:${conversationId}/${row.sheet}` : `component:${data.name}`;
  const title = (row.title?.trim() || data.name || "Component").slice(0, 200);
  const readWeb = joined(row.readWeb, data.readWeb ?? []);
  const { approvedTools, isChange } = row;
  return { id, shown: data, subject, title, readWeb, approvedTools, isChange };
}

export async function readGrants({ id: { agentId }, subject }: OnSheet): Promise<Grants | null> {
  const [row] = await sql()<Grants[]>`
    select bundle, wants, granted, refused, read_web as "readWeb" from component_grants
    where agent_id = ${agentId} and subject = ${subject}`;
  return row ?? null;
}

/** Changes what is granted, one after the other; `change` has what is there, or nothing yet. */
export async function changeGrants(
  { id: { agentId, conversationId }, subject, shown: { name } }: OnSheet,
  change: (now: Grants | null) => Grants,
): Promise<void> {
  await sql().begin(async (tx) => {
    // Where there is no row yet, nothing can be locked but the name of it.
    await tx`select pg_advisory_xact_lock(hashtextextended(${`component_grants ${agentId} ${subject}`}, 0))`;
    const [now] = await tx<Grants[]>`
      select bundle, wants, granted, refused, read_web as "readWeb" from component_grants
      where agent_id = ${agentId} and subject = ${subject}`;
    const { bundle, wants, granted, refused, readWeb } = change(now ?? null);
    await tx`
      insert into component_grants (agent_id, subject, conversation_id, bundle, wants, granted, refused, read_web)
      values (${agentId}, ${subject}, ${name === undefined ? conversationId : null}, ${bundle}, ${asJson(wants)}::json,
        ${asJson(granted)}::json, ${asJson(refused)}::json, ${asJson(readWeb)}::json)
      on conflict (agent_id, subject) do update set bundle = excluded.bundle, wants = excluded.wants,
        granted = excluded.granted, refused = excluded.refused, read_web = excluded.read_web, updated_at = now()`;
  });
}

/**
 * Notes that a component has read text of these origins: from then on it asks before it writes or speaks by itself, and the
 * conversation hears of them by what it answers.
 */
export async function markRead(sheet: OnSheet, origins: readonly string[]): Promise<void> {
  const { conversationId, messageId, toolCallId } = sheet.id;
  await changeGrants(sheet, (now) => ({
    ...(now ?? { bundle: sheet.shown.bundle, wants: [], granted: {}, refused: [] }),
    readWeb: joined(now?.readWeb ?? [], origins),
  }));
  await sql()`
    update asks set because = ${asJson({ kind: "web", origins })}::json
    where conversation_id = ${conversationId} and message_id = ${messageId} and tool_call_id = ${toolCallId}
      and because is null`;
  await tellConversation(sheet.id, origins);
}
