import { launch } from "./processes.ts";
import type { Row } from "./report.ts";

export async function documentRows(databaseUrl: string, folder: string): Promise<Row[]> {
  const measured = await launch({
    args: ["--import", "./e2e/bench/alias.mjs", "e2e/bench/documents-calls.ts"],
    env: { DATABASE_URL: databaseUrl, EASEL_DATA_DIR: folder },
    ready: /^figures (\{.*\})$/,
  });
  await measured.stop();
  const figures: Record<string, number> = JSON.parse(measured.url);
  return Object.entries(figures).map(([name, easel]) => ({ name: `documents, ${name}`, easel }));
}
