import { type ChildProcess, spawn } from "node:child_process";
import { realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folder } from "./folder";

/**
 * A process for sandboxes, with an empty environment. Should code ever get out of its isolate, Node's permissions still
 * keep it from files, processes and threads.
 */
export function fork(): ChildProcess {
  const sources = join(folder(), "process");
  const modules = join(folder(), "../../node_modules");
  const readable = [sources, modules, realpathSync(modules), "/etc/alpine-release"];
  const { execPath } = process;
  const args = [
    // The engine's snapshot and isolated-vm do not go together.
    "--no-node-snapshot",
    "--permission",
    "--allow-addons",
    ...readable.map((path) => `--allow-fs-read=${path}`),
    join(sources, "main.mjs"),
  ];
  // Not node's `fork`: the bundler would look for the file.
  const child = spawn(execPath, args, {
    env: Object.create(null),
    cwd: sources,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  sacrificeFirst(child.pid);
  // What waits for a call has a timer; a process that only stands ready shall keep nobody from ending.
  child.unref();
  child.channel?.unref();
  if (child.stderr && "unref" in child.stderr && typeof child.stderr.unref === "function")
    child.stderr.unref();
  return child;
}

/** Where memory runs out all the same, the kernel shall take this process and not the server. Linux only. */
function sacrificeFirst(pid: number | undefined): void {
  try {
    if (pid) writeFileSync(`/proc/${pid}/oom_score_adj`, "1000");
  } catch {
    // Another system, or one that does not let us.
  }
}
