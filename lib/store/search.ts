import { readableText } from "@/lib/shared/chat/body";
import { excerptOf } from "@/lib/shared/excerpt";
import { fold, wordsOf } from "@/lib/shared/words";
import {
  type ConversationPage,
  type ConversationRow,
  columns,
  isAfter,
  type Paging,
  type Place,
  parseCursor,
  toPage,
} from "./conversation-list";
import { asJson, sql } from "./db";

const PAGE = 50;
/** What a message may take up to be read for its excerpt; of a larger one, such as pictures, the words are shown. */
const READ_BYTES = 300_000;

export type FoundRow = ConversationRow & { found: { messageId: string; excerpt: string } | null };
type Hit = { messageId: string | null; parts: unknown; body: string | null };

/**
 * Conversations whose title holds every word of `q`, or that show a message with words which begin like every word of
 * it. Newest first, with the first such message.
 */
export async function searchConversations(
  agentId: string,
  q: string,
  { cursor, limit = PAGE }: Paging = {},
): Promise<ConversationPage<FoundRow>> {
  const words = [...new Set(wordsOf(q))];
  const rows = await sql()<(ConversationRow & Place & Hit)[]>`
    with hit as (
      select conversation_id, min(position) as position from messages
      where agent_id = ${agentId} and active and ${words.length > 0} and ${wordsIndex()} @@ ${toQuery(words)}::tsquery
      group by conversation_id
    ), page as (
      select c.*, hit.position from conversations c left join hit on hit.conversation_id = c.id
      where c.agent_id = ${agentId} and c.deleted_at is null and (hit.position is not null or not exists (
          select from json_array_elements_text(${asJson(fold(q).split(/\s+/))}::json) as word where strpos(${folded()}, word) = 0))
        and ${isAfter(cursor ? parseCursor(cursor) : null)}
      order by c.updated_at desc, c.id desc limit ${limit + 1}
    )
    select ${columns()}, m.id as "messageId", m.body, case when pg_column_size(m.parts) < ${READ_BYTES} then m.parts end as parts
    from page c left join messages m on m.conversation_id = c.id and m.position = c.position
    order by c.updated_at desc, c.id desc`;
  return toPage(
    rows.map(({ messageId, parts, body, ...row }) => ({
      ...row,
      found:
        messageId === null
          ? null
          : { messageId, excerpt: excerptOf(readableText(parts) || (body ?? ""), words) },
    })),
    limit,
  );
}

/** As the index on messages has it. */
const wordsIndex = () => sql()`array_to_tsvector(array_remove(string_to_array(body, ' '), ''))`;

/** Words are letters and digits, so that none of them means something to the query. */
const toQuery = (words: string[]) => words.map((word) => `'${word}':*`).join(" & ");

/** The title of a conversation `c` as `fold` makes it. */
const folded = () =>
  sql()`lower(normalize(regexp_replace(normalize(c.title, nfkd), '[\\u0300-\\u036f]', '', 'g'), nfc))`;
