import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

export type Owner = { uid: number; gid: number };

/**
 * Makes a folder, and those above it, with exactly this mode, whatever the umask; what exists keeps its own.
 * Node's own recursive mkdir never ends where a folder cannot be made and says ENOENT, as in /proc.
 */
export function makeFolder(path: string, mode: number, owner?: Owner): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path), mode, owner);
  // Made beside it and then named: a start that is killed leaves none with another's owner or mode.
  const made = mkdtempSync(`${path}.`);
  try {
    chmodSync(made, mode);
    give(made, owner);
    renameSync(made, path);
  } catch (error) {
    rmdirSync(made);
    // Another start may have been faster.
    if (!isFolder(path)) throw error;
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Lets others pass through a folder of ours without seeing what is in it. */
export function openForTraversal(path: string): void {
  const { mode } = statSync(path);
  if ((mode & 0o011) !== 0o011) chmodSync(path, (mode & 0o7777) | 0o011);
}

export function give(path: string, owner?: Owner): void {
  if (owner) chownSync(path, owner.uid, owner.gid);
}

/** A file that is there whole or not at all, even after a power cut. */
export function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { flush: true });
  renameSync(`${path}.new`, path);
}

/** Whether that user can work in a folder of ours: asked of the system, which knows of every parent and mount. */
export function isReachable(path: string, owner: Owner): boolean {
  const probe = mkdtempSync(join(path, "probe-"));
  try {
    give(probe, owner);
    const script = 'cd "$0" && : > file';
    return spawnSync("/bin/sh", ["-c", script, probe], { ...owner, cwd: "/", stdio: "ignore" }).status === 0;
  } catch {
    return false;
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}
