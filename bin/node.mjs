// Plain JavaScript for any Node from 20 on.
import { spawn, spawnSync } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { ROOT } from "./install.mjs";

const NEEDED = 24;
export const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** The Node that runs Easel: the one that npm installed beside it where there is one, else our own if it is new enough. */
export function findNode() {
  const installed = join(ROOT, "node_modules", ".bin", "node");
  if (majorOf(installed) >= NEEDED) return installed;
  if (majorOf(process.execPath) >= NEEDED) return process.execPath;
  throw new Error(
    `Easel needs Node ${NEEDED} and this is Node ${process.versions.node}. On Linux with glibc on x64 npm brings it` +
      ` (unless optional packages are omitted); on ${process.platform}-${process.arch} install Node ${NEEDED} from https://nodejs.org, then start again.`,
  );
}

/** A script of ours under that Node, on the same terminal. */
export const start = (script, args, env = {}) =>
  spawn(findNode(), [script, ...args], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    // Half of these look names up, and a server of names that never answers holds one for long.
    env: { UV_THREADPOOL_SIZE: "16", ...process.env, ...env },
  });

/** Runs a script of `bin` as if it were this process: same signals and exit code, too. */
export async function become(script, args) {
  const child = start(join(ROOT, "bin", script), args);
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) onOrphaned(() => child.kill("SIGTERM"));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal ?? ""] ?? 1)));
}

/** A killed npm cannot tell us; without it nobody would end us, nor free the port. */
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
