import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, vi } from "vitest";
import { execute } from "@/lib/data/sqlite/index";
import type { Cell } from "@/lib/shared/data/cell";
import { resolveAgent } from "@/lib/store/agents/agents";
import { testDatabase } from "@/lib/store/testing/database";

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
    async sql(sql: string, ...params: Cell[]): Promise<Cell[][]> {
      const result = await execute({ agentId, sql, params });
      return result.kind === "read" ? result.rows : [];
    },
  };
}
