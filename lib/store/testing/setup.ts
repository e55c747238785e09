import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { launch } from "../embedded/launch.ts";
import { openTestServer } from "./server.ts";

/**
 * Data folder of the embedded server. During full runs it is in memory, if there is space
 * (bin/test/scratch.ts).
 */
const DATA_DIR = join(process.env.EASEL_TEST_SCRATCH ?? join(import.meta.dirname, "../../../.easel"), "test");

declare module "vitest" {
  interface ProvidedContext {
    testServer: { url: string; source: string; run: number };
  }
}

/**
 * Settings without durability: tests do not need it, and dropping a database would wait for the disk. If the
 * server does not start after a crash of the machine, delete the folder.
 */
const FLEETING = { fsync: "off", full_page_writes: "off" };

/**
 * Provides one Postgres server for all test files: the one of DATABASE_URL, or an embedded one in a separate
 * folder.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const configuredUrl = process.env.DATABASE_URL;
  const log = (line: string) => console.log(line);
  const embedded = configuredUrl ? undefined : await launch({ dataDir: DATA_DIR, log, settings: FLEETING });
  const server = await openTestServer(configuredUrl ?? embedded?.url ?? "");
  project.provide("testServer", { url: server.url, source: server.source, run: server.run });
  return async () => {
    await server.close();
    await embedded?.stop();
  };
}
