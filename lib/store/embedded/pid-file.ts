import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the pid of the process that serves this cluster. Checks the process, because the pid in the file
 * may have been reused.
 */
export function findPostmaster(data: string): number | undefined {
  const pid = Number.parseInt(readText(join(data, "postmaster.pid")).split("\n")[0] ?? "", 10);
  return pid > 0 && isServing(pid, data) ? pid : undefined;
}

function isServing(pid: number, data: string): boolean {
  try {
    if (process.platform === "linux") return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).includes(data);
  } catch {
    return false;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
