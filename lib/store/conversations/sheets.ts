import { MAX_SHEET_BYTES, MAX_SHEET_ENTRIES } from "@/lib/shared/chat/surfaces/sheets";
import { surfaceId } from "@/lib/shared/chat/surfaces/surfaces";
import type { Deed } from "@/lib/shared/components/sheet";
import { AppError } from "@/lib/shared/errors";
import { publish } from "@/lib/store/bus";
import { asJson, sql } from "@/lib/store/db";
import { newestLast, written } from "@/lib/store/origins";
import type { SheetRow } from "@/lib/store/rows";

export type SheetId = { agentId: string; conversationId: string; messageId: string; toolCallId: string };
export type Sheet = {
  /** Whether its conversation had read the web before it was shown. */
  isAfterWeb: boolean;
  /** What the person has allowed it. */
  allowed: Deed[];
  approvedTools: string[];
};

const ask = ({ agentId, conversationId, messageId, toolCallId }: SheetId) => sql()`
  a.agent_id = ${agentId} and a.conversation_id = ${conversationId} and a.message_id = ${messageId}
  and a.tool_call_id = ${toolCallId} and a.kind = 'answer'`;

/** What a call has put on the canvas, as far as what it may do goes. Null where none has. */
export async function readSheet(id: SheetId): Promise<Sheet | null> {
  const [row] = await sql()<Sheet[]>`
    select coalesce(a.because->>'kind' = 'web', false) as "isAfterWeb",
      coalesce(a.because->'allowed', '[]') as allowed, to_json(c.approved_tools) as "approvedTools"
    from asks a join conversations c on c.id = a.conversation_id and c.deleted_at is null
    where ${ask(id)}`;
  return row ?? null;
}

/** The blocks of a call, with the origins on the web that its conversation had read before. Null where it has shown none. */
export async function readBlocksSheet(
  id: SheetId,
): Promise<{ input: unknown; readWeb: string[]; approvedTools: string[] } | null> {
  const [row] = await sql()<{ input: unknown; readWeb: string[]; approvedTools: string[] }[]>`
    select a.input, case when a.because->>'kind' = 'web' then a.because->'origins' else '[]' end as "readWeb",
      to_json(c.approved_tools) as "approvedTools"
    from asks a join conversations c on c.id = a.conversation_id and c.deleted_at is null
    where ${ask(id)} and a.tool_name = 'render_blocks'`;
  return row ?? null;
}

/** Whether a form of blocks was sent later than it was asked for, by another message than this one. */
export async function wasSent(
  { conversationId, messageId, toolCallId }: Omit<SheetId, "agentId">,
  by: string,
): Promise<boolean> {
  const [row] = await sql()`
    select from messages m cross join json_array_elements(m.parts) p
    where m.conversation_id = ${conversationId} and m.active and m.role = 'user' and m.id <> ${by}
      and p->>'type' = 'data-answer' and p#>>'{data,messageId}' = ${messageId}
      and p#>>'{data,toolCallId}' = ${toolCallId} and p#>>'{data,output,action}' = 'submit'
      and exists (
        select from messages shown cross join json_array_elements(shown.parts) call
        where shown.conversation_id = m.conversation_id and shown.id = ${messageId}
          and call->>'type' = 'tool-render_blocks' and call->>'toolCallId' = ${toolCallId})
    limit 1`;
  return row !== undefined;
}

/** That text of these origins came to a sheet, whose conversation may hear of it. */
export async function tellConversation(
  { conversationId }: Pick<SheetId, "conversationId">,
  origins: readonly string[],
): Promise<void> {
  await sql()`
    update conversations set read_web = ${newestLast(sql()`read_web || ${written(origins)}`)}
    where id = ${conversationId}`;
}

/** Keeps with its ask that the person allows this, for as long as there is the conversation. */
export async function allowSheet(id: SheetId, deed: Deed): Promise<void> {
  await sql()`
    update asks a set because = jsonb_set(a.because::jsonb, '{allowed}',
      coalesce(a.because::jsonb->'allowed', '[]') - ${deed}::text || ${asJson([deed])}::jsonb)::json
    where ${ask(id)} and a.because is not null`;
}

