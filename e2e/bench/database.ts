import { launch } from "./processes.ts";
import type { Row } from "./report.ts";

export async function databaseRows(databaseUrl: string, folder: string): Promise<Row[]> {
  const measured = await launch({
    args: ["--import", "./e2e/bench/alias.mjs", "e2e/bench/database-calls.ts"],
    env: { DATABASE_URL: databaseUrl, EASEL_DATA_DIR: folder },
    ready: /^figures (\{.*\})$/,
    // Ten thousand writes, each of which waits for the disk.
    timeoutMs: 600_000,
  });
  await measured.stop();
  const figures: Record<string, number> = JSON.parse(measured.url);
  return Object.entries(figures).map(([name, easel]) => ({ name: `database, ${name}`, easel }));
}
