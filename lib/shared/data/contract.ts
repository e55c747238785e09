import * as z from "zod/mini";
import { cell } from "./cell";

/* Responses of the routes of the agent's database. Column names are those of the tables. */

const record = z.record(z.string(), cell);

/** Used instead of long texts and blobs in pages of rows and in edited rows. */
const clipped = z.union([
  cell,
  /** The first characters of a long text, and its full length in characters. */
  z.object({ $text: z.string(), length: z.number() }),
  /** Size of a blob in bytes. */
  z.object({ $size: z.number() }),
]);
export type ClippedCell = z.infer<typeof clipped>;

export const tableType = z.enum(["table", "view"]);

/** Response of `GET /api/database`. */
export const databaseView = z.object({
  tables: z.array(
    z.object({
      name: z.string(),
      type: tableType,
      columns: z.array(
        z.object({ name: z.string(), type: z.string(), notnull: z.boolean(), pk: z.boolean() }),
      ),
      /** Number of rows; null for views, whose rows are not counted. */
      row_count: z.nullable(z.number()),
      /** Web origins whose text the table may contain. */
      web: z.optional(z.object({ origins: z.array(z.string()) })),
    }),
  ),
  bytes: z.number(),
  limits: z.object({ bytes: z.number(), rows: z.number(), ms: z.number() }),
});
export type DatabaseView = z.infer<typeof databaseView>;

/** Response of `GET /api/database/tables/:name`. */
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
      default: z.nullable(z.string()),
      generated: z.boolean(),
    }),
  ),
  indexes: z.array(
    z.object({
      name: z.string(),
      sql: z.nullable(z.string()),
      unique: z.boolean(),
      /** Name of each column; null if the index is over an expression. */
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

/** Response of `DELETE /api/database/tables/:name`. `snapshot` is the revision that can be restored. */
export const tableDropped = z.object({ snapshot: z.optional(z.string()) });

/**
 * Response of `GET /api/database/tables/:name/rows`. `key` has the columns that identify a row ("rowid"
 * without a primary key). It is empty if rows cannot be edited.
 */
export const rowsPage = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(clipped)),
  key: z.array(z.string()),
  keys: z.array(z.array(cell)),
  editable: z.array(z.string()),
  /** Number of all rows. For views, which can be endless, counted up to 100,000. */
  total: z.number(),
});
export type RowsPage = z.infer<typeof rowsPage>;

/** Response of `POST …/rows`. */
export const rowsAdded = z.object({ rows: z.array(z.array(clipped)), keys: z.array(z.array(cell)) });
export type RowsAdded = z.infer<typeof rowsAdded>;

/** Response of `DELETE …/rows`: the deleted rows, in the form that `POST …/rows` accepts. */
export const rowsRemoved = z.object({ rows: z.array(record) });
export type RowsRemoved = z.infer<typeof rowsRemoved>;

/** Response of `PATCH …/rows`: the updated row and its key. */
export const rowChanged = z.object({ row: z.record(z.string(), clipped), key: record });
export type RowChanged = z.infer<typeof rowChanged>;

/** The `details` of a 409 of `PATCH …/rows`: the current row, or null if it was deleted. */
export const rowConflict = z.object({ row: z.nullable(z.record(z.string(), clipped)) });

const read = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(cell)),
  row_count: z.number(),
  truncated: z.boolean(),
});

export const sqlResult = z.union([
  z.extend(read, { ms: z.number() }),
  z.object({
    changes: z.number(),
    last_insert_rowid: cell,
    ms: z.number(),
    /** Revision of the database before a destructive statement. Restore it to undo the statement. */
    snapshot: z.optional(z.string()),
  }),
]);
export type SqlResult = z.infer<typeof sqlResult>;

export const sqlRun = z.object({
  id: z.string(),
  sql: z.string(),
  params: z.array(z.unknown()),
  /** Number of rows read or changed; null if it failed. */
  count: z.nullable(z.number()),
  error: z.nullable(z.string()),
  ms: z.number(),
  createdAt: z.string(),
});
export type SqlRun = z.infer<typeof sqlRun>;

export const sqlRuns = z.object({ runs: z.array(sqlRun), nextCursor: z.optional(z.string()) });

/**
 * Response of `POST /api/database/query`. `source` is set if every result row comes from one row of one table,
 * so that the user can edit it there. `columns` has the table column of each result column; null if the value
 * is computed or cannot be edited. `keys` has the key of each row, even if the statement does not select it.
 */
export const queryResult = z.extend(read, {
  /** Tables that the query reads. Changes of other tables do not affect the result. */
  reads: z.array(z.string()),
  webOrigins: z.optional(z.array(z.string())),
  source: z.optional(
    z.object({
      table: z.string(),
      key: z.array(z.string()),
      columns: z.array(z.nullable(z.string())),
      /** Indexes of result columns that the table declares as BOOLEAN. */
      booleans: z.optional(z.array(z.number())),
    }),
  ),
  keys: z.optional(z.array(z.array(cell))),
});
export type QueryResult = z.infer<typeof queryResult>;
