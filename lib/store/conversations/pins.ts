import type { UIMessage } from "ai";
import { and, asc, eq, isNull, like, sql as raw } from "drizzle-orm";
import { components, settings } from "@/drizzle/schema";
import { OF_SHEETS } from "@/drizzle/schema/conversations";
import type { Ask } from "@/lib/shared/chat/contract";
import { titleOf } from "@/lib/shared/chat/contract";
import { componentSurface } from "@/lib/shared/chat/library-surface";
import { componentPinKey, type Pin, surfacePinKey } from "@/lib/shared/chat/surfaces/pins";
import { callOf } from "@/lib/shared/chat/surfaces/sheet-change";
import { type Surface, surfacesOf } from "@/lib/shared/chat/surfaces/surfaces";
import { titleFrom } from "@/lib/shared/chat/tab-title";
import { publish } from "@/lib/store/bus";
import { asJson, db, sql } from "@/lib/store/db";
import type { Sql } from "@/lib/store/given";
import type { Conversation } from "@/lib/store/rows";
import { homeOf } from "./library-sheets";
import { bundle, isLiveNamed } from "./live-bundles";

/** More than anybody reaches by tabs. */
const MOST = 50;

/** All that is pinned, in an order that stays: surfaces by the age of their conversation, then components as they were pinned. */
export async function listPins(agentId: string): Promise<Pin[]> {
  const [surfaces, components] = await Promise.all([pinnedSurfaces(agentId), pinnedComponents(agentId)]);
  return [...surfaces, ...components];
}

type PinnedSurface = Pick<Conversation, "id" | "title"> & {
  surface: string;
  message: UIMessage | null;
  before: UIMessage | null;
  asks: Ask[];
};

const pinnedSurfaces = (agentId: string): Promise<Pin[]> =>
  pinsOf(
    sql()`
      select c.id, c.title, c.created_at, c.pinned_surface as surface from conversations c
      where c.agent_id = ${agentId} and c.pinned_surface is not null and c.deleted_at is null
      order by c.created_at, c.id limit ${MOST}`,
  );

export type SheetRef = { conversation: string; sheet: string };

/** Any sheets of the agent's conversations, as pins of them would be. One whose conversation is gone is not among them. */
export const pinsOfSheets = (agentId: string, sheets: readonly SheetRef[]): Promise<Pin[]> =>
  sheets.length === 0
    ? Promise.resolve([])
    : pinsOf(
        sql()`
          select c.id, c.title, c.created_at, given.sheet as surface
          from json_to_recordset(${asJson(sheets)}::json) as given(conversation uuid, sheet text)
            join conversations c on c.id = given.conversation and c.agent_id = ${agentId} and c.deleted_at is null`,
      );

