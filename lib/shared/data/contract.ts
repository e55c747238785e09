import * as z from "zod/mini";
import { columnReadings } from "../files";
import { cell } from "./cell";
import { DATE_ORDERS } from "./csv-style";

/** What the routes of the agent's database send and the browser reads. Names of columns are the table's own. */

const record = z.record(z.string(), cell);

/** What a page of rows and an edited row have in the place of a long text, or of a blob. */
const clipped = z.union([
  cell,
  /** The first characters, and how many there are. */
  z.object({ $text: z.string(), length: z.number() }),
  /** Bytes. */
  z.object({ $size: z.number() }),
]);
export type ClippedCell = z.infer<typeof clipped>;

export const tableType = z.enum(["table", "view"]);

/** `GET /api/database`. */
export const databaseView = z.object({
  tables: z.array(
    z.object({
      name: z.string(),
      type: tableType,
      columns: z.array(
        z.object({ name: z.string(), type: z.string(), notnull: z.boolean(), pk: z.boolean() }),
      ),
      /** Null: a view's are not counted. */
      row_count: z.nullable(z.number()),
      /** Origins on the web whose text may be in it. */
      web: z.optional(z.object({ origins: z.array(z.string()) })),
    }),
  ),
  bytes: z.number(),
  limits: z.object({ bytes: z.number(), rows: z.number(), ms: z.number() }),
});
export type DatabaseView = z.infer<typeof databaseView>;

/** `GET /api/database/tables/:name`. */
export const tableView = z.object({
  name: z.string(),
  type: tableType,
  sql: z.nullable(z.string()),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      notnull: z.boolean(),
      pk: z.boolean(),
      /** An SQL expression. */
      default: z.nullable(z.string()),
      generated: z.boolean(),
    }),
  ),
  indexes: z.array(
    z.object({
      name: z.string(),
      sql: z.nullable(z.string()),
      unique: z.boolean(),
      /** Null: an expression. */
      columns: z.array(z.nullable(z.string())),
    }),
  ),
  triggers: z.array(z.object({ name: z.string(), sql: z.string() })),
  foreign_keys: z.array(
    z.object({
      columns: z.array(z.string()),
      table: z.string(),
      references: z.array(z.nullable(z.string())),
    }),
  ),
});
export type TableView = z.infer<typeof tableView>;

/** `DELETE /api/database/tables/:name`; the revision that brings it back. */
export const tableDropped = z.object({ snapshot: z.optional(z.string()) });

/**
 * `GET /api/database/tables/:name/rows`. `key` names what a row is known by ("rowid" where there is no primary key) and
 * is empty where rows cannot be edited.
 */
export const rowsPage = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(clipped)),
  key: z.array(z.string()),
  keys: z.array(z.array(cell)),
  editable: z.array(z.string()),
  /** Of a view at most 100,000: it may have no end. */
  total: z.number(),
});
export type RowsPage = z.infer<typeof rowsPage>;

/** `POST …/rows`. */
export const rowsAdded = z.object({ rows: z.array(z.array(clipped)), keys: z.array(z.array(cell)) });
export type RowsAdded = z.infer<typeof rowsAdded>;

/** `DELETE …/rows`: the rows as they were, such that `POST …/rows` brings them back. */
export const rowsRemoved = z.object({ rows: z.array(record) });
export type RowsRemoved = z.infer<typeof rowsRemoved>;

/** `PATCH …/rows`: the row as it is now, and its key. */
export const rowChanged = z.object({ row: z.record(z.string(), clipped), key: record });
export type RowChanged = z.infer<typeof rowChanged>;

/** The `details` of its 409: the row as it is now, or null when it is gone. */
export const rowConflict = z.object({ row: z.nullable(z.record(z.string(), clipped)) });

const read = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(cell)),
  row_count: z.number(),
  truncated: z.boolean(),
});

/** `POST /api/database/sql`: what `db_sql` gives, and how many milliseconds it took. */
export const sqlResult = z.union([
  z.extend(read, { ms: z.number() }),
  z.object({
    changes: z.number(),
    last_insert_rowid: cell,
    ms: z.number(),
    /** The revision that brings back what was there, where much was taken away. */
    snapshot: z.optional(z.string()),
  }),
]);
export type SqlResult = z.infer<typeof sqlResult>;

export const sqlRun = z.object({
  id: z.string(),
  sql: z.string(),
  params: z.array(z.unknown()),
  /** Of rows read, or changed; null when it failed. */
  count: z.nullable(z.number()),
  error: z.nullable(z.string()),
  ms: z.number(),
  createdAt: z.string(),
});
export type SqlRun = z.infer<typeof sqlRun>;

/** `GET /api/database/sql`, newest first. */
export const sqlRuns = z.object({ runs: z.array(sqlRun), nextCursor: z.optional(z.string()) });

/**
 * `POST /api/database/query`. `source`, when every row comes from one row of a table and can be edited there:
 * `columns` says for each column of the result its name in the table (null: computed, or not to be edited), and
 * `keys` has the key of each row, also where the statement does not name it.
 */
export const queryResult = z.extend(read, {
  /** Tables that it reads; a change of another one does not concern it. */
  reads: z.array(z.string()),
  /** Origins on the web whose text may be in what it gives. */
  webOrigins: z.optional(z.array(z.string())),
  source: z.optional(
    z.object({
      table: z.string(),
      key: z.array(z.string()),
      columns: z.array(z.nullable(z.string())),
      /** Places of the result's columns that the table declares as BOOLEAN. */
      booleans: z.optional(z.array(z.number())),
    }),
  ),
  keys: z.optional(z.array(z.array(cell))),
});
export type QueryResult = z.infer<typeof queryResult>;

/** Columns whose texts would become others, with one of them before and after. */
const restyled = z.array(z.object({ name: z.string(), text: z.string(), becomes: z.string() }));

/** `POST /api/database/csv`: what the beginning of a CSV leaves open. */
export const csvSurvey = z.object({
  /** Numbers with a decimal comma. */
  decimals: restyled,
  /** Dates, by each order of day and month that they can be read in. */
  dates: z.array(z.object({ dates: z.enum(DATE_ORDERS), columns: restyled })),
});
export type CsvSurvey = z.infer<typeof csvSurvey>;

/** `POST …/csv`. */
export const csvImported = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  types: z.array(z.string()),
  rows: z.number(),
  /** Columns whose values are stored otherwise than they are written, or look like numbers and are not. */
  readings: z.optional(columnReadings),
  encoding: z.string(),
  delimiter: z.string(),
  /** Whether the first row named the columns. */
  header: z.boolean(),
});
export type CsvImported = z.infer<typeof csvImported>;
