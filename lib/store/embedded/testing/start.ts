import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { connect } from "../../connection.ts";
import type { EmbeddedServer } from "../launch.ts";

type Server = Omit<EmbeddedServer, "stop">;
type Message = { line?: string; server?: Server; failure?: string };

/**
 * Starts a server in a separate process group, as a shell does for `npm start`. Reuses the compile cache of
 * earlier starters.
 */
export function start(dataDir: string, user: { uid?: number; gid?: number } = {}) {
  const { PATH, NODE_ENV, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, "starter.ts"), dataDir], {
    ...user,
    cwd: "/",
    env: { PATH, NODE_ENV, NODE_COMPILE_CACHE },
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const ended = once(child, "exit").catch(() => {});
  const ready = new Promise<Server>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (text) => {
      const { line, server, failure } = JSON.parse(text) as Message;
      if (line) lines.push(line);
      if (server) resolve(server);
      if (failure) reject(new Error(failure));
    });
    ended.then(() => reject(new Error("the starter ended")));
  });
  ready.catch(() => {});
  const end = async (act: () => void) => {
    if (child.exitCode === null && child.signalCode === null) act();
    await ended;
  };
  return {
    lines,
    ready,
    stop: () => end(() => child.stdin.end()),
    kill: () => end(() => child.kill("SIGKILL")),
    killGroup: () => end(() => process.kill(-Number(child.pid), "SIGKILL")),
  };
}

/** Runs statements on a separate connection and returns the rows of the last. */
export async function query(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const sql = connect(url, { max: 1, fetch_types: false });
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = await sql.unsafe<Record<string, unknown>[]>(statement);
    return rows;
  } finally {
    await sql.end();
  }
}
