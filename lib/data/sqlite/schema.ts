import { statSync } from "node:fs";
import { owned } from "@/lib/ground/base/process";
import { databaseOf } from "./databases";
import { failureOf } from "./failure";
import { fileOf } from "./folder";
import { LIMITS } from "./limits";
import type { Table } from "./types";

const TICK_MS = 100;
/** Of the largest tables, the rows are counted. */
const COUNT_MS = 15_000;

type Kept = { stamp: string; tables: Table[] };

/** Tables and views, with their columns and how many rows they have. */
export async function readSchema(agentId: string): Promise<Table[]> {
  const stamp = stampOf(agentId);
  if (stamp === null) return [];
  const known = kept().get(agentId);
  if (known?.stamp === stamp.text) return known.tables;
  const tables = await asked(agentId, "schema");
  if (stamp.isOld) kept().set(agentId, { stamp: stamp.text, tables });
  return tables;
}

/** The schema for a prompt, which waits for no long query: then as it was last seen. */
export async function glanceAtSchema(agentId: string, patienceMs: number): Promise<Table[]> {
  const last = kept().get(agentId)?.tables ?? [];
  const late = new Promise<Table[]>((resolve) => setTimeout(resolve, patienceMs, last).unref());
  return Promise.race([readSchema(agentId).catch(() => last), late]);
}

/** Bytes in use, and how many there may be. */
export async function readSize(agentId: string): Promise<{ bytes: number; limit: number }> {
  if (stampOf(agentId) === null) return { bytes: 0, limit: LIMITS.bytes };
  return asked(agentId, "size");
}

async function asked<O extends "schema" | "size">(agentId: string, op: O) {
  try {
    return await databaseOf(agentId).reading((ask) => ask<{ op: O }>({ op }), COUNT_MS);
  } catch (error) {
    throw failureOf(error);
  }
}

/**
 * Every commit changes it, whichever server made it; null where there is no database yet. Of a file that was written just
 * now, the next commit may have the same time.
 */
function stampOf(agentId: string): { text: string; isOld: boolean } | null {
  const file = fileOf(agentId);
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
