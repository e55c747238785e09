import { AppError } from "@/lib/shared/errors";
import type { ConversationOrigin } from "@/lib/shared/jobs/kinds";
import { sql } from "@/lib/store/db";
import { andVisible, authorOf } from "@/lib/store/members/visible";
import { subagentsBelow } from "@/lib/store/message-queries";
import type { Conversation, Run } from "@/lib/store/rows";

const PAGE = 50;

export type ConversationRow = Pick<Conversation, "id" | "title" | "createdAt" | "updatedAt"> & {
  origin: ConversationOrigin;
  run: Pick<Run, "id" | "status"> | null;
  openAsks: number;
  pinned: boolean;
  /** Name of the author, if that is another member. */
  author?: string;
};
export type ConversationPage<Row = ConversationRow> = { conversations: Row[]; nextCursor?: string };
export type Paging = {
  cursor?: string;
  limit?: number;
  origin?: ConversationOrigin;
  /** Only conversations of this project. */
  projectId?: string;
};

/**
 * Lists pinned conversations, most recently pinned first, then the others, newest first. Only the first page
 * has pinned ones.
 */
export async function listConversations(
  agentId: string,
  { cursor, limit = PAGE, origin, projectId }: Paging = {},
): Promise<ConversationPage> {
  const after = cursor ? parseCursor(cursor) : null;
  const rows = await sql()<(ConversationRow & SortPosition)[]>`
    (select ${columns()} from conversations c
      where c.agent_id = ${agentId} and c.deleted_at is null and c.pinned_at is not null and ${after === null} ${isOf(origin)} ${isIn(projectId)} ${andVisible(sql()`c`)}
      order by c.pinned_at desc, c.id)
    union all
    (select ${columns()} from conversations c
      where c.agent_id = ${agentId} and c.deleted_at is null and c.pinned_at is null ${isOf(origin)} ${isIn(projectId)} ${isAfter(after)} ${andVisible(sql()`c`)}
      order by c.updated_at desc, c.id desc limit ${limit + 1})`;
  const pinned = rows.filter((row) => row.pinned);
  const { conversations, ...next } = toPage(
    rows.filter((row) => !row.pinned),
    limit,
  );
  return { conversations: [...pinned.map(toRow), ...conversations], ...next };
}

/** Time of the row in microseconds since the epoch, which a Date cannot represent exactly. */
export type SortPosition = { micros: string };

/** SQL columns of a row, from a conversation `c`. Ignores branches that are not visible. */
export const columns = () => sql()`
  c.id, c.title, c.created_at as "createdAt", c.updated_at as "updatedAt", c.pinned_at is not null as pinned, c.origin,
  ${micros()}, ${authorColumn()}
  (select json_build_object('id', r.id, 'status', r.status) from runs r
    where r.conversation_id = c.id and ${isShown()} order by r.started_at desc, r.id limit 1) as run,
  (select count(*)::int from (
      select c.id as conversation_id union all
      select h.conversation_id from (${subagentsBelow(sql()`c.id`)}) h where h.settled_at is null
    ) h join asks a on a.conversation_id = h.conversation_id
      join messages m on m.conversation_id = a.conversation_id and m.id = a.message_id
    where a.status = 'open' and a.awaits and m.active) as "openAsks"`;

function authorColumn() {
  const author = authorOf(sql()`c`);
  return author === null ? sql()`` : sql()`${author} as author,`;
}

export const micros = () => sql()`(extract(epoch from c.updated_at) * 1000000)::bigint as micros`;

/** SQL condition: the message of a run `r` is on the visible branch. */
export const isShown = () => sql()`not exists (
  select from messages m where m.conversation_id = r.conversation_id and m.id = r.message_id and not m.active)`;

/** SQL condition for conversations `c` after `place`, newest first; empty for the first page. */
export const isAfter = (place: Cursor | null) =>
  place === null
    ? sql()``
    : sql()`and (c.updated_at, c.id) <
        (to_timestamp(0) + ${place.micros}::bigint * interval '1 microsecond', ${place.id}::uuid)`;

/**
 * SQL condition for conversations `c` with this origin. Without an origin, for all conversations except those
 * of components. The condition has the form of that of the partial index, so that the planner uses it.
 */
export function isOf(origin: ConversationOrigin | undefined) {
  if (origin === undefined) return sql()`and c.origin <> 'component'`;
  return origin === "chat"
    ? sql()`and c.origin = 'chat'`
    : sql()`and c.origin <> 'chat' and c.origin = ${origin}`;
}

/** SQL condition for conversations `c` of a project. */
export const isIn = (projectId: string | undefined) =>
  projectId === undefined
    ? sql()``
    : sql()`and c.project_id is not null and c.project_id = ${projectId}::uuid`;

/** Takes the first `limit` rows, and sets `nextCursor` if there are more. */
export function toPage<Row extends ConversationRow>(
  rows: (Row & SortPosition)[],
  limit = PAGE,
): ConversationPage<Omit<Row & SortPosition, "micros">> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    conversations: page.map(toRow),
    ...(rows.length > limit && last ? { nextCursor: writeCursor(last) } : {}),
  };
}

const toRow = <Row extends ConversationRow>({ micros: _, ...row }: Row & SortPosition) => ({
  ...row,
  author: row.author ?? undefined,
  createdAt: new Date(row.createdAt).toISOString(),
  updatedAt: new Date(row.updatedAt).toISOString(),
});

export type Cursor = { micros: string; id: string };
const CURSOR = /^(?<micros>\d{1,16})_(?<id>[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const writeCursor = ({ micros, id }: Cursor): string => `${micros}_${id}`;

export function parseCursor(cursor: string): Cursor {
  const { micros, id } = CURSOR.exec(cursor)?.groups ?? {};
  if (micros !== undefined && id !== undefined) return { micros, id };
  throw new AppError("invalid", "The cursor was not returned by a list. Omit it to start at the beginning.");
}
