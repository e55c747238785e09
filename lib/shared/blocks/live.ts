import { z } from "zod";
import { isRecord, type Raw, renamed } from "./define";

export type Query = { sql: string; params?: unknown[] };

/**
 * In place of literal data: what a SELECT over the agent's database gives, now and after every change. Values for its `?`
 * may come as `params`; a model is not told of them, for it reads this at every step.
 */
export const query = (says: string) =>
  z
    .looseObject({ sql: z.string().min(1).max(20_000).describe(says) })
    .transform(({ sql, params }, context): Query => {
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

export const isQuery = (data: unknown): data is Query => isRecord(data) && typeof data.sql === "string";

/** A query written beside the data, or as a mere text, as `data: { sql, params }`. */
export function mendQuery(raw: Raw): Raw {
  if (raw.data !== undefined) return { ...raw, data: asQuery(raw.data) };
  const { sql, query: asked = sql, params, ...rest } = raw;
  const data = asQuery(isRecord(asked) ? asked : { sql: asked, params });
  return isQuery(data) ? { ...rest, data } : raw;
}

function asQuery(data: unknown): unknown {
  if (typeof data === "string") return /^\s*(select|with|values)\b/i.test(data) ? { sql: data } : data;
  if (!isRecord(data)) return data;
  const named = renamed(renamed(data, "sql", "query", "statement"), "params", "parameters", "args");
  if (!isQuery(named)) return data;
  const { sql, params } = named;
  if (params === undefined || params === null) return { sql };
  return { sql, params: isRecord(params) || Array.isArray(params) ? params : [params] };
}

/** The names of a result's columns, each once: of two that are called `name` the second is `name_2`. */
export function uniqueNames(columns: readonly string[]): string[] {
  const seen = new Set<string>();
  return columns.map((name) => {
    let unique = name || "?";
    for (let count = 2; seen.has(unique); count++) unique = `${name || "?"}_${count}`;
    seen.add(unique);
    return unique;
  });
}
