import type { UIMessage } from "ai";
import { OF_SURFACES } from "@/drizzle/schema/conversations";
import type { Ask } from "@/lib/shared/chat/contract";
import { asJson, sql } from "@/lib/store/db";
import { andVisible } from "@/lib/store/members/visible";
import type { Conversation } from "@/lib/store/rows";
import type { Sql } from "@/lib/store/sql-fragments";

export type PinnedSurface = Pick<Conversation, "id" | "title"> & {
  surface: string;
  message: UIMessage | null;
  before: UIMessage | null;
  asks: Ask[];
};

export type SurfaceRef = { conversation: string; sheet: string };

/** SQL for surfaces. `which` selects the agent's conversations, each with the surface to read. */
const surfaces = (which: Sql) =>
  sql()<PinnedSurface[]>`
    select c.id, c.title, c.surface,
      case when m.id is not null then json_build_object('id', m.id, 'role', m.role, 'parts', m.parts,
        'metadata', json_build_object('createdAt', m.created_at, 'calls', m.metadata->'calls')) end as message,
      (select json_build_object('id', u.id, 'role', u.role, 'parts',
          (select coalesce(json_agg(part), '[]') from json_array_elements(u.parts) part where part->>'type' = 'text'))
        from messages u where u.conversation_id = c.id and u.active and u.role = 'user' and u.position < m.position
        order by u.position desc limit 1) as before,
      coalesce((select json_agg(json_build_object('toolCallId', a.tool_call_id, 'toolName', a.tool_name, 'kind', a.kind,
          'messageId', a.message_id, 'input', a.input, 'awaits', a.awaits, 'createdAt', a.created_at))
        from asks a where a.conversation_id = c.id and a.message_id = m.id and a.status = 'open'), '[]') as asks
    from (${which}) c left join messages m
      on m.conversation_id = c.id and m.id = split_part(c.surface, '/', 1) and m.active
    order by c.created_at, c.id`;

/** Reads pinned surfaces, by age of their conversation. Raw SQL: builds and reads JSON. */
export const readPinnedSurfaces = (agentId: string, max: number) =>
  surfaces(
    sql()`
      select c.id, c.title, c.created_at, c.pinned_surface as surface from conversations c
      where c.agent_id = ${agentId} and c.pinned_surface is not null and c.deleted_at is null ${andVisible(sql()`c`)}
      order by c.created_at, c.id limit ${max}`,
  );

/** Like `readPinnedSurfaces`, for any surfaces. Raw SQL: builds and reads JSON. */
export const readSurfaces = (agentId: string, sheets: readonly SurfaceRef[]) =>
  surfaces(
    sql()`
      select c.id, c.title, c.created_at, given.sheet as surface
      from json_to_recordset(${asJson(sheets)}::json) as given(conversation uuid, sheet text)
        join conversations c on c.id = given.conversation and c.agent_id = ${agentId} and c.deleted_at is null`,
  );

export type Change = { key: string; message: UIMessage; asks: Ask[] };

/**
 * A surface whose changes are searched. `change` is the text that a message with a change of the surface
 * contains.
 */
type Meant = { id: string; key: string; messageId: string; change: string };

const UPDATES = '"tool-update_ui_component"';

const later = (which: Sql, max: number) => sql()`
    select m.conversation_id, m.position from messages m
    where m.conversation_id = pin.id and m.position > pin.position and m.active and ${sql().unsafe(OF_SURFACES)} and ${which}
    order by m.position desc limit ${max}`;

/**
 * Reads the later messages that changed the surfaces or were sent from them, the newest of each kind. Raw
 * SQL: lateral joins that read JSON.
 */
export const readChanges = (pins: readonly Meant[], limits: { versions: number; sent: number }) =>
  sql()<Change[]>`
    with pin as (
      select given.*, own.position
      from json_to_recordset(${asJson(pins)}::json) as given(id uuid, key text, "messageId" text, change text)
        join messages own on own.conversation_id = given.id and own.id = given."messageId" and own.active
    ), changed as (
      select pin.key, pin.change, m.* from pin cross join lateral (
        ${later(sql()`strpos(m.parts::text, pin.change) > 0`, limits.versions)}) m
    ), named as (
      select distinct at.key, '"name":' || to_json(c.value#>>'{shown,name}')::text as name
      from (select key, id as conversation_id, position from pin union all select key, conversation_id, position from changed) at
        join messages m on m.conversation_id = at.conversation_id and m.position = at.position
        cross join json_each(case json_typeof(m.metadata->'calls') when 'object' then m.metadata->'calls' end) c
      where c.value#>>'{shown,name}' is not null
    ), found as (
      select * from changed
      union
      select pin.key, pin.change, m.* from pin cross join lateral (
        ${later(sql()`m.role = 'user' and strpos(m.parts::text, '"data-answer"') > 0`, limits.sent)}) m
      union
      select pin.key, pin.change, m.* from pin join named using (key) cross join lateral (
        ${later(sql()`strpos(m.parts::text, ${UPDATES}) > 0 and strpos(m.parts::text, named.name) > 0`, limits.versions)}) m
    )
    select f.key, json_build_object('id', m.id, 'role', m.role, 'parts', (
          select coalesce(json_agg(part order by nth), '[]') from json_array_elements(m.parts) with ordinality as p(part, nth)
          where strpos(part::text, f.change) > 0 or strpos(part::text, '"step-start"') > 0
            or strpos(part::text, '"data-answer"') > 0 or strpos(part::text, ${UPDATES}) > 0),
        'metadata', json_build_object('createdAt', m.created_at, 'calls', m.metadata->'calls')) as message,
      coalesce((select json_agg(json_build_object('toolCallId', a.tool_call_id, 'toolName', a.tool_name, 'kind', a.kind,
          'messageId', a.message_id, 'input', a.input, 'awaits', a.awaits, 'createdAt', a.created_at))
        from asks a where a.conversation_id = m.conversation_id and a.message_id = m.id and a.status = 'open'), '[]') as asks
    from found f join messages m on m.conversation_id = f.conversation_id and m.position = f.position
    order by f.key, m.position`;
