import { sql as raw } from "drizzle-orm";
import { WITH_COMPONENTS } from "@/drizzle/schema/conversations";
import { viewer } from "@/lib/ground/base/acting";
import { GALLERY_KINDS, type GalleryKind } from "@/lib/shared/gallery/kinds";
import type { Right } from "@/lib/shared/members/roles";
import { asJson, sql } from "@/lib/store/db";
import { andOfVisible, andVisible } from "@/lib/store/members/visible";
import { originsOf } from "@/lib/store/origins";
import { holdsAll, piecesOf } from "@/lib/store/search/search";
import { partOf, type Sql } from "@/lib/store/sql-fragments";

/** Newest messages with components of an agent that the gallery reads. */
const MAX_CALLS = 300;

export type WantedItems = {
  /** Agents that the member may use; null for all. */
  rights: ReadonlyMap<string, Right> | null;
  agentId: string | undefined;
  memberId: string;
  kind: GalleryKind | undefined;
  /** Words that must all occur in the title or the description. */
  q: string;
  after: ItemPosition | null;
  limit: number;
};

/** Position of an item in the list: `used` in microseconds, and `tie` for items with the same time. */
export type ItemPosition = { used: string; tie: string };

export type FoundItem = ItemPosition & {
  agent: string;
  kind: GalleryKind;
  id: string;
  title: string;
  description: string;
  content: unknown;
};

/**
 * Lists the items of the gallery, used last first. Raw SQL: one statement for all kinds of items, which reads the code
 * and the props only of the items on the page.
 */
export const findItems = ({ rights, agentId, memberId, kind, q, after, limit }: WantedItems) => {
  const pieces = piecesOf(q);
  const kinds = GALLERY_KINDS.filter((one) => kind === undefined || one === kind);
  const all = kinds
    .map((one) => ITEMS[one](memberId, agentId))
    .reduce((found, one) => sql()`${found} union all ${one}`);
  return sql()<FoundItem[]>`
    with reach as materialized (${reached(rights, agentId)}),
    uses as materialized (
      select u.* from gallery_uses u join reach on reach.id = u.agent_id where u.member_id = ${memberId}
    ), ${kinds.includes("inline") ? sql()`${inlineCalls()},` : sql()``}
    page as materialized (
      select f.*, f.kind || ' ' || f.agent || ' ' || f.id as tie
      from (
        select i.agent, i.kind, i.id, i.title, i.description, greatest(i.changed, u.used_at) as used
        from (${all}) i(agent, kind, id, title, description, changed)
          left join uses u on u.agent_id = i.agent and u.kind = i.kind and u.item = i.id
      ) f
      where ${pieces.length === 0 ? sql()`true` : partOf(holdsAll(raw`f.title || ' ' || f.description`, pieces))}
        and ${after === null ? sql()`true` : sql()`(f.used, f.kind || ' ' || f.agent || ' ' || f.id) < (${after.used}::timestamptz, ${after.tie})`}
      order by f.used desc, tie desc limit ${limit}
    )
    select p.agent, p.kind, p.id, p.title, p.description, to_json(p.used)#>>'{}' as used, p.tie,
      case p.kind ${kinds.map((one) => sql()`when ${one} then (${CONTENTS[one]()})`).reduce((some, one) => sql()`${some} ${one}`)} end as content
    from page p order by p.used desc, p.tie desc`;
};

/** SQL for the agents that the member may use, with their right. */
const reached = (rights: WantedItems["rights"], agentId: string | undefined) => sql()`
  select g.id, ${rights === null ? sql()`'own'` : sql()`r."right"`} as "right" from agents g
    ${rights === null ? sql()`` : sql()`join json_to_recordset(${asJson([...rights].map(([id, right]) => ({ id, right })))}::json) as r(id uuid, "right" text) on r.id = g.id`}
  where g.deleted_at is null ${agentId === undefined ? sql()`` : sql()`and g.id = ${agentId}`}`;

