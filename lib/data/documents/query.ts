import { z } from "zod";
import { listCronJobs } from "@/lib/data/schedule/jobs";
import { LIMITS, MANAGED, type Operation, PROTECTED } from "@/lib/shared/data/documents";
import { AppError } from "@/lib/shared/errors";
import { type Collection, countDocuments, listCollections, readCollection } from "@/lib/store/data/documents";
import { assertMay, isManaged, isProtected, isRead, joinsOf } from "./access";
import { found } from "./candidates";
import { type EngineSource, operate } from "./engine";
import { assertFilters } from "./filters";
import { grouped, groupOf } from "./group";
import { writeJobs } from "./jobs";
import { candidateSource } from "./sources";
import { type DocumentsContext, type DocumentsQuery, narrowing, type PreparedWork, prepared } from "./work";
import { writeDocuments } from "./write";

const rows = z.object({
  rows: z.array(z.unknown()),
  truncated: z.literal(true).optional(),
  next: z.object({ skip: z.number() }).optional(),
});
/**
 * Runs one MongoDB operation on an agent's collections and returns MongoDB's result. Throws an AppError:
 * `forbidden` without permission, `invalid` with the engine's message, `conflict` for a duplicate key or too
 * many concurrent writes.
 */
export async function runQuery(
  query: DocumentsQuery,
  context: DocumentsContext,
): Promise<Record<string, unknown>> {
  const { operation, collection } = query;
  if (operation === "listCollections") return listing(context.agentId);
  const { work, joins } = assertQuery(query);
  if (isRead(operation)) return reading(operation, work, joins, context);
  if (collection === "cronjobs") return writeJobs(operation, work, context);
  return writeDocuments(operation, work, context);
}

export function assertQuery(query: DocumentsQuery): { work: PreparedWork; joins: string[] } {
  const { operation, collection } = query;
  if (collection === undefined) throw new AppError("invalid", `${operation} needs collection.`);
  assertMay(operation, collection);
  const work = prepared(query, collection);
  const joins = joinsOf(work.filter, work.update, work.pipeline, work.options, work.rules);
  assertFilters(work);
  if (!isRead(operation) && joins.length > 0)
    throw new AppError("forbidden", "A write cannot read another collection.");
  return { work, joins };
}

/**
 * Lists every collection that an agent can read: reserved collections even before their first document, its
 * own collections, and the read-only views. The documents of a view are not counted, because counting would
 * read all of them.
 */
async function listing(agentId: string) {
  const [stored, jobs] = await Promise.all([listCollections(agentId), listCronJobs(agentId)]);
  const empty = { documents: 0, indexes: [] };
  const managed = MANAGED.map((name) => ({ ...empty, ...stored.find((one) => one.name === name), name }));
  const own = stored.filter(({ name }) => !isManaged(name));
  const writable = [...managed, ...own].map(({ name, documents, indexes }) => ({
    name,
    documents: name === "cronjobs" ? jobs.length : documents,
    ...(indexes.length > 0 && { indexes: indexes.map(({ keys, unique }) => ({ keys, unique })) }),
  }));
  return { collections: [...writable, ...PROTECTED.map((name) => ({ name, read_only: true }))] };
}

async function reading(
  operation: Operation,
  work: PreparedWork,
  joins: readonly string[],
  context: DocumentsContext,
) {
  const { signal } = context;
  const { collection, pipeline } = work;
  if (operation === "aggregate" && !pipeline) throw new AppError("invalid", "aggregate needs pipeline.");
  const [first, rest] = operation === "aggregate" ? leading(pipeline ?? []) : [work.filter, undefined];
  const counted = operation === "countDocuments" ? await countOf(work, context) : null;
  if (counted !== null) return { count: counted };
  const groups = rest && (await groupsOf(collection, narrowing(work, first), rest, context));
  const asked = groups
    ? { ...work, filter: {}, pipeline: rest.slice(1) }
    : { ...work, filter: first, pipeline: rest };
  const request = requestOf(operation, asked, joins, context.limits);
  const sources = [
    ...joins.map((name) => candidateSource(context, name, {}, { as: name })),
    groups
      ? memorySource(groups)
      : candidateSource(context, collection, narrowing(work, first), {
          first: firstOf(operation, work, rest),
        }),
  ];
  const result = await operate(request, sources, signal);
  if (operation === "countDocuments") return z.object({ count: z.number() }).parse(result);
  const found = rows.parse(result);
  return operation === "findOne" ? { row: found.rows[0] ?? null } : found;
}

