import { join } from "node:path";
import { type Lock, openLock, waitFor } from "../../ground/base/file-lock.ts";
import { AppError } from "../../shared/errors.ts";
import { installBinaries } from "./binaries.ts";
import { prepareCluster } from "./cluster.ts";
import { explainError } from "./failure.ts";
import { give } from "./folders.ts";
import { findHome, type Home } from "./home.ts";
import { nativeFolder } from "./platform.ts";
import { findServer, startServer, stopServer } from "./postmaster.ts";
import type { Settings } from "./settings.ts";
import { socketUrl } from "./socket-url.ts";
import { watchServer } from "./watch.ts";

export type Log = (line: string) => void;

export type EmbeddedServer = {
  url: string;
  socketDir: string;
  version: string;
  adopted: boolean;
  /** Stops using the server. The last process that uses it shuts it down. */
  stop(): Promise<void>;
};

/**
 * Every starter holds a shared lock on `users` while it lives, and `gate` while it starts or stops the server.
 */
type Locks = { gate: Lock; users: Lock };

/** Maximum wait for the gate: long enough for another process to create the database or to recover it. */
const MAX_ENTRY_WAIT_MS = 400_000;
const MAX_LEAVE_WAIT_MS = 10_000;

/** `settings` extend or replace the defaults. They apply only if this process starts the server. */
type Launch = { dataDir: string; log: Log; settings?: Settings };

/** Starts the Postgres server of a data folder, or joins the running one. */
export async function launch({ dataDir, log, settings }: Launch): Promise<EmbeddedServer> {
  try {
    const home: Home = { ...findHome(dataDir, log), settings };
    const locks = { gate: lockIn(home, "gate.lock"), users: lockIn(home, "users.lock") };
    const { version, adopted } = await enter(home, locks, log);
    const revive = async () => void ((await findServer(home, log)) ?? (await startFresh(home, log)));
    const watch = watchServer(home, locks.gate, revive, log);
    let left: Promise<void> | undefined;
    const stop = () => {
      left ??= watch.stop().then(() => leave(home, locks));
      return left;
    };
    return { url: socketUrl(home.socketDir, "easel"), socketDir: home.socketDir, version, adopted, stop };
  } catch (error) {
    throw explainError(error, dataDir);
  }
}

async function enter(home: Home, { gate, users }: Locks, log: Log) {
  try {
    const entered = await waitFor(gate.tryExclusive, MAX_ENTRY_WAIT_MS, () =>
      log("Waiting for another start"),
    );
    if (!entered || !users.tryShared()) throw stuck(home);
    const running = await findServer(home, log);
    const version = running ?? (await startFresh(home, log));
    gate.release();
    return { version, adopted: running !== undefined };
  } catch (error) {
    gate.close();
    users.close();
    throw error;
  }
}

async function startFresh(home: Home, log: Log): Promise<string> {
  const binaries = await installBinaries(nativeFolder(), home);
  await prepareCluster(binaries, home, log);
  return startServer(binaries, home, log);
}

/**
 * Stops the server if no other process uses it. If the gate stays locked, another process is starting and
 * will use the server, so it must keep running.
 */
async function leave(home: Home, { gate, users }: Locks): Promise<void> {
  try {
    const entered = await waitFor(gate.tryExclusive, MAX_LEAVE_WAIT_MS);
    users.release();
    if (entered && users.tryExclusive()) await stopServer(home);
  } finally {
    users.close();
    gate.close();
  }
}

function lockIn(home: Home, name: string): Lock {
  const path = join(home.dir, name);
  const lock = openLock(path);
  give(path, home.files);
  return lock;
}

function stuck(home: Home): AppError {
  return new AppError(
    "unavailable",
    `Another start has locked ${home.dir} for minutes. End that process, or set DATABASE_URL to a Postgres server.`,
  );
}
