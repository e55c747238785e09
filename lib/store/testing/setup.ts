import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { launch } from "../embedded/launch.ts";
import { openTestServer } from "./server.ts";

const DATA_DIR = join(import.meta.dirname, "../../../.easel/test");

declare module "vitest" {
  interface ProvidedContext {
    testServer: { url: string; template: string; run: number };
  }
}

/** One Postgres server for all test files: that of DATABASE_URL, or the embedded one in a folder of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL;
  const embedded = given ? undefined : await launch({ dataDir: DATA_DIR, log: (line) => console.log(line) });
  const server = await openTestServer(given ?? embedded?.url ?? "");
  project.provide("testServer", { url: server.url, template: server.template, run: server.run });
  return async () => {
    await server.close();
    await embedded?.stop();
  };
}
