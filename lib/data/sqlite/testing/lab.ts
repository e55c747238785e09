import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import type { Param } from "@/lib/shared/data/cell";
import { AppError } from "@/lib/shared/errors";
import { resolveAgent } from "@/lib/store/agents/agents";
import { testDatabase } from "@/lib/store/testing/database";
import { changesListed } from "../changes";
import { execute } from "../index";
import type { ReadResult, WriteResult } from "../types";

/**
 * With `isFast`, the database is in memory, where a sync takes no time. Useful for many small changes, not
 * for much data.
 */
const MEMORY = "/dev/shm";

export async function lab({ isFast = false } = {}) {
  const parent = isFast && existsSync(MEMORY) ? MEMORY : tmpdir();
  const folder = await mkdtemp(join(parent, "easel-database-"));
  const database = await testDatabase();
  vi.stubEnv("EASEL_DATA_DIR", folder);
  const agentId = await resolveAgent();
  const run = (sql: string, params?: Param[]) => execute({ agentId, sql, params });
  return {
    folder,
    agentId,
    run,
    async read(sql: string, params?: Param[]): Promise<ReadResult> {
      const result = await run(sql, params);
      if (result.kind === "read") return result;
      throw new Error(`It returned no rows: ${sql}`);
    },
    async write(sql: string, params?: Param[]): Promise<WriteResult> {
      const result = await run(sql, params);
      if (result.kind === "write") return result;
      throw new Error(`It returned rows: ${sql}`);
    },
    async refusal(sql: string, params?: Param[]): Promise<string> {
      const error = await run(sql, params).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error instanceof AppError && error.code === "invalid") return error.message;
      throw error ?? new Error(`It was not refused: ${sql}`);
    },
    async close() {
      await changesListed(agentId);
      await database.drop();
      vi.unstubAllEnvs();
      await rm(folder, { recursive: true });
    },
  };
}
