import { readdirSync, readFileSync } from "node:fs";

/** Returns the sandbox processes that a process has started. Empty on systems other than Linux. */
export const sandboxesOf = (parent: number) => childrenOf(parent, "lib/code/isolate/process/main.mjs");

export const databasesOf = (parent: number) => childrenOf(parent, "lib/data/sqlite/process/main.mjs");

export function childrenOf(parent: number, command: string): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => parentOf(pid) === parent && commandOf(pid).includes(command))
    .map(Number);
}

export const memoryMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

/**
 * Returns the CPU time of a process in seconds, which does not depend on the machine's load; 0 on systems
 * other than Linux.
 */
export function cpuSeconds(pid: number): number {
  const [, , , , , , , , , , , user = 0, system = 0] = fieldsOf(`/proc/${pid}/stat`);
  return (Number(user) + Number(system)) / 100;
}

/** Returns the nice value of a process's busiest thread; 0 is the default. */
export function niceness(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const [, , , , , , , , , , , user, system, , , , nice] = fieldsOf(`/proc/${pid}/task/${thread}/stat`);
    return { ticks: Number(user) + Number(system), nice: Number(nice) };
  });
  return threads.toSorted((a, b) => b.ticks - a.ticks)[0]?.nice ?? 0;
}

/** Returns the state letter of a process. An ended process that was not waited for is a zombie. */
export const stateOf = (pid: number): string => fieldsOf(`/proc/${pid}/stat`)[0] ?? "";

const parentOf = (pid: string) => Number(fieldsOf(`/proc/${pid}/stat`)[1]);
const fieldsOf = (path: string) => read(path).split(") ").at(-1)?.split(" ") ?? [];
const commandOf = (pid: string) => read(`/proc/${pid}/cmdline`).replaceAll("\0", " ");

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
