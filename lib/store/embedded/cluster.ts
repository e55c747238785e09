import { execFile } from "node:child_process";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { AppError } from "../../shared/errors.ts";
import { explainOutput } from "./failure.ts";
import { give } from "./folders.ts";
import type { Home } from "./home.ts";
import { SERVER_ENV } from "./settings.ts";
import { USER } from "./socket-url.ts";

const MAJOR = "18";

const INITDB = [
  `--username=${USER}`,
  "--auth=trust",
  "--encoding=UTF8",
  "--locale=C",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--no-instructions",
];

/**
 * Creates the cluster if needed. It is created under another name and renamed, so that an incomplete one is
 * never used.
 */
export async function prepareCluster(
  binaries: string,
  home: Home,
  log: (line: string) => void,
): Promise<void> {
  for (const entry of await readdir(home.dir)) {
    if (entry.startsWith("data.")) await rm(join(home.dir, entry), { recursive: true, force: true });
  }
  const version = await readFile(join(home.data, "PG_VERSION"), "utf8").catch(() => undefined);
  if (version === undefined) await createCluster(binaries, home, log);
  else if (version.trim() !== MAJOR) {
    throw new AppError(
      "unavailable",
      `The database in ${home.data} was created by Postgres ${version.trim()}, and this is Postgres ${MAJOR}. Choose another EASEL_DATA_DIR, or move the data with pg_dump to a server and set DATABASE_URL.`,
    );
  }
}

async function createCluster(binaries: string, home: Home, log: (line: string) => void): Promise<void> {
  log("Creating a new database");
  const unfinished = `${home.data}.${process.pid}`;
  await mkdir(unfinished, { mode: 0o700 });
  give(unfinished, home.server);
  const options = { ...home.server, cwd: home.dir, env: SERVER_ENV };
  try {
    await promisify(execFile)(
      join(binaries, "bin", "initdb"),
      [...INITDB, `--pgdata=${unfinished}`],
      options,
    );
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (error instanceof Error && "stderr" in error && error.stderr) {
      throw explainOutput("could not create its database", String(error.stderr));
    }
    throw error;
  }
  await rename(unfinished, home.data);
  await syncFolder(home.dir);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync();
  await folder.close();
}
