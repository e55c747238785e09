import { held } from "@/lib/store/agents/settings";
import { asJson, sql } from "@/lib/store/db";
import type { Sql } from "@/lib/store/given";
import type { Conversation, FileColumns, MessageRow } from "@/lib/store/rows";

/*
 * The workspace itself as documents: nothing is written there, and nothing secret is in it. Of the settings only those are
 * shown that hold no key and no address of a provider.
 */

/** What is asked for, as far as it is known: documents with one of these ids, of one of these conversations. */
export type Narrowed = { ids: readonly string[] | null; chats: readonly string[] | null };
/** Documents, and the origins on the web whose text may be in them. */
export type Viewed = { documents: Record<string, unknown>[]; origins: string[] };
type View = (agentId: string, narrowed: Narrowed) => AsyncGenerator<Viewed>;

const BATCH = 500;
/** Messages may be long. */
const FEW = 100;

const among = (value: Sql, wanted: readonly string[] | null) =>
  wanted ? sql()`${value} in (select json_array_elements_text(${asJson(wanted)}::json))` : sql()`true`;

const date = (time: string | null) => (time === null ? null : { $date: new Date(time).toISOString() });
const originsOf = (rows: readonly { origins: string[] | null }[]) => [
  ...new Set(rows.flatMap(({ origins }) => origins ?? [])),
];

async function* chats(agentId: string, { ids }: Narrowed): AsyncGenerator<Viewed> {
  type Row = Pick<
    Conversation,
    "id" | "title" | "origin" | "model" | "pinnedAt" | "createdAt" | "updatedAt"
  > & {
    origins: string[] | null;
  };
  const cursor = sql()<Row[]>`
    select c.id, c.title, c.origin, c.model, c.pinned_at as "pinnedAt", c.created_at as "createdAt",
      c.updated_at as "updatedAt", to_json(c.read_web) as origins
    from conversations c
    where c.agent_id = ${agentId} and c.deleted_at is null and ${among(sql()`c.id::text`, ids)}
    order by c.created_at, c.id`.cursor(BATCH);
  for await (const rows of cursor)
    yield {
      documents: rows.map(({ id, title, origin, model, ...times }) => ({
        ...{ _id: id, title, origin, model },
        ...{
          pinnedAt: date(times.pinnedAt),
          createdAt: date(times.createdAt),
          updatedAt: date(times.updatedAt),
        },
      })),
      origins: originsOf(rows),
    };
}

async function* messages(agentId: string, { ids, chats }: Narrowed): AsyncGenerator<Viewed> {
  type Row = Pick<MessageRow, "id" | "conversationId" | "role" | "parts" | "createdAt"> & {
    origins: string[] | null;
  };
  const cursor = sql()<Row[]>`
    select m.id, m.conversation_id as "conversationId", m.role, m.parts, m.created_at as "createdAt",
      to_json(c.read_web) as origins
    from messages m join conversations c on c.id = m.conversation_id
    where c.agent_id = ${agentId} and c.deleted_at is null and m.active and ${among(sql()`m.id`, ids)}
      and ${among(sql()`m.conversation_id::text`, chats)}
    order by m.position`.cursor(FEW);
  for await (const rows of cursor)
    yield {
      documents: rows.map(({ id, conversationId: chatId, role, parts, createdAt }) => ({
        ...{ _id: id, chatId, role, text: textOf(parts), createdAt: date(createdAt) },
      })),
      origins: originsOf(rows),
    };
}

/** What was written, without what tools were given and gave. */
function textOf(parts: unknown): string {
  if (!Array.isArray(parts)) return "";
  const texts = parts.flatMap((part) =>
    part?.type === "text" && typeof part.text === "string" ? [part.text] : [],
  );
  return texts.join("\n\n");
}

async function* settings(agentId: string, { ids }: Narrowed): AsyncGenerator<Viewed> {
  const rows = await sql()<{ key: string; value: unknown }[]>`
    select key, value from (${held(sql()`${agentId}::uuid`)}) held
    where ${among(sql()`key`, ids)}
      and (key in ('general', 'limits', 'budget') or key like 'toolset:%' or key like 'tool:%')
    order by key`;
  yield { documents: rows.map(({ key, value }) => ({ _id: key, value })), origins: [] };
}

const files = (condition: () => Sql): View =>
  async function* (agentId, { ids, chats }) {
    type Row = Pick<
      FileColumns,
      "id" | "name" | "size" | "width" | "height" | "origin" | "prompt" | "description" | "createdAt"
    > & { mediaType: string; chatId: string | null; messageId: string | null; origins: string[] | null };
    const cursor = sql()<Row[]>`
      select f.id, f.name, f.media_type as "mediaType", f.size::float8 as size, f.width, f.height, f.origin, f.prompt,
        f.description, f.conversation_id as "chatId", f.message_id as "messageId", f.created_at as "createdAt",
        to_json(f.origins) as origins
      from files f
      where f.agent_id = ${agentId} and f.deleted_at is null and ${condition()} and ${among(sql()`f.id::text`, ids)}
        and ${among(sql()`f.conversation_id::text`, chats)}
      order by f.created_at, f.id`.cursor(BATCH);
    for await (const rows of cursor)
      yield {
        documents: rows.map(({ id: _id, createdAt, origins: _, ...file }) => ({
          _id,
          ...file,
          createdAt: date(createdAt),
        })),
        origins: originsOf(rows),
      };
  };

/** By the name of the collection. Pictures are media; what the person gave are attachments. */
export const VIEWS: Record<"chats" | "messages" | "settings" | "media" | "attachments", View> = {
  chats,
  messages,
  settings,
  media: files(() => sql()`f.media_type like 'image/%'`),
  attachments: files(() => sql()`f.origin = 'upload'`),
};
