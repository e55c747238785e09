import { and, asc, count, eq, isNull, sql as raw } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { skills } from "@/drizzle/schema";
import type { WholeRevision } from "@/lib/shared/history";
import { type SkillContent, type SkillSummary, skillContent } from "@/lib/shared/skills/contract";
import { publish } from "@/lib/store/bus";
import { db, toIso } from "@/lib/store/db";
import { liveOrigins } from "@/lib/store/origins";
import { type Add, type By, changing, type NewRevision, readVersion } from "@/lib/store/revisions";
import type { SkillRow } from "@/lib/store/rows";

const KIND = "skill" as const;

export type StoredSkill = SkillSummary & { content: SkillContent };

const ofAgent = (agentId: string) => and(eq(skills.agentId, agentId), isNull(skills.deletedAt));
const at = (agentId: string, name: string) => and(ofAgent(agentId), eq(skills.name, name));

const columns = () => ({
  name: skills.name,
  description: skills.description,
  enabled: skills.enabled,
  version: skills.version,
  fileCount: skills.fileCount,
  updatedAt: skills.updatedAt,
  origins: liveOrigins(skills.agentId, KIND, skills.name),
});

type Row = Pick<SkillRow, "name" | "description" | "enabled" | "version" | "fileCount" | "updatedAt"> & {
  origins: string[] | null;
};

const toSummary = ({ updatedAt, origins, ...row }: Row): SkillSummary => ({
  ...row,
  updatedAt: toIso(updatedAt),
  origins: origins ?? [],
});

/** Lists skills by name. */
export async function listSkills(agentId: string, isEnabledOnly = false): Promise<SkillSummary[]> {
  const rows = await db()
    .select(columns())
    .from(skills)
    .where(and(ofAgent(agentId), isEnabledOnly ? skills.enabled : undefined))
    .orderBy(asc(raw`${skills.name} collate "C"`));
  return rows.map(toSummary);
}

export async function readSkillSummary(agentId: string, name: string): Promise<SkillSummary | null> {
  const [row] = await db().select(columns()).from(skills).where(at(agentId, name));
  return row ? toSummary(row) : null;
}

export async function readSkill(agentId: string, name: string): Promise<StoredSkill | null> {
  const summary = await readSkillSummary(agentId, name);
  if (!summary) return null;
  const revision = await readVersion({ agentId, kind: KIND, name }, summary.version);
  if (!revision) throw new Error("A skill has no revision of its version");
  return { ...summary, content: skillContent.parse(revision.content) };
}

export async function hasEnabledSkill(agentId: string): Promise<boolean> {
  const [row] = await db()
    .select({ name: skills.name })
    .from(skills)
    .where(and(ofAgent(agentId), skills.enabled))
    .limit(1);
  return row !== undefined;
}

export async function countSkills(agentId: string): Promise<number> {
  const [row] = await db().select({ all: count() }).from(skills).where(ofAgent(agentId));
  return row?.all ?? 0;
}

/** `description` is that of the content's frontmatter; it is not used for a deletion. */
export type NewSkillRevision = NewRevision & { content: SkillContent | null; description: string };

/** Stores a version and makes it live; null content deletes the skill. A recreated skill is enabled. */
export async function putSkill(
  tx: TransactionSql,
  add: Add,
  agentId: string,
  name: string,
  { description, ...revision }: NewSkillRevision,
): Promise<WholeRevision> {
  const added = await add(revision);
  const { content } = revision;
  if (content === null) {
    await db(tx).update(skills).set({ deletedAt: raw`now()` }).where(at(agentId, name));
    return added;
  }
  await db(tx)
    .insert(skills)
    .values({ agentId, name, description, fileCount: content.files.length, version: added.version })
    .onConflictDoUpdate({
      target: [skills.agentId, skills.name],
      set: {
        description: raw`excluded.description`,
        fileCount: raw`excluded.file_count`,
        version: raw`excluded.version`,
        enabled: raw`${skills.enabled} or ${skills.deletedAt} is not null`,
        ...{ deletedAt: null, updatedAt: raw`now()` },
      },
    });
  return added;
}

type Save = {
  /** The live version that the change is based on, or 0. */
  base: number;
  revision: NewSkillRevision & { content: SkillContent };
};

/** Creates or changes a skill. Returns null if a version other than `base` is live. */
export const saveSkill = (
  agentId: string,
  name: string,
  { base, revision }: Save,
): Promise<{ version: number } | null> =>
  changing({ agentId, kind: KIND, name }, async (tx, add) => {
    if ((await lockLive(tx, agentId, name)) !== base) return null;
    const { version } = await putSkill(tx, add, agentId, name, revision);
    return { version };
  });

/** Deletes a skill; its versions remain. Returns null if a version other than `base` is live. */
export const removeSkill = (agentId: string, name: string, by: By, base?: number): Promise<boolean | null> =>
  changing({ agentId, kind: KIND, name }, async (tx, add) => {
    const live = await lockLive(tx, agentId, name);
    if (live === 0) return false;
    if (base !== undefined && base !== live) return null;
    await putSkill(tx, add, agentId, name, { content: null, description: "", ...by });
    return true;
  });

/** Enables or disables a skill. Returns false if it does not exist. Creates no version. */
export async function enableSkill(agentId: string, name: string, enabled: boolean): Promise<boolean> {
  const rows = await db()
    .update(skills)
    .set({ enabled, updatedAt: raw`now()` })
    .where(at(agentId, name))
    .returning({ name: skills.name });
  if (rows.length > 0) publish({ type: "history", agent: agentId, kind: KIND, name });
  return rows.length > 0;
}

async function lockLive(tx: TransactionSql, agentId: string, name: string): Promise<number> {
  const [live] = await db(tx)
    .select({ version: skills.version })
    .from(skills)
    .where(at(agentId, name))
    .for("update");
  return live?.version ?? 0;
}
