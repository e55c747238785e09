import { readdirSync, readFileSync } from "node:fs";

/** The processes of sandboxes that a process has started. Linux only; elsewhere none are seen. */
export function sandboxesOf(parent: number): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => parentOf(pid) === parent && commandOf(pid).includes("lib/sandbox/process/main.mjs"))
    .map(Number);
}

/** Resident memory of a process in MB. */
export const memoryMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

/** A process that has ended and that nobody has asked after is there as a zombie. */
export const stateOf = (pid: number): string => read(`/proc/${pid}/stat`).split(") ").at(-1)?.charAt(0) ?? "";

const parentOf = (pid: string) => Number(read(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ")[1]);
const commandOf = (pid: string) => read(`/proc/${pid}/cmdline`).replaceAll("\0", " ");

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
