// Plain JavaScript for any Node from 20 on: it runs before anything is installed.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Runs `work` while no other process holds the lock. The lock of a process that died counts for nothing. */
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

/** A link appears with its content, so nobody ever reads a lock that names no holder yet. */
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

/** Whoever moves the file away removes it, and only if it is still the dead one's. */
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

/** When that process began, so that another one with its pid is not taken for it; "" where the system does not say. */
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
