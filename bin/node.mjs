// Plain JavaScript for Node 20 or later.
import { spawn, spawnSync } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { ROOT } from "./install.mjs";

const NEEDED = 24;
export const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Returns the path of the Node that runs Easel: the one from node_modules, else the current one if it is new
 * enough. Throws if neither is.
 */
export function findNode() {
  const installed = join(ROOT, "node_modules", ".bin", "node");
  if (majorOf(installed) >= NEEDED) return installed;
  if (majorOf(process.execPath) >= NEEDED) return process.execPath;
  throw new Error(
    `Easel needs Node ${NEEDED} and this is Node ${process.versions.node}. On Linux with glibc on x64 npm installs it` +
      ` (unless optional packages are omitted); on ${process.platform}-${process.arch} install Node ${NEEDED} from https://nodejs.org, then start again.`,
  );
}

export const start = (script, args, env = {}) =>
  spawn(findNode(), [script, ...args], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    // Node resolves host names on at most half of these threads, of which there are 4 by default. A DNS server
    // that never answers blocks a thread for long, so two such lookups would delay all others.
    env: { UV_THREADPOOL_SIZE: "16", ...process.env, ...env },
  });

/** Runs a script of `bin` as if it were this process, with the same signals and exit code. */
export async function become(script, args) {
  const child = start(join(ROOT, "bin", script), args);
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) onOrphaned(() => child.kill("SIGTERM"));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal ?? ""] ?? 1)));
}

/**
 * Calls `act` when the parent process dies. A killed npm passes on no signal, and the server would keep
 * running and hold the port.
 */
export function onOrphaned(act) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, 500);
  timer.unref();
}

function majorOf(node) {
  const { status, stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  return status === 0 ? Number.parseInt(stdout.slice(1), 10) : 0;
}
