import { z } from "zod";
import { cell, param } from "./cell";
import { DATE_ORDERS, DECIMALS } from "./csv-style";

/* Requests to the routes of the agent's database. */

const MAX_ROWS = 1_000;
export const LARGEST_PAGE = 500;
const MAX_CONDITIONS = 50;

const record = z.record(z.string(), cell);

export const statement = z.strictObject({
  sql: z.string().max(1_000_000),
  params: z.array(param).optional(),
});

/**
 * `key` identifies the row. `set` is applied only if the row still has the values of `was`; an empty `was`
 * always matches.
 */
export const rowChange = z.strictObject({
  key: record,
  set: record.refine((set) => Object.keys(set).length > 0, "Name at least one column"),
  was: record.default({}),
});
export const newRows = z.strictObject({ rows: z.array(record).min(1).max(MAX_ROWS) });
export const rowKeys = z.strictObject({ keys: z.array(record).min(1).max(MAX_ROWS) });

export const condition = z.union([
  z.strictObject({ column: z.string(), op: z.enum(["null", "notnull"]) }),
  z.strictObject({ column: z.string(), op: z.literal("contains"), value: z.string() }),
  z.strictObject({ column: z.string(), op: z.enum(["=", "!=", "<", "<=", ">", ">="]), value: cell }),
]);
export type Condition = z.infer<typeof condition>;

const conditions = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: "Invalid JSON" });
      return z.NEVER;
    }
  })
  .pipe(z.array(condition).max(MAX_CONDITIONS));

/** Query of `GET …/rows`. */
export const page = z.object({
  offset: z.coerce.number().int().min(0).max(1e9).default(0),
  limit: z.coerce.number().int().min(1).max(LARGEST_PAGE).default(100),
  sort: z.string().optional(),
  direction: z.enum(["asc", "desc"]).default("asc"),
  /** Matches rows with a column that contains this text. */
  filter: z.string().max(10_000).default(""),
  where: conditions.default([]),
});
export type Page = z.infer<typeof page>;

const DELIMITERS = [",", ";", "\t", "|"] as const;

const flag = z.stringbool({ truthy: ["true"], falsy: ["false"] }).optional();

/** Query of `GET …/csv`. `raw` keeps text that a spreadsheet would run as a formula. */
export const csvChoice = z.object({ raw: flag });

/** Style of numbers and dates in a CSV. Missing fields are inferred from the values. */
export const csvStyle = z.strictObject({
  decimal: z.enum(DECIMALS).optional(),
  dates: z.enum([...DATE_ORDERS, "text"]).optional(),
});
export type ChosenStyle = z.infer<typeof csvStyle>;

/** Query of `POST …/csv`. Missing fields are inferred. */
export const csvOptions = z.object({
  mode: z.enum(["create", "append"]).default("create"),
  header: flag,
  delimiter: z.enum(DELIMITERS).optional(),
  fileName: z.string().max(300).optional(),
  ...csvStyle.shape,
});
