import { z } from "zod";
import type { Cell } from "@/lib/shared/data/cell";
import type { Mode, Origin, Statement, Table } from "./types";

export type RunRequest = {
  statements: Statement[];
  mode: Mode;
  maxRows: number;
  /** Characters of JSON. */
  maxBytes: number;
  /** Stop before much would be lost, and with `daily` before any write. */
  guard: { daily: boolean } | null;
};

/** To the process. */
export type Request =
  | ({ op: "run" } & RunRequest)
  | { op: "schema" | "size" | "end" }
  | { op: "copy"; to: string }
  | { op: "load"; table: string; columns: string[]; create?: string }
  | { op: "rows"; rows: Cell[][] }
  | { op: "restore"; from: string };

const error = z.object({
  message: z.string(),
  /** SQLite's extended code, or "denied" where it was not allowed. */
  code: z.union([z.number(), z.literal("denied")]).nullable(),
  /** Which of several statements it was, from 1. */
  at: z.number().nullable(),
});
export type SqlError = z.infer<typeof error>;

/** From the process. */
export const said = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ ready: z.literal(false), message: z.string(), code: z.number().optional() }),
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error }),
]);
export type Said = z.infer<typeof said>;

/** How a process ended that had something to do. */
export type Death = "time" | "memory" | "temporary" | "died" | "broken";

export class Died extends Error {
  override readonly name = "Died";
  readonly how: Death;
  constructor(how: Death, message = "") {
    super(message);
    this.how = how;
  }
}

export class Refused extends Error {
  override readonly name = "Refused";
  readonly error: SqlError;
  constructor(sqlError: SqlError) {
    super(sqlError.message);
    this.error = sqlError;
  }
}

/** By name: each bundle carries its own copy of the classes, and one process serves them all. */
export const isDied = (error: unknown): error is Died => error instanceof Error && error.name === "Died";
export const isRefused = (error: unknown): error is Refused =>
  error instanceof Error && error.name === "Refused";

export type Stopped = { reason: "daily" | "destructive"; sql: string };

type Returned =
  | { kind: "read"; columns: string[]; origins: Origin[]; rows: Cell[][]; truncated: boolean }
  | { kind: "write"; changes: number; lastInsertRowid: Cell };

export type RunAnswer = { stop: Stopped } | { results: Returned[]; reads: string[]; writes: string[] };

/** What each request is answered with: the process is ours, and rows are many, so they are taken as they come. */
export type Answers = {
  run: RunAnswer;
  schema: Table[];
  copy: Table[];
  size: { bytes: number; limit: number };
  rows: number;
  end: { count: number; writes: string[] };
  load: null;
  restore: null;
};
