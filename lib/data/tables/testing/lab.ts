import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, vi } from "vitest";
import { execute } from "@/lib/data/sqlite/index";
import type { Cell } from "@/lib/shared/data/cell";
import { resolveAgent } from "@/lib/store/agents/agents";
import { testDatabase } from "@/lib/store/testing/database";

/** For one test file: a data folder and a Postgres of its own, and an agent whose database is still empty. */
export async function lab() {
  const folder = await mkdtemp(join(tmpdir(), "easel-data-"));
  const database = await testDatabase();
  vi.stubEnv("EASEL_DATA_DIR", folder);
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });
  const agentId = await resolveAgent();
  return {
    agentId,
    folder,
    /** The rows of a statement; of one that writes, none. */
    async sql(sql: string, ...params: Cell[]): Promise<Cell[][]> {
      const result = await execute({ agentId, sql, params });
      return result.kind === "read" ? result.rows : [];
    },
  };
}
