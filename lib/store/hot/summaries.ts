import type { Kind } from "@/lib/shared/kinds";
import type { ItemSummary } from "@/lib/shared/memory/summary";
import { sql } from "@/lib/store/db";
import { andVisible } from "@/lib/store/members/visible";
import { titleIn } from "@/lib/store/revision-title";
import type { Conversation, RevisionRow, ToolCallRow } from "@/lib/store/rows";

/**
 * Maximum characters of a version and its predecessor together. The contents of larger versions are not
 * returned.
 */
const MAX_COMPARED_CHARS = 300_000;

export type Neighbours = Pick<RevisionRow, "id" | "kind" | "name" | "content"> & {
  title: string | null;
  /** If true, the contents are null. */
  isLarge: boolean;
  isNew: boolean;
  isDeleted: boolean;
  before: unknown;
  tool: ToolCallRow["toolName"] | null;
  conversation: Conversation["title"] | null;
  /** Parts of the user's last message before this version. */
  said: unknown;
};

/** Reads versions, each with its predecessor and its cause. Raw SQL: lateral joins. */
export const readNeighbours = (agentId: string, ids: readonly string[]) =>
  sql()<Neighbours[]>`
    with wanted as (
      select r.*, p.content as before, coalesce(${titleIn("r")}, ${titleIn("p")}) as title,
        length(coalesce(r.content::text, '')) + length(coalesce(p.content::text, '')) > ${MAX_COMPARED_CHARS} as is_large
      from revisions r left join lateral (
        select b.kind, b.content from revisions b where b.agent_id = r.agent_id and b.kind = r.kind
          and b.name = r.name and b.version < r.version and b.live order by b.version desc limit 1
      ) p on true
      where r.agent_id = ${agentId} and r.id in ${sql()([...ids])}
    )
    select w.id, w.kind, w.name, w.title, w.is_large as "isLarge", w.before is null as "isNew", w.content is null as "isDeleted",
      case when not w.is_large then w.content end as content, case when not w.is_large then w.before end as before,
      t.tool_name as tool, c.title as conversation, s.parts as said
    from wanted w
    left join conversations c on c.id = (w.cause->>'conversationId')::uuid and c.agent_id = w.agent_id and c.deleted_at is null ${andVisible(sql()`c`)}
    left join tool_calls t on t.conversation_id = c.id and t.message_id = w.cause->>'messageId'
      and t.tool_call_id = w.cause->>'toolCallId'
    left join lateral (
      select m.parts from messages m where m.conversation_id = c.id and m.role = 'user' and m.created_at <= w.created_at
        and m.active order by m.position desc limit 1
    ) s on true`;

/**
 * Lists the versioned items of a kind among the newest versions, most recently changed first. Raw SQL:
 * aggregates with orders and filters.
 */
export const newestItems = (agentId: string, kind: Kind, limits: { versions: number; things: number }) =>
  sql()<(Omit<ItemSummary, "title"> & { title: string | null })[]>`
    select kind, name, (array_agg(title order by version desc) filter (where title is not null))[1] as title,
      max(version) as version, (array_agg(gone order by version desc) filter (where live))[1] is true as deleted
    from (
      select kind, name, ${titleIn("revisions")} as title, version, position, live, content is null as gone from revisions
      where agent_id = ${agentId} and kind = ${kind} order by position desc limit ${limits.versions}) newest
    group by kind, name order by max(position) desc limit ${limits.things}`;
