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
 * Creates a folder and its parents with exactly this mode, regardless of the umask. Existing folders keep
 * theirs. Node's recursive mkdir loops forever if mkdir fails with ENOENT, as in /proc.
 */
export function makeFolder(path: string, mode: number, owner?: Owner): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path), mode, owner);
  // Create the folder under another name and rename it, so that a killed start leaves no folder with a wrong
  // owner or mode.
  const made = mkdtempSync(`${path}.`);
  try {
    chmodSync(made, mode);
    give(made, owner);
    renameSync(made, path);
  } catch (error) {
    rmdirSync(made);
    // Ignore the error if another process has created the folder first.
    if (!isFolder(path)) throw error;
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Lets other users enter the folder, but not list it. */
export function openForTraversal(path: string): void {
  const { mode } = statSync(path);
  if ((mode & 0o011) !== 0o011) chmodSync(path, (mode & 0o7777) | 0o011);
}

export function give(path: string, owner?: Owner): void {
  if (owner) chownSync(path, owner.uid, owner.gid);
}

/** Writes a file atomically, even across a power failure. */
export function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { flush: true });
  renameSync(`${path}.new`, path);
}

/**
 * Tests whether the user can write in the folder by writing as that user, because parent folders and mounts
 * matter, too.
 */
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
