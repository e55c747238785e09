import { randomUUID } from "node:crypto";
import { and, asc, eq, ne, sql as raw } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { boards, conversations, files, projects } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import type { WholeRevision } from "@/lib/shared/history";
import type { Marked } from "@/lib/shared/origins";
import { MAX_PROJECTS, type ProjectContent } from "@/lib/shared/projects/content";
import type { ProjectEntry, ProjectView } from "@/lib/shared/projects/contract";
import type { ProjectChange } from "@/lib/shared/projects/fields";
import { asJson, db } from "@/lib/store/db";
import { lockName } from "@/lib/store/locks";
import { isOfVisible, isVisible } from "@/lib/store/members/visible";
import { liveOrigins } from "@/lib/store/origins";
import { type Add, type By, changing, type NewRevision } from "@/lib/store/revisions";

const KIND = "project" as const;

const at = (agentId: string, id: string) => and(eq(projects.agentId, agentId), eq(projects.id, id));

export const noProject = (id: string) =>
  new AppError("not_found", `There is no project ${id}. GET /api/projects lists them.`);

/** Condition for files of the project: put into it, or of one of its conversations. */
export const isFileOf = (projectId: unknown) => raw`(${files.projectId} = ${projectId} or exists (
  select from conversations of_project
  where of_project.id = ${files.conversationId} and of_project.project_id = ${projectId}))`;

const entryColumns = () => ({
  ...{ id: projects.id, name: projects.name, version: projects.version },
  conversations: db().$count(
    conversations,
    and(
      ...[eq(conversations.agentId, projects.agentId), eq(conversations.projectId, projects.id)],
      ...[raw`${conversations.deletedAt} is null`, isVisible()],
    ),
  ),
  files: db().$count(
    files,
    and(
      ...[eq(files.agentId, projects.agentId), isFileOf(projects.id)],
      ...[raw`${files.deletedAt} is null`, isOfVisible(files.conversationId)],
    ),
  ),
});

export const listProjects = async (agentId: string): Promise<ProjectEntry[]> =>
  db()
    .select(entryColumns())
    .from(projects)
    .where(eq(projects.agentId, agentId))
    .orderBy(asc(raw`lower(${projects.name})`), asc(projects.id));

export async function readProject(agentId: string, id: string): Promise<ProjectView> {
  const [row] = await db()
    .select({ ...entryColumns(), instructions: projects.instructions, boards: projects.boards })
    .from(projects)
    .where(at(agentId, id));
  if (!row) throw noProject(id);
  const known = await db()
    .select({ id: boards.id, name: boards.name })
    .from(boards)
    .where(eq(boards.agentId, agentId));
  const named = new Map(known.map((board) => [board.id, board]));
  return { ...row, boards: row.boards.flatMap((board) => named.get(board) ?? []) };
}

export async function findProject(agentId: string, id: string): Promise<{ id: string; name: string } | null> {
  const [row] = await db()
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(at(agentId, id));
  return row ?? null;
}

export async function requireProject(agentId: string, id: string): Promise<void> {
  if (!(await findProject(agentId, id))) throw noProject(id);
}

const MAX_FILES_NAMED = 40;

export type PromptProject = {
  id: string;
  name: string;
  instructions: string;
  origins: string[];
  /** The newest files of the project. `name` is null for a file of a stranger, whose name is the stranger's text, too. */
  files: { id: string; name: string | null; mediaType: string }[];
  fileCount: number;
};

/** Reads what the prompt says about a project; null if it was deleted. */
export async function readPromptProject(agentId: string, id: string): Promise<PromptProject | null> {
  const [row] = await db()
    .select({
      ...{ id: projects.id, name: projects.name, instructions: projects.instructions },
      origins: liveOrigins(agentId, KIND, raw`${projects.id}::text`),
      fileCount: entryColumns().files,
    })
    .from(projects)
    .where(at(agentId, id));
  if (!row) return null;
  const named = await db()
    .select({
      ...{ id: files.id, mediaType: files.mediaType },
      name: raw<string | null>`case when ${files.origins} = '{}' then ${files.name} end`,
    })
    .from(files)
    .where(
      and(
        ...[eq(files.agentId, agentId), isFileOf(id), raw`${files.deletedAt} is null`],
        isOfVisible(files.conversationId),
      ),
    )
    .orderBy(raw`${files.createdAt} desc`, asc(files.id))
    .limit(MAX_FILES_NAMED);
  return { ...row, origins: row.origins ?? [], files: named };
}

