import { and, eq, isNull, sql as raw, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { files, historyImports, revisions } from "@/drizzle/schema";
import { filesOfSkill } from "@/lib/store/agents/skill-files";
import { asJson, db } from "@/lib/store/db";
import { deleteUnnamed } from "@/lib/store/hot/files";

const RETENTION_DAYS = 30;
/** An upload counts as never sent if no message refers to it after this time. */
const UNSENT_HOURS = 24;
const AT_ONCE = 200;

/**
 * Deletes rows of files deleted over 30 days ago, and of uploads over a day old that nothing refers to. A
 * sweep of the folder deletes their bytes.
 */
export async function forgetOld(): Promise<void> {
  const old = alias(files, "old_files");
  const longDeleted = db()
    .select({ agentId: old.agentId, id: old.id })
    .from(old)
    .where(raw`${old.deletedAt} < now() - ${RETENTION_DAYS} * interval '1 day'`)
    .limit(AT_ONCE);
  await db().delete(files).where(raw`(${files.agentId}, ${files.id}) in ${longDeleted}`);
  const unsentOf = (origin: SQL) =>
    db()
      .select({ id: files.id, agentId: files.agentId })
      .from(files)
      .where(
        and(
          ...[origin, isNull(files.conversationId), isNull(files.keptAt)],
          raw`${files.createdAt} < now() - ${UNSENT_HOURS} * interval '1 hour'`,
        ),
      )
      .limit(AT_ONCE);
  // Literals, so that the planner uses the partial indexes of uploads without a conversation and of images.
  const unsent = [
    ...(await unsentOf(raw`${files.origin} = 'upload'`)),
    ...(await unsentOf(raw`${files.origin} = 'point' and ${files.mediaType} like 'image/%'`)),
  ];
  if (unsent.length === 0) return;
  // Check the references: the conversation of an upload may have been purged, but another conversation or an
  // unsent form may still refer to it.
  await deleteUnnamed(unsent);
}

const UNUSED_DAYS = 7;

/** Condition of uploaded exports from which something may still be taken. */
const isReadAgain = () =>
  and(
    raw`${historyImports.status} in ('reading', 'ready', 'waiting', 'taking', 'failed', 'cancelled')`,
    raw`${historyImports.createdAt} > now() - ${UNUSED_DAYS} * interval '1 day'`,
  );

/** Returns those of the hashes that a row refers to. */
export async function named(hashes: readonly string[]): Promise<Set<string>> {
  const wanted = raw`(select json_array_elements_text(${asJson(hashes)}::json))`;
  const ofDatabase = raw<string>`${revisions.content}->>'hash'`;
  const ofSkill = raw<string>`skill_file->>'hash'`;
  const rows = await db()
    .selectDistinct({ hash: files.hash })
    .from(files)
    .where(raw`${files.hash} in ${wanted}`)
    .union(
      db()
        .select({ hash: historyImports.hash })
        .from(historyImports)
        .where(and(isReadAgain(), raw`${historyImports.hash} in ${wanted}`)),
    )
    .union(
      db()
        .select({ hash: ofDatabase })
        .from(revisions)
        .where(and(eq(revisions.kind, "database"), raw`${ofDatabase} in ${wanted}`)),
    )
    .union(
      db()
        .select({ hash: ofSkill })
        .from(revisions)
        .innerJoin(raw`json_array_elements(${filesOfSkill(revisions)}) as skill_file`, raw`true`)
        .where(and(eq(revisions.kind, "skill"), raw`${ofSkill} in ${wanted}`)),
    );
  return new Set(rows.map(({ hash }) => hash));
}