/** `which`: conversations of the agent with the surface of each that is meant. */
async function pinsOf(which: Sql): Promise<Pin[]> {
  const rows = await sql()<PinnedSurface[]>`
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
  const later = await changesOf(rows);
  return rows.map(({ id, title, surface, message, before, asks: own }) => {
    const since = later.get(surfacePinKey(id, surface)) ?? [];
    const messages = [before, message, ...since.map((one) => one.message)].filter((one) => one !== null);
    const asks = [...own, ...since.flatMap((one) => one.asks)];
    const shown = surfacesOf(messages, asks).find((one) => one.id === surface) ?? null;
    const { messageId, toolCallId } = shown?.call ?? {};
    return {
      key: surfacePinKey(id, surface),
      from: { id, title: titleOf({ title: title || titleFrom(messages) }) },
      surface: shown && lastVersions(shown),
      asks: asks.filter((ask) => ask.messageId === messageId && ask.toolCallId === toolCallId),
    };
  });
}

/** Of a sheet that was changed more often, a pin has the newest versions; all are in its conversation. */
const MAX_VERSIONS = 20;

const lastVersions = (surface: Surface): Surface =>
  surface.versions.length <= MAX_VERSIONS
    ? surface
    : { ...surface, versions: surface.versions.slice(-MAX_VERSIONS), isCut: true };

type Change = { key: string; message: UIMessage; asks: Ask[] };

/** Each holds little, and may be from another sheet. */
const MAX_SENT = 100;

/**
 * The later messages in which pinned sheets were changed or sent from, by the pin's key, in their order. Only the newest, for a
 * change holds all that the sheet shows since, and of each only what is about the sheet. They are found by the text of their
 * parts, which need not be parsed for that, and is all that a conversation has that came with a file.
 */
async function changesOf(pins: readonly PinnedSurface[]): Promise<Map<string, Change[]>> {
  const meant = pins.map(({ id, surface }) => ({
    ...{ id, key: surfacePinKey(id, surface), messageId: callOf(surface).messageId },
    change: `"changes":{"sheet":${asJson(surface)}`,
  }));
  if (meant.length === 0) return new Map();
  const later = (which: Sql, most: number) => sql()`
    select m.conversation_id, m.position from messages m
    where m.conversation_id = pin.id and m.position > pin.position and m.active and ${sql().unsafe(OF_SHEETS)} and ${which}
    order by m.position desc limit ${most}`;
  const rows = await sql()<Change[]>`
    with pin as (
      select given.*, own.position
      from json_to_recordset(${asJson(meant)}::json) as given(id uuid, key text, "messageId" text, change text)
        join messages own on own.conversation_id = given.id and own.id = given."messageId" and own.active
    ), changed as (
      select pin.key, pin.change, m.* from pin cross join lateral (
        ${later(sql()`strpos(m.parts::text, pin.change) > 0`, MAX_VERSIONS + 1)}) m
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
        ${later(sql()`m.role = 'user' and strpos(m.parts::text, '"data-answer"') > 0`, MAX_SENT)}) m
      union
      select pin.key, pin.change, m.* from pin join named using (key) cross join lateral (
        ${later(sql()`strpos(m.parts::text, ${UPDATES}) > 0 and strpos(m.parts::text, named.name) > 0`, MAX_VERSIONS + 1)}) m
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
  return Map.groupBy(rows, ({ key }) => key);
}

/** A call that changes a stored component. */
const UPDATES = '"tool-update_ui_component"';

type ComponentRef = { id: string; name: string; props: Record<string, unknown> };

/** Components of the library as pins of them would be, by the id that each is given. One that is deleted is not among them. */
export async function pinsOfComponents(
  agentId: string,
  given: readonly ComponentRef[],
): Promise<Map<string, Pin>> {
  if (given.length === 0) return new Map();
  const rows = await db()
    .select({ name: components.name, version: components.version, bundle, updatedAt: components.updatedAt })
    .from(components)
    .where(
      isLiveNamed(
        agentId,
        given.map(({ name }) => name),
      ),
    );
  return new Map(
    given.flatMap(({ id, name, props }) => {
      const row = rows.find((one) => one.name === name);
      if (!row) return [];
      const { version, bundle, updatedAt } = row;
      const at = new Date(updatedAt).toISOString();
      const home = homeOf(agentId, name);
      const surface = componentSurface({ name, version, bundle, props, at, home, tile: id });
      return [[id, { key: `${componentPinKey(name)}/${id}`, from: null, surface, asks: [] }]];
    }),
  );
}

async function pinnedComponents(agentId: string): Promise<Pin[]> {
  const rows = await db()
    .select({
      ...{ name: components.name, version: components.version, bundle },
      props: raw<Record<string, unknown>>`${settings.value}->'props'`,
      /** Of the pin. */
      updatedAt: settings.updatedAt,
    })
    .from(settings)
    .innerJoin(
      components,
      and(eq(components.agentId, settings.agentId), raw`${PREFIX} || ${components.name} = ${settings.key}`),
    )
    .where(
      and(...[eq(settings.agentId, agentId), like(settings.key, `${PREFIX}%`)], isNull(components.deletedAt)),
    )
    .orderBy(asc(settings.updatedAt), asc(settings.key))
    .limit(MOST);
  return rows.map(({ updatedAt, ...component }) => ({
    key: componentPinKey(component.name),
    from: null,
    surface: componentSurface({
      ...{ ...component, at: new Date(updatedAt).toISOString(), home: homeOf(agentId, component.name) },
    }),
    asks: [],
  }));
}

/** A row of the settings for each pinned component. */
const PREFIX = "pin:";

/** Puts a component on the canvas, with these props; one that lies there already gets them. */
export async function pinComponent(
  agentId: string,
  name: string,
  props: Record<string, unknown>,
): Promise<void> {
  const value = { props };
  await db()
    .insert(settings)
    .values({ agentId, key: PREFIX + name, value })
    .onConflictDoUpdate({ target: [settings.agentId, settings.key], set: { value } });
  publish({ type: "pins", agent: agentId });
}

export async function unpinComponent(agentId: string, name: string): Promise<void> {
  await db()
    .delete(settings)
    .where(and(eq(settings.agentId, agentId), eq(settings.key, PREFIX + name)));
  publish({ type: "pins", agent: agentId });
}
