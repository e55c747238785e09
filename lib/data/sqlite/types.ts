import type { Act } from "@/lib/shared/data/acts";
import type { Cell, Param } from "@/lib/shared/data/cell";
import type { Author, Cause } from "@/lib/shared/history";

/** "read" refuses whatever would write. */
export type AccessMode = "any" | "read";

/**
 * Who writes, for the copy that is kept before much is lost. Without it, the person does. `origins`: those on the web whose
 * text may be in what they write.
 */
export type WrittenBy = { author: Author; cause: Cause | null; origins?: readonly string[] };

/** A table or view that may hold text of these origins on the web. */
export type TableMark = { name: string; origins: string[] };

export type SqlStatement = { sql: string; params?: Param[] };

/** Where a column of a result comes from; null where it was computed. */
export type ColumnOrigin = { table: string; column: string } | null;

export type ReadResult = {
  kind: "read";
  columns: string[];
  origins: ColumnOrigin[];
  rows: Cell[][];
  /** There were more rows than asked for, or larger ones than fit. */
  truncated: boolean;
  /** Tables and views that it was made from. */
  reads: string[];
  /** Tables that were changed, by RETURNING or by statements before. */
  writes: string[];
  /** What all statements of the call have done. */
  acts: Act[];
  snapshot?: string;
};

export type WriteResult = {
  kind: "write";
  /** Rows inserted, updated or deleted; 0 for what changes the schema. */
  changes: number;
  /** Of the last row inserted; 0 where the statement inserted none. */
  lastInsertRowid: Cell;
  reads: string[];
  writes: string[];
  acts: Act[];
  /** The revision that keeps what was there before, where one was written. */
  snapshot?: string;
};

export type SqlResult = ReadResult | WriteResult;

export type SqlTable = {
  name: string;
  type: "table" | "view";
  columns: { name: string; type: string; notnull: boolean; pk: boolean }[];
  /** Of a view null: counting it may take long. */
  row_count: number | null;
  /** Origins on the web whose text may be in it, and since when. */
  web?: { origins: string[]; since: string };
};