export type NamedProject = { id: string; name: string; instructions: string; marked: Marked };

export async function readNamedProjects(agentId: string): Promise<NamedProject[]> {
  const rows = await db()
    .select({
      ...{ id: projects.id, name: projects.name, instructions: projects.instructions },
      origins: liveOrigins(agentId, KIND, raw`${projects.id}::text`),
    })
    .from(projects)
    .where(eq(projects.agentId, agentId))
    .orderBy(asc(raw`lower(${projects.name})`), asc(projects.id));
  return rows.map(({ origins, ...project }) => ({
    ...project,
    marked: { kind: KIND, name: project.id, origins: origins ?? [] },
  }));
}

/** Throws `conflict` if another project has this name or the maximum number is reached. */
async function assertName(tx: TransactionSql, agentId: string, name: string, own: string): Promise<void> {
  const others = await db(tx)
    .select({ name: projects.name })
    .from(projects)
    .where(and(eq(projects.agentId, agentId), ne(projects.id, own)));
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw new AppError("conflict", `A project called “${name}” already exists. Choose another name.`);
  if (others.length >= MAX_PROJECTS)
    throw new AppError(
      "conflict",
      `There are already ${MAX_PROJECTS} projects, the maximum. Delete one first.`,
    );
}

export async function createProject(
  agentId: string,
  { name, instructions }: Pick<ProjectContent, "name" | "instructions">,
  by: By,
): Promise<{ id: string; version: number }> {
  const id = randomUUID();
  const content = { name, instructions, boards: [] };
  const { version } = await changing({ agentId, kind: KIND, name: id }, async (tx, add) => {
    // Locks the names of projects, because concurrent calls may create two projects with the same name.
    await lockName(tx, `${agentId} projects`);
    await assertName(tx, agentId, name, id);
    return putProject(tx, add, agentId, id, { content, ...by });
  });
  return { id, version };
}

/** Changes the given fields. Returns the live version. Throws `conflict` if it is not the version that was edited. */
export async function changeProject(
  agentId: string,
  id: string,
  { version, ...change }: ProjectChange,
  by: By,
): Promise<{ id: string; version: number }> {
  return changing({ agentId, kind: KIND, name: id }, async (tx, add) => {
    await lockName(tx, `${agentId} projects`);
    const [row] = await db(tx).select().from(projects).where(at(agentId, id));
    if (!row) throw noProject(id);
    if (version !== undefined && version !== row.version)
      throw new AppError(
        "conflict",
        `The project changed since you read it; version ${row.version} is now live. Read it again.`,
        { details: { version: row.version } },
      );
    const before = { name: row.name, instructions: row.instructions, boards: row.boards };
    const content = {
      name: change.name ?? row.name,
      instructions: change.instructions ?? row.instructions,
      boards: change.boards ?? row.boards,
    };
    if (asJson(content) === asJson(before)) return { id, version: row.version };
    if (content.name !== before.name) await assertName(tx, agentId, content.name, id);
    const written = await putProject(tx, add, agentId, id, { content, ...by });
    return { id, version: written.version };
  });
}

export async function deleteProject(agentId: string, id: string, by: By): Promise<void> {
  await changing({ agentId, kind: KIND, name: id }, async (tx, add) => {
    const [row] = await db(tx).select({ id: projects.id }).from(projects).where(at(agentId, id));
    if (!row) throw noProject(id);
    await putProject(tx, add, agentId, id, { content: null, ...by });
  });
}

/** Stores a version of a project and makes it live; null content deletes the project. */
export async function putProject(
  tx: TransactionSql,
  add: Add,
  agentId: string,
  id: string,
  revision: NewRevision & { content: ProjectContent | null },
): Promise<WholeRevision> {
  const added = await add(revision);
  const { content } = revision;
  if (!content) await db(tx).delete(projects).where(at(agentId, id));
  else
    await db(tx)
      .insert(projects)
      .values({ ...content, agentId, id, version: added.version })
      .onConflictDoUpdate({
        target: [projects.agentId, projects.id],
        set: {
          ...{ name: content.name, instructions: content.instructions, version: added.version },
          ...{ boards: raw`excluded.boards`, updatedAt: raw`now()` },
        },
      });
  return added;
}
