import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../shared/errors.ts";
import { explainOutput } from "./failure.ts";
import type { Home } from "./home.ts";
import { logSize, openLog, readLogSince } from "./log-file.ts";
import { findPostmaster } from "./pid-file.ts";
import { ping } from "./ping.ts";
import { SERVER_ENV, serverArguments } from "./settings.ts";

/**
 * Maximum time of a start. It is long, because recovery from the WAL after a kill may take minutes on a slow disk.
 */
const MAX_START_MS = 300_000;
const MAX_STOP_MS = 30_000;
const MAX_RETRY_MS = 10_000;
const LOG_INTERVAL_MS = 5_000;

/** Waits until a running server accepts connections and returns its version; undefined if none is running. */
export async function findServer(home: Home, log: (line: string) => void): Promise<string | undefined> {
  return untilReady(home, log, () => findPostmaster(home.data) !== undefined);
}

/**
 * Starts a server that outlives this process: it has its own session and writes to a file instead of a pipe.
 */
export async function startServer(
  binaries: string,
  home: Home,
  log: (line: string) => void,
): Promise<string> {
  const end = performance.now() + MAX_RETRY_MS;
  for (;;) {
    const before = logSize(home.log);
    const { child, version } = await tryStart(binaries, home, log);
    if (version) return version;
    const output = readLogSince(home.log, before);
    // Retry if backends of a killed server still hold files or the port, because they exit soon. Also retry if a
    // signal killed the new server.
    const passing = child.signalCode !== null || /still in use|could not bind/.test(output);
    if (!passing || performance.now() > end) throw explainOutput("could not start", output, home.log);
    await sleep(200);
  }
}

async function tryStart(binaries: string, home: Home, log: (line: string) => void) {
  forgetDead(home);
  const output = openLog(home.log, home.files);
  const args = serverArguments(home.data, home.socketDir, home.settings);
  const child = spawn(join(binaries, "bin", "postgres"), args, {
    ...home.server,
    cwd: home.dir,
    env: SERVER_ENV,
    detached: true,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  await once(child, "spawn");
  child.unref();
  const version = await untilReady(home, log, () => child.exitCode === null && child.signalCode === null);
  return { child, version };
}

/**
 * Stops the server with a fast shutdown, which rolls back open transactions. Sends SIGQUIT if that takes too
 * long.
 */
export async function stopServer(home: Home): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    const pid = findPostmaster(home.data);
    if (!pid) return;
    process.kill(pid, signal);
    const end = performance.now() + MAX_STOP_MS;
    while (findPostmaster(home.data) && performance.now() < end) await sleep(20);
  }
}

async function untilReady(home: Home, log: (line: string) => void, alive: () => boolean) {
  const start = performance.now();
  let lastLoggedAt = start;
  for (;;) {
    const wasAlive = alive();
    const answer = await ping(home.socketDir);
    if (answer.state === "ready") return answer.version;
    if (answer.state === "absent" && !wasAlive) return undefined;
    const now = performance.now();
    if (now - start > MAX_START_MS) {
      throw new AppError("unavailable", `The embedded Postgres does not answer. Its log is ${home.log}.`);
    }
    if (now - lastLoggedAt > LOG_INTERVAL_MS) {
      lastLoggedAt = now;
      log("Still waiting for the embedded Postgres");
    }
    await sleep(20);
  }
}

/**
 * Removes files of a dead server. Otherwise Postgres might take the process that now has the dead server's
 * pid for a running server.
 */
function forgetDead(home: Home): void {
  const socket = join(home.socketDir, ".s.PGSQL.5432");
  for (const path of [join(home.data, "postmaster.pid"), socket, `${socket}.lock`])
    rmSync(path, { force: true });
}
