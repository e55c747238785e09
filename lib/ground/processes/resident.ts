import { readFileSync } from "node:fs";

/** Returns the resident memory of a process and its descendants in MB; 0 if the system does not report it. */
export function residentMb(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const own = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
    return children.reduce((sum, child) => sum + residentMb(Number(child)), own);
  } catch {
    return 0;
  }
}
