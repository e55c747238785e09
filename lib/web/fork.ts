import { type ChildProcess, spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { join } from "node:path";

const HEAP_MB = 256;
/** Of the whole process, the engine and its own modules included. */
const MEMORY_MB = 600;

/** A process that reads pages, with an empty environment, and no permission but to read its own modules. */
export function fork(): ChildProcess {
  const root = process.env.EASEL_ROOT ?? process.cwd();
  const sources = join(root, "lib", "web", "process");
  const watcher = join(root, "lib", "files", "process");
  const modules = join(root, "node_modules");
  const readable = [sources, watcher, modules, realpathSync(modules)];
  const args = [
    `--max-old-space-size=${HEAP_MB}`,
    // For pages that are nested deep; should the system give less, only this process ends.
    "--stack-size=3900",
    "--permission",
    "--allow-worker",
    ...readable.map((path) => `--allow-fs-read=${path}`),
    join(sources, "main.mjs"),
    String(MEMORY_MB),
  ];
  const { execPath } = process;
  // Not node's `fork`: the bundler would look for the file.
  const child = spawn(execPath, args, {
    env: Object.create(null),
    cwd: sources,
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
  });
  // What waits for an answer has a timer; a process that only stands ready shall keep nobody from ending.
  child.unref();
  child.channel?.unref();
  return child;
}
