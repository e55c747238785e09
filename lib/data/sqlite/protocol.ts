import { z } from "zod";
import type { Act } from "@/lib/shared/data/acts";
import type { Cell, Param } from "@/lib/shared/data/cell";
import type { ComparedTable } from "@/lib/shared/data/row-changes";
import { AUTHORS, cause } from "@/lib/shared/history";
import type { AccessMode, ColumnOrigin, SqlStatement, SqlTable, TableMark } from "./types";

/** Author and cause of a change, which the change log stores. `memberId`: the member who wrote, if not the owner. */
export const changedBy = z.object({
  author: z.enum(AUTHORS),
  cause: z.nullable(cause),
  origins: z.optional(z.array(z.string())),
  memberId: z.optional(z.string()),
});
export type ChangedBy = z.infer<typeof changedBy>;

/** A committed change of the log. `at` is in ms; `by` is null for changes that Easel makes for itself. */
export type LoggedChange = { number: number; at: number; by: ChangedBy | null; acts: Act[] };

/** `state`: the change whose state this is, which is an earlier one after a restore. */
type Point = { number: number; state: number; at: number };

/**
 * The last change until a time, and the last of all. A copy that contains a change from `from` on, or the change `whole`,
 * begins a rebuild; null if the log does not reach back.
 * `isEmpty`: the database was empty before the first change.
 */
export type Moment =
  | { now: Point; past: null; isEmpty: boolean }
  | { now: Point; past: Point; from: number | null; whole: number | null };

export type RunRequest = {
  statements: SqlStatement[];
  mode: AccessMode;
  skip?: number;
  maxRows: number;
  maxChars: number;
  /**
   * When the call stops and asks for a copy: before a large loss (`lost` is the number of rows lost since the last
   * copy), and with `daily` before any write.
   */
  guard: { daily: boolean; lost: number } | null;
  origins?: readonly string[];
  by?: ChangedBy;
  /** The id of a write that runs at most once: sent again, it returns its first results. */
  receipt?: string;
};

/** Columns and rows of a table that a visitor sees. The keys of rows have other names; `owner` limits the rows. */
export type VisitorView = {
  table: string;
  columns: string[];
  keys: { column: string; as: string }[];
  owner: { column: string; value: string } | null;
};

/** `params: null`: NULL for each placeholder. */
export type VisitRequest = {
  sql: string;
  params: Param[] | null;
  views: VisitorView[];
  maxRows: number;
  maxChars: number;
};

export type DatabaseRequest =
  | ({ op: "visit" } & VisitRequest)
  | ({ op: "run" } & RunRequest)
  | { op: "schema" | "size" | "end" }
  | { op: "writes" | "adds" | "reads"; sql: string }
  | { op: "receipts"; ids: string[]; before: number }
  | { op: "trust"; table: string; origins?: readonly string[] }
  | { op: "distrust"; table: string; origins: readonly string[] }
  | { op: "copy"; to: string; isExact?: boolean }
  | { op: "inspect"; from: string }
  | {
      op: "load";
      table: string;
      columns: string[];
      create?: string;
      origins: readonly string[];
      by?: ChangedBy;
    }
  | { op: "rows"; rows: Cell[][] }
  | { op: "restore"; from: string; change?: number }
  | { op: "changes"; after: number }
  | { op: "moment"; at?: number; change?: number }
  | { op: "rebuild"; to: string; base: number | null; whole: number | null; until: number }
  | ({ op: "compare"; to: string; after: string; from: number; until: number } & CompareLimits)
  | { op: "prune"; before: number; maxBytes: number };

/** `isLiteral`: cells are SQL literals. `isWhole`: fails rather than leave rows out. */
export type CompareLimits = { maxRows: number; isLiteral: boolean; isWhole: boolean };

const disk = z.enum(["full", "readonly"]).nullable();

const error = z.object({
  message: z.string(),
  /** SQLite's extended error code, or "denied" if the authorizer denied the statement. */
  code: z.union([z.number(), z.literal("denied")]).nullable(),
  /** Index of the failing statement, from 1. */
  at: z.number().nullable(),
  disk,
  /** Marked tables whose text the error message may contain. */
  marks: z.array(z.object({ name: z.string(), origins: z.array(z.string()) })).optional(),
});
export type SqlError = z.infer<typeof error>;

export const databaseReply = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error }),
]);
export type DatabaseReply = z.infer<typeof databaseReply>;

export class Refused extends Error {
  override readonly name = "Refused";
  readonly error: SqlError;
  constructor(sqlError: SqlError) {
    super(sqlError.message);
    this.error = sqlError;
  }
}

/** Compares the name instead of using `instanceof`, because each bundle has its own copy of the class. */
export const isRefused = (error: unknown): error is Refused =>
  error instanceof Error && error.name === "Refused";

export type Stopped = { reason: "daily" | "destructive"; sql: string };

type Rows = { kind: "read"; columns: string[]; origins: ColumnOrigin[]; rows: Cell[][]; truncated: boolean };
export type Returned = Rows | { kind: "write"; changes: number; lastInsertRowid: Cell };

export type RunAnswer =
  | { stop: Stopped }
  | {
      results: Returned[];
      reads: string[];
      writes: string[];
      acts: Act[];
      lost: number;
      marks: TableMark[];
      change?: Logged;
    };

/** Number and time (ms) of a change that was just committed. `needsCopy`: the log is full, or does not reach back. */
export type Logged = { number: number; at: number; needsCopy?: true };

/**
 * The result of each request. Results are not validated, because they come from our own process and may have
 * many rows.
 */
export type DatabaseAnswers = {
  run: RunAnswer;
  /** `reads`: tables of the views that the query has read. */
  visit: Rows & { reads: string[] };
  receipts: { id: string; results: Returned[] }[];
  writes: boolean;
  adds: string[] | null;
  reads: string[];
  trust: boolean;
  distrust: boolean;
  schema: SqlTable[];
  copy: { tables: SqlTable[]; change: number };
  inspect: SqlTable[];
  size: { bytes: number; limit: number };
  rows: number;
  end: { count: number; writes: string[]; acts: Act[]; change: Logged };
  load: null;
  restore: number;
  changes: LoggedChange[];
  moment: Moment | null;
  rebuild: null;
  compare: ComparedTable[];
  prune: number;
};
