import { type ChildProcess, spawn } from "node:child_process";
import { realpathSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";

/** A query that computes for long gives way to the server. */
const LOW = 5;

/**
 * A process for the database in `folder`, with no environment but the place for SQLite's temporary files. Node's
 * permissions keep what is no SQL in it from any other folder and from starting processes.
 */
export function fork(folder: string): ChildProcess {
  const sources = join(process.env.EASEL_ROOT ?? process.cwd(), "lib", "agent-db", "process");
  const place = realpathSync(folder);
  const { execPath } = process;
  const args = [
    "--permission",
    "--allow-worker",
    ...[sources, realpathSync(sources), place].map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${place}`,
    "--max-old-space-size=192",
    "--no-warnings",
    join(sources, "main.mjs"),
    place,
    String(process.pid),
  ];
  const child = spawn(execPath, args, {
    env: Object.assign(Object.create(null), { SQLITE_TMPDIR: join(place, "tmp") }),
    cwd: place,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  subordinate(child.pid);
  // What waits for an answer has a timer; a process that only stands ready shall keep nobody from ending.
  child.unref();
  child.channel?.unref();
  const { stderr } = child;
  if (stderr && "unref" in stderr && typeof stderr.unref === "function") stderr.unref();
  return child;
}

/** Where time or memory runs short, it is not the server that goes without. */
function subordinate(pid: number | undefined): void {
  if (!pid) return;
  for (const give of [
    () => setPriority(pid, LOW),
    () => writeFileSync(`/proc/${pid}/oom_score_adj`, "1000"),
  ]) {
    try {
      give();
    } catch {
      // Another system, or one that does not let us.
    }
  }
}
