import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createZstdCompress } from "node:zlib";
import * as blobs from "@/lib/files/blobs";
import { log } from "@/lib/log";
import { owned } from "@/lib/process";
import type { DatabaseCopy } from "@/lib/shared/data/database-copy";
import { AppError, isAppError } from "@/lib/shared/errors";
import { addCopy, newestCopy } from "@/lib/store/database-copies";
import { folderOf, removeFile } from "./folder";
import type { Ask } from "./lane";
import { LIMITS } from "./limits";
import type { By } from "./types";

/** Copying the largest database takes about a second. */
const COPY_MS = 60_000;

type Why = Pick<DatabaseCopy, "reason" | "sql">;

/** Copies of an agent's database for its history, made while nothing else is done with it. */
export type Copies = {
  /** Whether none was made today. */
  isDue(): Promise<boolean>;
  /** Gives the revision that keeps it; undefined where nothing is there to be kept. */
  keep(ask: Ask, why: Why): Promise<string | undefined>;
  /** Where one is due. */
  daily(ask: Ask): Promise<void>;
};

export function copies(agentId: string, by: By): Copies {
  const days = lastDays();
  const isDue = async () => {
    const day = today();
    if (days.get(agentId) === day) return false;
    const newest = await newestCopy(agentId);
    if (newest?.createdAt.slice(0, 10) !== day) return true;
    days.set(agentId, day);
    return false;
  };
  return {
    isDue,
    async keep(ask, why) {
      try {
        return await copy(agentId, ask, why, by);
      } catch (error) {
        if (why.reason !== "daily") throw notKept(error);
        log.warn("The day's copy of a database was not kept", error);
      } finally {
        days.set(agentId, today());
      }
    },
    async daily(ask) {
      if (await isDue()) await this.keep(ask, { reason: "daily" });
    },
  };
}

/** The pages as they are, compressed; the same as last time are not kept twice. */
async function copy(agentId: string, ask: Ask, { reason, sql }: Why, by: By): Promise<string | undefined> {
  const to = join(folderOf(agentId), `copy-${randomUUID()}`);
  try {
    const tables = await ask({ op: "copy", to }, COPY_MS);
    if (tables.length === 0) return;
    const file = createReadStream(to);
    const packed = createZstdCompress();
    file.once("error", (error) => packed.destroy(error));
    const { hash, size } = await blobs.put(file.pipe(packed), 2 * LIMITS.bytes);
    const newest = await newestCopy(agentId);
    if (newest?.content.hash === hash) return newest.id;
    const counts = tables.map(({ name, row_count }) => ({ name, row_count }));
    const content = { hash, bytes: file.bytesRead, size, reason, ...(sql && { sql }), tables: counts };
    return await addCopy(agentId, content, by);
  } finally {
    await removeFile(to);
  }
}

const today = () => new Date().toISOString().slice(0, 10);

const notKept = (cause: unknown) =>
  new AppError(
    "unavailable",
    `A copy of the database could not be kept first, so nothing was changed. ${isAppError(cause) ? cause.message : "Try again in a moment."}`,
    { cause },
  );

/** The day of the last copy that this server knows of, by agent. */
const lastDays = () => owned("database copies", () => new Map<string, string>());
