import { asJson, sql } from "@/lib/store/db";
import { andOfVisible, andVisible } from "@/lib/store/members/visible";
import type { Conversation, FileColumns, MessageRow } from "@/lib/store/rows";
import type { Sql } from "@/lib/store/sql-fragments";

/** Filters that apply before the query runs; null means no filter. */
export type Narrowed = { ids: readonly string[] | null; chats: readonly string[] | null };

const among = (value: Sql, wanted: readonly string[] | null) =>
  wanted ? sql()`${value} in (select json_array_elements_text(${asJson(wanted)}::json))` : sql()`true`;

type Chat = Pick<
  Conversation,
  "id" | "title" | "origin" | "model" | "pinnedAt" | "createdAt" | "updatedAt"
> & { origins: string[] };

/** Reads conversations, oldest first. Raw SQL: read by a cursor. */
export const viewedChats = (agentId: string, { ids }: Narrowed) =>
  sql()<Chat[]>`
    select c.id, c.title, c.origin, c.model, c.pinned_at as "pinnedAt", c.created_at as "createdAt",
      c.updated_at as "updatedAt", to_json(c.read_web) as origins
    from conversations c
    where c.agent_id = ${agentId} and c.deleted_at is null ${andVisible(sql()`c`)} and ${among(sql()`c.id::text`, ids)}
    order by c.created_at, c.id`;

type Message = Pick<MessageRow, "id" | "conversationId" | "role" | "parts" | "createdAt"> & {
  origins: string[];
};

/** Reads messages of visible branches. Raw SQL: read by a cursor. */
export const viewedMessages = (agentId: string, { ids, chats }: Narrowed) =>
  sql()<Message[]>`
    select m.id, m.conversation_id as "conversationId", m.role, m.parts, m.created_at as "createdAt",
      to_json(c.read_web) as origins
    from messages m join conversations c on c.id = m.conversation_id
    where c.agent_id = ${agentId} and c.deleted_at is null ${andVisible(sql()`c`)} and m.active and ${among(sql()`m.id`, ids)}
      and ${among(sql()`m.conversation_id::text`, chats)}
    order by m.position`;

type File = Pick<
  FileColumns,
  "id" | "name" | "size" | "width" | "height" | "origin" | "prompt" | "description" | "createdAt"
> & { mediaType: string; chatId: string | null; messageId: string | null; origins: string[] };

/** Reads images or the user's uploads, oldest first. Raw SQL: read by a cursor. */
export const viewedFiles = (agentId: string, which: "pictures" | "uploads", { ids, chats }: Narrowed) =>
  sql()<File[]>`
    select f.id, f.name, f.media_type as "mediaType", f.size::float8 as size, f.width, f.height, f.origin, f.prompt,
      f.description, f.conversation_id as "chatId", f.message_id as "messageId", f.created_at as "createdAt",
      to_json(f.origins) as origins
    from files f
    where f.agent_id = ${agentId} and f.deleted_at is null ${andOfVisible(sql()`f`)}
      and ${which === "pictures" ? sql()`f.media_type like 'image/%' and f.origin not in ('point', 'export')` : sql()`f.origin = 'upload'`}
      and ${among(sql()`f.id::text`, ids)} and ${among(sql()`f.conversation_id::text`, chats)}
    order by f.created_at, f.id`;
