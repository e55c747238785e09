import type { Act } from "@/lib/shared/data/acts";
import type { Cell, Param } from "@/lib/shared/data/cell";
import type { Author, Cause } from "@/lib/shared/history";

export type AccessMode = "any" | "read";

/**
 * The author of a write, for the copy stored before a large loss. Defaults to the user. `origins` are web
 * origins whose text the write may contain.
 */
export type WrittenBy = { author: Author; cause: Cause | null; origins?: readonly string[] };

/** A table or view that may contain text from these web origins. */
export type TableMark = { name: string; origins: string[] };

export type SqlStatement = { sql: string; params?: Param[] };

/** Source of a result column; null if it was computed. */
export type ColumnOrigin = { table: string; column: string } | null;

export type ReadResult = {
  kind: "read";
  columns: string[];
  origins: ColumnOrigin[];
  rows: Cell[][];
  /** True if rows are missing, because there were more than requested or they were too large. */
  truncated: boolean;
  reads: string[];
  /** Tables that the call changed, by RETURNING or by statements before the query. */
  writes: string[];
  acts: Act[];
  snapshot?: string;
};

export type WriteResult = {
  kind: "write";
  /** Rows inserted, updated or deleted; 0 for schema changes. */
  changes: number;
  /** Rowid of the last inserted row; 0 if the statement inserted none. */
  lastInsertRowid: Cell;
  reads: string[];
  writes: string[];
  acts: Act[];
  snapshot?: string;
};

export type SqlResult = ReadResult | WriteResult;

export type SqlTable = {
  name: string;
  type: "table" | "view";
  columns: { name: string; type: string; notnull: boolean; pk: boolean }[];
  /** Number of rows; null for a view, whose rows may take long to count. */
  row_count: number | null;
  /** Web origins of text that the table may contain, and the time since when it may contain some. */
  web?: { origins: string[]; since: string };
};
