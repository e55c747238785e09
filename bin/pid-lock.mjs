// Plain JavaScript for Node 20 or later, because it runs before anything is installed.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Runs `work` while no other process holds the lock. Ignores the lock of a dead process. */
export async function withLock(path, onWait, work) {
  mkdirSync(dirname(path), { recursive: true });
  for (let waited = false; !take(path); waited = true) {
    if (!waited) onWait();
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/** Takes the lock by a hard link to a complete file, so that a lock file always names its holder. */
function take(path) {
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, `${process.pid} ${startOf(process.pid)}`);
  try {
    linkSync(mine, path);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    removeDead(path, mine);
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

/**
 * Removes the lock of a dead process. Renames it first, so that only one process removes it, and puts it back
 * if it has a live holder.
 */
function removeDead(path, aside) {
  if (isHeld(path)) return;
  try {
    renameSync(path, aside);
    if (isHeld(aside)) linkSync(aside, path);
  } catch (error) {
    if (error.code !== "ENOENT" && error.code !== "EEXIST") throw error;
  }
}

function isHeld(path) {
  const [pid, start] = read(path).split(" ");
  return Number(pid) > 0 && isAlive(Number(pid)) && startOf(pid) === start;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/**
 * Returns the start time of a process, which tells it from a later one with the same pid. "" if the system
 * does not provide it.
 */
function startOf(pid) {
  return read(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ")[19] ?? "";
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
