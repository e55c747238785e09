import { readdirSync, readFileSync } from "node:fs";

/** The processes of sandboxes that a process has started. Linux only; elsewhere none are seen. */
export const sandboxesOf = (parent: number) => childrenOf(parent, "lib/code/isolate/process/main.mjs");

/** The processes of agents' databases that it has started. */
export const databasesOf = (parent: number) => childrenOf(parent, "lib/data/sqlite/process/main.mjs");

export function childrenOf(parent: number, command: string): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => parentOf(pid) === parent && commandOf(pid).includes(command))
    .map(Number);
}

/** Resident memory of a process in MB. */
export const memoryMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

/** How long a process has kept processors busy, in seconds, which is the same however busy the machine is; 0 elsewhere. */
export function cpuSeconds(pid: number): number {
  const [, , , , , , , , , , , user = 0, system = 0] = fieldsOf(`/proc/${pid}/stat`);
  return (Number(user) + Number(system)) / 100;
}

/** By how much its busiest thread stands behind the others; 0 is a usual one. */
export function niceness(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const [, , , , , , , , , , , user, system, , , , nice] = fieldsOf(`/proc/${pid}/task/${thread}/stat`);
    return { ticks: Number(user) + Number(system), nice: Number(nice) };
  });
  return threads.toSorted((a, b) => b.ticks - a.ticks)[0]?.nice ?? 0;
}

/** A process that has ended and that nobody has asked after is there as a zombie. */
export const stateOf = (pid: number): string => fieldsOf(`/proc/${pid}/stat`)[0] ?? "";

const parentOf = (pid: string) => Number(fieldsOf(`/proc/${pid}/stat`)[1]);
/** What proc(5) lists from the state on. */
const fieldsOf = (path: string) => read(path).split(") ").at(-1)?.split(" ") ?? [];
const commandOf = (pid: string) => read(`/proc/${pid}/cmdline`).replaceAll("\0", " ");

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
