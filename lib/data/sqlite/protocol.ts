import { z } from "zod";
import type { Act } from "@/lib/shared/data/acts";
import type { Cell } from "@/lib/shared/data/cell";
import type { AccessMode, ColumnOrigin, SqlStatement, SqlTable, TableMark } from "./types";

export type RunRequest = {
  statements: SqlStatement[];
  mode: AccessMode;
  /** So many rows of a result are left out before the first that is given. */
  skip?: number;
  maxRows: number;
  /** Characters of JSON. */
  maxBytes: number;
  /** Stop before much would be lost, with the rows that were `lost` since the last copy, and with `daily` before any write. */
  guard: { daily: boolean; lost: number } | null;
  /** On the web: what whoever writes had read. */
  origins?: readonly string[];
};

/** To the process. */
export type DatabaseRequest =
  | ({ op: "run" } & RunRequest)
  | { op: "schema" | "size" | "end" }
  | { op: "writes" | "adds"; sql: string }
  | { op: "trust"; table: string; origins?: readonly string[] }
  | { op: "copy"; to: string }
  | { op: "inspect"; from: string }
  | { op: "load"; table: string; columns: string[]; create?: string; origins: readonly string[] }
  | { op: "rows"; rows: Cell[][] }
  | { op: "restore"; from: string };

/** What is wrong with the disk, where it is to blame. */
const disk = z.enum(["full", "readonly"]).nullable();

const error = z.object({
  message: z.string(),
  /** SQLite's extended code, or "denied" where it was not allowed. */
  code: z.union([z.number(), z.literal("denied")]).nullable(),
  /** Which of several statements it was, from 1. */
  at: z.number().nullable(),
  disk,
  /** Tables that the words may be from, and hold text of the web. */
  marks: z.array(z.object({ name: z.string(), origins: z.array(z.string()) })).optional(),
});
export type SqlError = z.infer<typeof error>;

/** From the process. */
export const said = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error }),
]);
export type DatabaseSaid = z.infer<typeof said>;

export class Refused extends Error {
  override readonly name = "Refused";
  readonly error: SqlError;
  constructor(sqlError: SqlError) {
    super(sqlError.message);
    this.error = sqlError;
  }
}

/** By name: each bundle carries its own copy of the class, and one process serves them all. */
export const isRefused = (error: unknown): error is Refused =>
  error instanceof Error && error.name === "Refused";

export type Stopped = { reason: "daily" | "destructive"; sql: string };

type Returned =
  | { kind: "read"; columns: string[]; origins: ColumnOrigin[]; rows: Cell[][]; truncated: boolean }
  | { kind: "write"; changes: number; lastInsertRowid: Cell };

export type RunAnswer =
  | { stop: Stopped }
  /** `lost` rows were overwritten or taken away, for all that is known. */
  | { results: Returned[]; reads: string[]; writes: string[]; acts: Act[]; lost: number; marks: TableMark[] };

/** What each request is answered with: the process is ours, and rows are many, so they are taken as they come. */
export type DatabaseAnswers = {
  run: RunAnswer;
  writes: boolean;
  adds: string[] | null;
  trust: boolean;
  schema: SqlTable[];
  copy: SqlTable[];
  inspect: SqlTable[];
  size: { bytes: number; limit: number };
  rows: number;
  end: { count: number; writes: string[] };
  load: null;
  restore: null;
};
