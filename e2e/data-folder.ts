import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { openLock, waitFor } from "../lib/ground/base/file-lock.ts";
import { launch } from "../lib/store/embedded/launch.ts";
import { nativeFolder } from "../lib/store/embedded/platform.ts";
import { removeDataFolder } from "../lib/store/embedded/testing/remove.ts";
import { knownMigrations, migrate } from "../lib/store/migrate.ts";

/**
 * Folder with the data folders of the tests. A full test run keeps it in memory if there is enough
 * (bin/test/scratch.ts).
 */
const DATA = process.env.EASEL_TEST_SCRATCH ?? join(import.meta.dirname, "../.easel");
const PREFIX = "template-";

export function emptyDataFolder(name = "e2e"): string {
  mkdirSync(DATA, { recursive: true });
  return mkdtempSync(join(DATA, `${name}-`));
}

/** Creates the data folder of a server that has started once, by copying the template if it exists. */
export function newDataFolder(name?: string): string {
  const folder = emptyDataFolder(name);
  const database = join(DATA, templateName(), "postgres");
  // The files belong to the user that runs Postgres. Node's copy would change their owner.
  if (existsSync(database)) execFileSync("cp", ["-a", database, folder]);
  return folder;
}

/**
 * Playwright's global setup. Some twenty servers each get a data folder with an empty database, copied from
 * this template.
 */
export default async function makeTemplate(): Promise<void> {
  mkdirSync(DATA, { recursive: true });
  const gate = openLock(join(DATA, "template.lock"));
  try {
    await waitFor(gate.tryExclusive, 180_000);
    const name = templateName();
    const others = readdirSync(DATA).filter((each) => each.startsWith(PREFIX) && each !== name);
    for (const other of others) removeDataFolder(join(DATA, other));
    if (existsSync(join(DATA, name))) return;
    const unfinished = mkdtempSync(join(DATA, `${name}.`));
    const server = await launch({ dataDir: unfinished, log: () => {} });
    await migrate(server.url);
    await server.stop();
    renameSync(unfinished, join(DATA, name));
  } finally {
    gate.close();
  }
}

/**
 * Returns a name with a hash of the migrations and the Postgres version, because a change of either needs a new
 * template.
 */
function templateName(): string {
  const hash = createHash("sha256").update(readFileSync(join(nativeFolder(), "../package.json")));
  for (const migration of knownMigrations()) hash.update(migration.hash);
  return PREFIX + hash.digest("hex").slice(0, 12);
}
