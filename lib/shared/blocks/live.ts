import { z } from "zod";
import { isRecord, type Raw, renamed } from "./define";
import { isSql } from "./sql-query";

export { isSql, uniqueNames } from "./sql-query";

export type SqlQuery = { sql: string; params?: unknown[] };

const fields = z.record(z.string(), z.unknown());

const STAGES: Record<string, string> = {
  ...{ filter: "{ $match: … }", projection: "{ $project: … }", sort: "{ $sort: … }" },
  ...{ skip: "{ $skip: … }", limit: "{ $limit: … }" },
};

export const documentsQuery = z
  .strictObject({
    collection: z.string().min(1).max(100),
    filter: fields.optional(),
    projection: fields.optional(),
    sort: fields.optional(),
    skip: z.int().min(0).max(1_000_000).optional(),
    limit: z.int().min(1).max(10_000).optional(),
    pipeline: z.array(fields).max(50).optional(),
  })
  .superRefine(({ collection: _, pipeline, ...others }, context) => {
    if (!pipeline) return;
    for (const [name, value] of Object.entries(others))
      if (value !== undefined)
        context.addIssue({
          code: "custom",
          path: [name],
          message: `has no effect with pipeline. Put ${STAGES[name]} into pipeline`,
        });
  });
export type DocumentsQuery = z.infer<typeof documentsQuery>;
export type Query = SqlQuery | DocumentsQuery;

/**
 * Returns the schema of a query that replaces literal data: a SELECT over the agent's database, or a document
 * query. It runs again after every change. `params` has the values of the `?` placeholders. Models read the
 * schema in every step, so theirs omits `params` and document queries.
 */
export const query = (says: string) =>
  z
    .looseObject({ sql: z.string().min(1).max(20_000).describe(says).optional() })
    .transform(({ sql, params, ...rest }, context): Query => {
      if (sql === undefined) {
        const documents = documentsQuery.safeParse(rest);
        if (documents.success) return documents.data;
        const isMissing = !("collection" in rest);
        const [problem] = documents.error.issues;
        context.addIssue({
          code: "custom",
          path: isMissing ? ["sql"] : [...(problem?.path ?? [])],
          message: isMissing ? "is missing: string" : (problem?.message ?? "is not a document query"),
        });
        return z.NEVER;
      }
      if (params === undefined) return { sql };
      if (Array.isArray(params) && params.length <= MAX_PARAMS) return { sql, params };
      context.addIssue({
        code: "custom",
        path: ["params"],
        message: `must be a list of at most ${MAX_PARAMS}`,
      });
      return z.NEVER;
    });

const MAX_PARAMS = 100;

export const isQuery = (data: unknown): data is Query => isSql(data) || isOfDocuments(data);

export const isOfDocuments = (data: unknown): data is DocumentsQuery =>
  isRecord(data) && typeof data.collection === "string" && data.sql === undefined;

export const queryText = (query: Query): { text: string; language: "sql" | "json" } =>
  isSql(query)
    ? { text: query.sql, language: "sql" }
    : { text: JSON.stringify(query, null, 2), language: "json" };

/** Accepts a query written outside `data`, or as plain text, and rewrites it as `data: { sql, params }`. */
export function mendQuery(raw: Raw): Raw {
  if (raw.data !== undefined) return { ...raw, data: asQuery(raw.data) };
  const { sql, query: asked = sql, params, ...rest } = raw;
  const data = asQuery(isRecord(asked) ? asked : { sql: asked, params });
  return isQuery(data) ? { ...rest, data } : raw;
}

function asQuery(data: unknown): unknown {
  if (typeof data === "string") return /^\s*(select|with|values)\b/i.test(data) ? { sql: data } : data;
  if (!isRecord(data) || isOfDocuments(data)) return data;
  const named = renamed(renamed(data, "sql", "query", "statement"), "params", "parameters", "args");
  if (!isSql(named)) return data;
  const { sql, params } = named;
  if (params === undefined || params === null) return { sql };
  return { sql, params: isRecord(params) || Array.isArray(params) ? params : [params] };
}