/**
 * CTE for the inline components: the newest version of each surface, and of several with the same code the newest.
 * Leaves out surfaces whose newest version was kept in the library.
 */
const inlineCalls = () => sql()`
  shown_calls as materialized (
    select distinct on (w.conversation_id, s.sheet) w.agent_id, w.conversation_id, s.sheet, w.position, w.created_at,
      w.id || '/' || call.key as call, call.value#>>'{shown,bundle}' as bundle, p.part#>'{input,props}' as props,
      coalesce(p.part#>>'{input,title}', '') as title, w.title as conversation
    from reach cross join lateral (
        select m.*, c.title from messages m
          join conversations c on c.id = m.conversation_id and c.deleted_at is null ${andVisible(sql()`c`)}
        where m.agent_id = reach.id and ${sql().unsafe(WITH_COMPONENTS)}
        order by m.position desc limit ${MAX_CALLS}
      ) w
      cross join json_each(case json_typeof(w.metadata->'calls') when 'object' then w.metadata->'calls' end) call
      join lateral (
        select part from json_array_elements(w.parts) part where part->>'toolCallId' = call.key limit 1) p on true
      cross join lateral (
        select coalesce(p.part#>>'{toolMetadata,changes,sheet}', w.id || '/' || call.key) as sheet) s
    where call.value#>>'{shown,bundle}' is not null and call.value#>>'{shown,name}' is null
      and call.value#>>'{shown,app}' is null
    order by w.conversation_id, s.sheet, w.position desc
  ), inline_calls as materialized (
    select distinct on (i.agent_id, i.bundle) i.*, i.conversation_id || '/' || i.sheet as id from shown_calls i
    where not exists (
      select from sheets kept where kept.conversation_id = i.conversation_id and kept.message_id = split_part(i.sheet, '/', 1)
        and kept.tool_call_id = substr(i.sheet, strpos(i.sheet, '/') + 1)
        and split_part(kept.entries#>>'{kept,version}', ' edit ', 1) = i.call
        and (select k.deleted_at is null from components k
          where k.agent_id = kept.agent_id and k.name = kept.entries#>>'{kept,name}'))
    order by i.agent_id, i.bundle, i.position desc
  )`;

/** SQL for the items of each kind: agent, kind, id, title, description, time of the last change. */
const ITEMS: Record<GalleryKind, (memberId: string, agentId: string | undefined) => Sql> = {
  component: () => sql()`
    select c.agent_id, 'component', c.name, c.name, c.description, c.updated_at
    from reach join components c on c.agent_id = reach.id and c.deleted_at is null`,
  inline: () => sql()`
    select i.agent_id, 'inline', i.id, i.title, i.conversation, i.created_at from inline_calls i`,
  board: (memberId, agentId) => sql()`
    select b.agent_id, 'board', b.id::text, b.name, '', b.updated_at from reach join boards b on b.agent_id = reach.id
    ${agentId === undefined ? sql()`union all ${sharedBoards(memberId)}` : sql()``}`,
  app: (memberId) => sql()`
    select a.agent_id, 'app', a.id::text, a.title, '/p/' || a.slug, greatest(v.created_at,
      (select max(w.seen_at) from app_visitors w where w.app_id = a.id))
    from reach join apps a on a.agent_id = reach.id
      join lateral (${shownVersion()}) v on true
    where reach."right" = 'own' or (${isOpenApp()} and (a.audience = 'public'
      or a.audience = 'members' and (a.members is null or a.member_id = ${memberId} or ${memberId} = any(a.members))))`,
  export: () => sql()`
    select f.agent_id, 'export', f.id::text, f.name, coalesce(c.title, ''), f.created_at
    from reach join files f on f.agent_id = reach.id and ${exportsOf()}
      left join conversations c on c.id = f.conversation_id and c.deleted_at is null`,
};