/** Counts the matches in SQL, or returns null if only the engine can. */
async function countOf(work: PreparedWork, context: DocumentsContext) {
  const { collection, filter, options } = work;
  if (isProtected(collection) || collection === "cronjobs") return null;
  const { agentId } = context;
  const { may, sure } = found(narrowing(work, filter));
  if (!sure) return null;
  const count = await readWithOrigins(collection, context, ({ documents }) =>
    may ? countDocuments({ agentId, collection }, { may, sure }) : documents,
  );
  if (count === null) return null;
  const { skip = 0, limit } = options;
  return Math.min(Math.max(count - skip, 0), limit || Number.POSITIVE_INFINITY);
}

async function groupsOf(
  collection: string,
  filter: unknown,
  [stage]: readonly unknown[],
  context: DocumentsContext,
) {
  if (isProtected(collection) || collection === "cronjobs") return null;
  const group = groupOf(stage);
  if (!group) return null;
  const named = { agentId: context.agentId, collection };
  return readWithOrigins(collection, context, () => grouped(named, found(filter), group));
}

/**
 * Runs a read, and reports the collection's origins from before and after the read, because a write at the
 * same time may add origins.
 */
async function readWithOrigins<Read>(
  collection: string,
  { agentId, onRead }: DocumentsContext,
  read: (before: Collection) => Read | Promise<Read>,
): Promise<Read> {
  const before = await readCollection({ agentId, collection });
  const result = await read(before);
  const { origins } = await readCollection({ agentId, collection });
  for (const some of [before.origins, origins])
    if (some.length > 0) onRead?.({ kind: "collection", name: collection, origins: some });
  return result;
}

const memorySource = (batch: string[]): EngineSource => ({
  collection: null,
  async *batches() {
    yield batch;
  },
});

function firstOf(
  operation: Operation,
  { options }: PreparedWork,
  pipeline: readonly Record<string, unknown>[] = [],
) {
  if (operation === "aggregate") return leadingSort(pipeline);
  if (operation === "countDocuments") return null;
  const { sort, skip = 0, limit } = options;
  const wanted = operation === "findOne" ? 1 : Math.min(limit || LIMITS.rows + 1, LIMITS.rows + 1);
  return { sort, count: skip + wanted };
}

function leadingSort(pipeline: readonly Record<string, unknown>[]) {
  const [first, second, third] = pipeline;
  const number = (value: unknown) => (typeof value === "number" && value >= 0 ? value : null);
  const skip = number(second?.$skip);
  const limit = number(skip === null ? second?.$limit : third?.$limit);
  return first?.$sort && limit !== null ? { sort: first.$sort, count: (skip ?? 0) + limit } : null;
}

function leading(pipeline: readonly Record<string, unknown>[]) {
  const [stage, ...rest] = pipeline;
  const match = stage && Object.keys(stage).length === 1 ? stage.$match : undefined;
  return typeof match === "object" && match !== null
    ? ([match as Record<string, unknown>, rest] as const)
    : ([{}, [...pipeline]] as const);
}

function requestOf(
  operation: Operation,
  {
    filter,
    pipeline,
    options,
    rules,
  }: PreparedWork | (Omit<PreparedWork, "pipeline"> & { pipeline?: unknown }),
  joins: readonly string[],
  limits: DocumentsContext["limits"] = { maxRows: LIMITS.rows, maxChars: LIMITS.chars },
) {
  const { sort, limit, skip, projection } = options;
  switch (operation) {
    case "countDocuments":
      return { kind: "count", filter, skip, limit, ...rules };
    case "aggregate":
      return { kind: "aggregate", filter, pipeline, skip, joins, ...limits, ...rules };
    case "findOne":
      return { kind: "find", filter, sort, skip, limit: 1, projection, ...limits, ...rules };
    default:
      return { kind: "find", filter, sort, skip, limit, projection, ...limits, ...rules };
  }
}
