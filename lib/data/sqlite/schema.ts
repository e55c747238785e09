import { existsSync, statSync } from "node:fs";
import { singleton } from "@/lib/ground/base/process";
import { databaseOf } from "./databases";
import { sqlFailureOf } from "./failure";
import { borrowedFileOf, databaseFileOf } from "./folder";
import { SQL_LIMITS } from "./limits";
import type { SqlTable } from "./types";

const TICK_MS = 100;
const COUNT_MS = 15_000;

type CachedSchema = { stamp: string; tables: SqlTable[] };

export async function readTables(agentId: string): Promise<SqlTable[]> {
  const stamp = stampOf(agentId);
  if (stamp === null) return [];
  const cached = schemaCache().get(agentId);
  if (cached?.stamp === stamp.text) return cached.tables;
  const tables = await asked(agentId, "schema");
  if (stamp.isOld) schemaCache().set(agentId, { stamp: stamp.text, tables });
  return tables;
}

/**
 * Returns the schema for a prompt. If a long query blocks the database for `timeoutMs`, returns the cached
 * schema. Waits for the first copy of a rehearsal's database, because there is no schema yet.
 */
export async function readSchemaWithin(agentId: string, timeoutMs: number): Promise<SqlTable[]> {
  if (existsSync(borrowedFileOf(agentId))) return readTables(agentId);
  const last = schemaCache().get(agentId)?.tables ?? [];
  const late = new Promise<SqlTable[]>((resolve) => setTimeout(resolve, timeoutMs, last).unref());
  return Promise.race([readTables(agentId).catch(() => last), late]);
}

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
 * Returns a text that changes with every commit of any server, or null if there is no database. If the file
 * was written just now, `isOld` is false: the next commit may then give the same text.
 */
function stampOf(agentId: string): { text: string; isOld: boolean } | null {
  const file = databaseFileOf(agentId);
  const [main, log] = [partOf(file), partOf(`${file}-wal`)];
  if (!main) return existsSync(borrowedFileOf(agentId)) ? { text: "borrowed", isOld: false } : null;
  const isOld = Date.now() - Math.max(main.at, log?.at ?? 0) > TICK_MS;
  return { text: `${main.text} ${log?.text}`, isOld };
}

/** Synchronous, because every message needs it: it takes 5 µs, but 250 µs in the thread pool. */
function partOf(path: string): { text: string; at: number } | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? { text: `${found.ino} ${found.size} ${found.mtimeNs}`, at: Number(found.mtimeMs) } : null;
}

const schemaCache = () => singleton("database schemas", () => new Map<string, CachedSchema>());
