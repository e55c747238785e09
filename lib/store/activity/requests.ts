import { and, asc, desc, eq, gt, inArray, sql as raw, type SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import postgres from "postgres";
import { agents, requests } from "@/drizzle/schema";
import { db, relaxedSql } from "@/lib/store/db";
import { addRequests } from "@/lib/store/hot/audit";
import type { RequestRow } from "@/lib/store/rows";

const RETENTION_DAYS = 30;
const MAX_ROWS_PER_AGENT = 100_000;
/**
 * Maximum rows kept for one conversation, so that a page with endless requests displaces only rows of its own
 * conversation.
 */
const MAX_ROWS_PER_CONVERSATION = 20_000;
/** Maximum number deleted per statement, to keep locks short. */
const AT_ONCE = 5_000;

export type NewRequest = Omit<RequestRow, "id" | "createdAt"> & {
  at: string;
};

/**
 * Stores requests in order, without waiting for the disk. Skips those of deleted agents, and leaves out
 * deleted conversations.
 */
export async function insertRequests(rows: readonly NewRequest[]): Promise<void> {
  try {
    await addRequests(rows);
  } catch (error) {
    // The agent or conversation was deleted while this statement ran. On the retry the statement skips it.
    if (!(error instanceof postgres.PostgresError && error.code === "23503")) throw error;
    await addRequests(rows);
  }
}

const MAX_LISTED = 200;

/** Lists the requests of an agent that were refused, oldest first. */
export async function listRefused(
  agentId: string,
): Promise<Pick<RequestRow, "tool" | "method" | "url" | "messageId">[]> {
  const { tool, method, url, messageId, id, verdict } = requests;
  return db()
    .select({ tool, method, url, messageId })
    .from(requests)
    .where(and(eq(requests.agentId, agentId), eq(verdict, "refused")))
    .orderBy(asc(id))
    .limit(MAX_LISTED);
}

const LIMITS = { days: RETENTION_DAYS, rows: MAX_ROWS_PER_AGENT, ofOne: MAX_ROWS_PER_CONVERSATION };

/**
 * Deletes requests older than 30 days, and all but the newest 20,000 per conversation and 100,000 per agent.
 */
export async function forgetOldRequests(limits = LIMITS): Promise<void> {
  const request = alias(requests, "old_request");
  for (const { id } of await db().select({ id: agents.id }).from(agents)) {
    const numbered = db()
      .select({
        id: request.id,
        n: raw<number>`row_number() over (partition by ${request.conversationId} order by ${request.id} desc)`.as(
          "n",
        ),
      })
      .from(request)
      .where(eq(request.agentId, id))
      .as("numbered");
    await untilGone(
      db().select({ id: numbered.id }).from(numbered).where(gt(numbered.n, limits.ofOne)).limit(AT_ONCE),
    );
    await untilGone(
      db()
        .select({ id: request.id })
        .from(request)
        .where(eq(request.agentId, id))
        .orderBy(desc(request.id))
        .offset(limits.rows)
        .limit(AT_ONCE),
    );
    // Ordering by id is also ordering by time, so this needs no index on the time.
    const oldest = db()
      .select({ id: request.id, createdAt: request.createdAt })
      .from(request)
      .where(eq(request.agentId, id))
      .orderBy(asc(request.id))
      .limit(AT_ONCE)
      .as("oldest");
    await untilGone(
      db()
        .select({ id: oldest.id })
        .from(oldest)
        .where(raw`${oldest.createdAt} < now() - ${limits.days} * interval '1 day'`),
    );
  }
}

async function untilGone(which: SQLWrapper): Promise<void> {
  for (;;) {
    const { count } = await db(relaxedSql()).delete(requests).where(inArray(requests.id, which));
    if (count < AT_ONCE) return;
  }
}
