import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { launch } from "../embedded/launch.ts";
import { openTestServer } from "./server.ts";

/** A whole run has it in memory, where there is room (bin/test/scratch.ts). */
const DATA_DIR = join(process.env.EASEL_TEST_SCRATCH ?? join(import.meta.dirname, "../../../.easel"), "test");

declare module "vitest" {
  interface ProvidedContext {
    testServer: { url: string; source: string; run: number };
  }
}

/**
 * What a machine loses that dies, no test needs: deleting a database would wait for the disk, and that of every other one.
 * Where it left a server that does not start, delete the folder.
 */
const FLEETING = { fsync: "off", full_page_writes: "off" };

/** One Postgres server for all test files: that of DATABASE_URL, or the embedded one in a folder of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL;
  const log = (line: string) => console.log(line);
  const embedded = given ? undefined : await launch({ dataDir: DATA_DIR, log, settings: FLEETING });
  const server = await openTestServer(given ?? embedded?.url ?? "");
  project.provide("testServer", { url: server.url, source: server.source, run: server.run });
  return async () => {
    await server.close();
    await embedded?.stop();
  };
}