/** SQL for boards that are shared with the member without their agents. */
const sharedBoards = (memberId: string) => sql()`
  select b.agent_id, 'board', b.id::text, b.name, '', greatest(b.updated_at, max(s.created_at))
  from board_shares s join boards b on b.agent_id = s.agent_id and b.id = s.board_id
    join agents g on g.id = s.agent_id and g.member_id = s.shared_by and g.deleted_at is null
  where (s.member_id = ${memberId} or s.member_id is null and exists (
      select from members m where m.id = ${memberId} and m.role <> 'guest' and m.removed_at is null))
    and not exists (select from reach where reach.id = s.agent_id)
  group by b.agent_id, b.id`;

/** SQL for exports `f` that the member may see. If the conversation of an export is deleted, its readers are unknown. */
const exportsOf = () => sql()`
  f.origin = 'export' and f.deleted_at is null ${andOfVisible(sql()`f`)}
    and (f.conversation_id is not null or f.export_of->>'kind' = 'component' or ${viewer() === null})`;

/** SQL for the version of an app `a` that visitors get, or else for its newest. */
const shownVersion = () => sql()`
  select v.bundle, v.props, v.created_at from app_versions v where v.app_id = a.id
  order by v.number = a.version desc nulls last, v.number desc limit 1`;

const isOpenApp = () => sql()`(a.version is not null and coalesce(a.expires_at > now(), true))`;

/** SQL for the content of an item `p` of the page, as JSON. */
const CONTENTS: Record<GalleryKind, () => Sql> = {
  component: () => sql()`
    select json_build_object('version', c.version, 'schema', c.props_schema,
      'bundle', encode(sha256(convert_to(c.code, 'UTF8')), 'hex'),
      'failed', (select json_build_object('version', r.version, 'message', r.failure) from revisions r
        where r.agent_id = c.agent_id and r.kind = 'component' and r.name = c.name and r.version > c.version
          and r.failure is not null order by r.version desc limit 1),
      'origins', coalesce((${originsOf(sql()`c.agent_id`, "component", sql()`c.name`)}), '[]'))
    from components c where c.agent_id = p.agent and c.name = p.id`,
  inline: () => sql()`
    select json_build_object('bundle', i.bundle, 'props', i.props, 'sheet', i.sheet,
      'conversation', json_build_object('id', i.conversation_id, 'title', i.conversation))
    from inline_calls i where i.agent_id = p.agent and i.id = p.id`,
  board: () => sql()`
    select json_build_object('tiles', b.tiles, 'isShared', not exists (select from reach where reach.id = p.agent)) from boards b where b.agent_id = p.agent and b.id::text = p.id`,
  app: () => sql()`
    select json_build_object('bundle', v.bundle, 'props', v.props, 'slug', a.slug, 'audience', a.audience,
      'isOpen', ${isOpenApp()}, 'owned', case when reach."right" = 'own' then json_build_object('link', a.link,
        'visitors', (select count(*)::int from app_visitors w where w.app_id = a.id)) end)
    from apps a join reach on reach.id = a.agent_id join lateral (${shownVersion()}) v on true
    where a.id::text = p.id`,
  export: () => sql()`
    select json_build_object('of', f.export_of, 'size', f.size,
      'drawn', (select json_build_object('bundle', encode(sha256(convert_to(r.content->>'code', 'UTF8')), 'hex'),
          'schema', r.content->'props_schema')
        from revisions r where r.agent_id = f.agent_id and r.kind = 'component' and r.name = f.export_of->>'name'
          and r.version = (f.export_of->>'version')::int),
      'newest', (select json_build_object('bundle', encode(sha256(convert_to(k.code, 'UTF8')), 'hex'), 'schema', k.props_schema)
        from components k where k.agent_id = f.agent_id and k.name = f.export_of->>'name' and k.deleted_at is null),
      'source', coalesce(
        (select json_build_object('title', k.name, 'version', k.version) from components k
          where k.agent_id = f.agent_id and k.name = f.export_of->>'name' and k.deleted_at is null),
        (select json_build_object('title', c.title, 'version', null) from conversations c
          where c.id = f.conversation_id and c.deleted_at is null)))
    from files f where f.agent_id = p.agent and f.id::text = p.id`,
};
