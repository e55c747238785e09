import { z } from "zod";
import { cell, param } from "./cell";
import { DATE_ORDERS, DECIMALS } from "./csv-style";

/** What the routes of the agent's database take. */

const MAX_ROWS = 1_000;
/** Rows of one page. */
export const LARGEST_PAGE = 500;
const MAX_CONDITIONS = 50;

const record = z.record(z.string(), cell);

export const statement = z.strictObject({
  sql: z.string().max(1_000_000),
  params: z.array(param).optional(),
});

/**
 * `key` names the row; `set` takes effect only while the row has the values of `was`. Without `was`, whatever was there
 * gives way.
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
      context.addIssue({ code: "custom", message: "It is not JSON" });
      return z.NEVER;
    }
  })
  .pipe(z.array(condition).max(MAX_CONDITIONS));

/** The query of `GET …/rows`. */
export const page = z.object({
  offset: z.coerce.number().int().min(0).max(1e9).default(0),
  limit: z.coerce.number().int().min(1).max(LARGEST_PAGE).default(100),
  sort: z.string().optional(),
  direction: z.enum(["asc", "desc"]).default("asc"),
  /** A text that some column contains. */
  filter: z.string().max(10_000).default(""),
  where: conditions.default([]),
});
export type Page = z.infer<typeof page>;

const DELIMITERS = [",", ";", "\t", "|"] as const;

const flag = z.stringbool({ truthy: ["true"], falsy: ["false"] }).optional();

/** The query of `GET …/csv`: `raw` leaves texts as they are that a spreadsheet would take for formulas. */
export const csvChoice = z.object({ raw: flag });

/** Style of numbers and dates in a CSV. Missing fields are judged by the values. */
export const csvStyle = z.strictObject({
  decimal: z.enum(DECIMALS).optional(),
  dates: z.enum([...DATE_ORDERS, "text"]).optional(),
});
export type ChosenStyle = z.infer<typeof csvStyle>;

/** The query of `POST …/csv`; what is left out is found out. */
export const csvOptions = z.object({
  mode: z.enum(["create", "append"]).default("create"),
  header: flag,
  delimiter: z.enum(DELIMITERS).optional(),
  /** Name of the imported file. */
  fileName: z.string().max(300).optional(),
  ...csvStyle.shape,
});