export type SheetChange = {
  /** What changed in it; null takes an entry away. */
  entries?: Readonly<Record<string, unknown>>;
  isClosed?: boolean;
  /** Whether its component could not be drawn. */
  hasFailed?: boolean;
};

type Kept = Pick<SheetRow, "entries" | "version">;

const row = ({ agentId, conversationId, messageId, toolCallId }: SheetId) => sql()`
  s.agent_id = ${agentId} and s.conversation_id = ${conversationId} and s.message_id = ${messageId}
  and s.tool_call_id = ${toolCallId}`;

/** What the person has done in a sheet; nothing where they have done nothing. */
export async function readSheetState(id: SheetId): Promise<Kept> {
  const [kept] = await sql()<Kept[]>`
    select s.entries, s.version from sheets s join conversations c on c.id = s.conversation_id and c.deleted_at is null
    where ${row(id)}`;
  return kept ?? { entries: {}, version: 0 };
}

/** The same of all sheets of a message, by call id. */
export async function readEntries(
  conversationId: string,
  messageId: string,
): Promise<Record<string, Kept["entries"]>> {
  const rows = await sql()<Pick<SheetRow, "toolCallId" | "entries">[]>`
    select tool_call_id as "toolCallId", entries from sheets
    where conversation_id = ${conversationId} and message_id = ${messageId}`;
  return Object.fromEntries(rows.map(({ toolCallId, entries }) => [toolCallId, entries]));
}

/**
 * Keeps what the person has done with a sheet, and gives its version; of each entry the last write counts. Throws an
 * AppError: not_found where the conversation has no such message, invalid where it would be more than a sheet keeps.
 */
export async function changeSheet(id: SheetId, change: SheetChange): Promise<number> {
  const { agentId, conversationId, messageId, toolCallId } = id;
  const { isClosed, hasFailed } = change;
  const version = await sql().begin(async (tx) => {
    // The lock lets two tabs write one after the other.
    await tx`
      insert into sheets (conversation_id, message_id, tool_call_id, agent_id)
      select m.conversation_id, m.id, ${toolCallId}, c.agent_id
      from messages m join conversations c on c.id = m.conversation_id and c.deleted_at is null
      where m.conversation_id = ${conversationId} and m.id = ${messageId} and m.role = 'assistant' and c.agent_id = ${agentId}
      on conflict do nothing`;
    const [kept] = await tx<Kept[]>`select s.entries, s.version from sheets s where ${row(id)} for update`;
    if (!kept) throw new AppError("not_found", "There is no such sheet in this conversation.");
    const entries = change.entries && merged(kept.entries, change.entries);
    const next = kept.version + (entries ? 1 : 0);
    await tx`
      update sheets s set version = ${next}, updated_at = now(),
        entries = case when ${entries !== undefined} then ${asJson(entries)}::json else s.entries end,
        closed_at = case when ${isClosed === true} then coalesce(s.closed_at, now()) when ${isClosed === undefined} then s.closed_at end,
        failed = coalesce(${hasFailed ?? null}, s.failed)
      where ${row(id)}`;
    return next;
  });
  if (change.entries)
    publish({
      type: "sheet",
      agent: agentId,
      conversation: conversationId,
      id: surfaceId(messageId, toolCallId),
      version,
    });
  if (isClosed !== undefined || hasFailed !== undefined)
    publish({ type: "conversation", agent: agentId, id: conversationId });
  return version;
}

function merged(before: Kept["entries"], change: Kept["entries"]): Kept["entries"] {
  const entries = Object.fromEntries(
    Object.entries({ ...before, ...change }).filter(([, value]) => value !== null),
  );
  const count = Object.keys(entries).length;
  const bytes = Buffer.byteLength(asJson(entries));
  if (count > MAX_SHEET_ENTRIES)
    throw tooMuch(`${count} entries, and ${MAX_SHEET_ENTRIES} are kept: keep related values in one.`);
  if (bytes > MAX_SHEET_BYTES)
    throw tooMuch(`${Math.ceil(bytes / 1_000)} KB, and ${MAX_SHEET_BYTES / 1_000} KB are kept.`);
  return entries;
}

const tooMuch = (what: string) =>
  new AppError("invalid", `This sheet holds more than is kept of one: ${what} What was kept before stays.`, {
    details: [{ path: "entries", message: `They are ${what}` }],
  });
