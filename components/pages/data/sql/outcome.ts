import type { SqlResult } from "../api";

export type Outcome =
  | { kind: "rows"; sql: string; result: Extract<SqlResult, { columns: unknown }> }
  | { kind: "changed"; sql: string; result: Exclude<SqlResult, { columns: unknown }> }
  | { kind: "failed"; sql: string; message: string };

export const outcomeOf = (sql: string, result: SqlResult): Outcome =>
  "columns" in result ? { kind: "rows", sql, result } : { kind: "changed", sql, result };
