import { statSync } from "node:fs";
import { owned } from "@/lib/ground/base/process";
import { databaseOf } from "./databases";
import { sqlFailureOf } from "./failure";
import { databaseFileOf } from "./folder";
import { SQL_LIMITS } from "./limits";
import type { SqlTable } from "./types";

const TICK_MS = 100;
/** Of the largest tables, the rows are counted. */
const COUNT_MS = 15_000;

type Kept = { stamp: string; tables: SqlTable[] };

/** Tables and views, with their columns and how many rows they have. */
export async function readTables(agentId: string): Promise<SqlTable[]> {
  const stamp = stampOf(agentId);
  if (stamp === null) return [];
  const known = kept().get(agentId);
  if (known?.stamp === stamp.text) return known.tables;
  const tables = await asked(agentId, "schema");
  if (stamp.isOld) kept().set(agentId, { stamp: stamp.text, tables });
  return tables;
}

/** The schema for a prompt, which waits for no long query: then as it was last seen. */
export async function glanceAtSchema(agentId: string, patienceMs: number): Promise<SqlTable[]> {
  const last = kept().get(agentId)?.tables ?? [];
  const late = new Promise<SqlTable[]>((resolve) => setTimeout(resolve, patienceMs, last).unref());
  return Promise.race([readTables(agentId).catch(() => last), late]);
}

/** Bytes in use, and how many there may be. */
export async function readDatabaseSize(agentId: string): Promise<{ bytes: number; limit: number }> {
  if (stampOf(agentId) === null) return { bytes: 0, limit: SQL_LIMITS.bytes };
  return asked(agentId, "size");
}

async function asked<O extends "schema" | "size">(agentId: string, op: O) {
  try {
    return await databaseOf(agentId).reading((ask) => ask<{ op: O }>({ op }), COUNT_MS);
  } catch (error) {
    throw sqlFailureOf(error);
  }
}

/**
 * Every commit changes it, whichever server made it; null where there is no database yet. Of a file that was written just
 * now, the next commit may have the same time.
 */
function stampOf(agentId: string): { text: string; isOld: boolean } | null {
  const file = databaseFileOf(agentId);
  const [main, log] = [partOf(file), partOf(`${file}-wal`)];
  if (!main) return null;
  const isOld = Date.now() - Math.max(main.at, log?.at ?? 0) > TICK_MS;
  return { text: `${main.text} ${log?.text}`, isOld };
}

/** Every message asks: 5 µs here, and 250 where a thread of the pool is woken for it. */
function partOf(path: string): { text: string; at: number } | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? { text: `${found.ino} ${found.size} ${found.mtimeNs}`, at: Number(found.mtimeMs) } : null;
}

const kept = () => owned("database schemas", () => new Map<string, Kept>());
