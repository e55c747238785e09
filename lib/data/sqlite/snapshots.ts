import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createZstdCompress } from "node:zlib";
import { LRUCache } from "lru-cache";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import * as blobs from "@/lib/ground/blobs/blobs";
import type { DatabaseCopy } from "@/lib/shared/data/database-copy";
import { AppError, isAppError } from "@/lib/shared/errors";
import { addCopy, newestCopy } from "@/lib/store/database-copies";
import { CLOCK_MS, changedAt } from "./changed-at";
import type { AskDatabase } from "./databases";
import { folderOf, removeFile } from "./folder";
import { SQL_LIMITS } from "./limits";
import type { WrittenBy } from "./types";

/** Time limit for a copy. Copying the largest database takes about a second. */
const COPY_MS = 60_000;
const HOUR_MS = 60 * 60_000;
/** Maximum age of the change log. Its maximum bytes are those of `MAX_BYTES` in `process/log.mjs`. */
const LOG_MS = 30 * 24 * HOUR_MS;
const MAX_LOG_BYTES = 256_000_000;

type Why = Pick<DatabaseCopy, "reason" | "sql">;

/** Makes copies of an agent's database for its history. The caller must hold the write lock. */
export type Copies = {
  /** Returns why a copy must be made before the next write; null if none must be. */
  due(): Promise<"daily" | "program" | null>;
  /** Returns how many rows this server has lost by its writes since the last copy. */
  lost(): number;
  lose(rows: number): void;
  keep(ask: AskDatabase, why: Why): Promise<string | undefined>;
  daily(ask: AskDatabase): Promise<void>;
  /** Makes a copy and deletes the oldest part of the change log. Later moments are rebuilt from the copy. */
  fold(ask: AskDatabase): Promise<void>;
};

export function copies(agentId: string, by: WrittenBy): Copies {
  const all = lastCopies();
  const program = by.cause && "sheet" in by.cause ? by.cause.sheet.program : undefined;
  const ofProgram = `${agentId} ${program}`;
  const isDaily = async () => {
    const day = today();
    if (all.get(agentId)?.day === day) return false;
    const newest = await newestCopy(agentId);
    if (newest?.createdAt.slice(0, 10) !== day) return true;
    all.set(agentId, { day, lost: lost() });
    return false;
  };
  const lost = () => all.get(agentId)?.lost ?? 0;
  const keep: Copies["keep"] = async (ask, why) => {
    try {
      const revision = await copy(agentId, ask, why, by);
      all.set(agentId, { day: today(), lost: 0 });
      if (why.reason === "program") programCopies().set(ofProgram, Date.now());
      if (why.reason === "daily") await prune(ask, MAX_LOG_BYTES);
      return revision;
    } catch (error) {
      if (why.reason !== "daily") throw copyFailed(error);
      all.set(agentId, { day: today(), lost: lost() });
      log.warn("The daily copy of a database was not stored", error);
    }
  };
  return {
    due: async () => {
      const isHourly = program !== undefined && Date.now() - (programCopies().get(ofProgram) ?? 0) > HOUR_MS;
      return isHourly ? "program" : (await isDaily()) ? "daily" : null;
    },
    lost,
    lose: (rows) => all.set(agentId, { day: all.get(agentId)?.day ?? "", lost: lost() + rows }),
    keep,
    async daily(ask) {
      if (await isDaily()) await keep(ask, { reason: "daily" });
    },
    async fold(ask) {
      await keep(ask, { reason: "daily" });
      await prune(ask, MAX_LOG_BYTES / 2);
    },
  };
}

/**
 * Stores the database as a compressed blob. If the contents equal those of the newest copy, nothing new is
 * stored.
 */
async function copy(
  agentId: string,
  ask: AskDatabase,
  { reason, sql }: Why,
  by: WrittenBy,
): Promise<string | undefined> {
  const to = join(folderOf(agentId), `copy-${randomUUID()}`);
  const changed = changedAt(agentId);
  try {
    const { tables, change } = await ask({ op: "copy", to, isExact: true }, COPY_MS);
    if (tables.length === 0) return;
    const file = createReadStream(to);
    const packed = createZstdCompress();
    file.once("error", (error) => packed.destroy(error));
    const { hash, size } = await blobs.put(file.pipe(packed), 2 * SQL_LIMITS.bytes);
    const newest = await newestCopy(agentId);
    if (newest?.content.hash === hash) return newest.id;
    const counts = tables.map(({ name, row_count }) => ({ name, row_count }));
    const content = {
      ...{ hash, bytes: file.bytesRead, size, reason },
      ...(changed !== null && { unchangedSince: new Date(changed + CLOCK_MS).toISOString() }),
      ...(change > 0 && { change }),
      ...(sql && { sql }),
      tables: counts,
    };
    return await addCopy(agentId, content, by);
  } finally {
    await removeFile(to);
  }
}

const prune = (ask: AskDatabase, maxBytes: number) =>
  ask({ op: "prune", before: Date.now() - LOG_MS, maxBytes }, COPY_MS);

const today = () => new Date().toISOString().slice(0, 10);

const copyFailed = (cause: unknown) =>
  new AppError(
    "unavailable",
    `A copy of the database could not be stored first, so nothing was changed. ${isAppError(cause) ? cause.message : "Try again in a moment."}`,
    { cause },
  );

/** Times of the last copies before changes of programs. */
const programCopies = () =>
  singleton("database copies of programs", () => new LRUCache<string, number>({ max: 1_000 }));

const lastCopies = () => singleton("database copies", () => new Map<string, { day: string; lost: number }>());
