import { closeSync, copyFileSync, openSync, readSync, statSync, truncateSync } from "node:fs";
import { give, type Owner } from "./folders.ts";

const LARGEST = 5_000_000;

/** Opens the log for appending, so that the server continues at the new end after the log was truncated. */
export function openLog(path: string, owner?: Owner): number {
  const descriptor = openSync(path, "a", 0o600);
  give(path, owner);
  return descriptor;
}

/**
 * Limits the log to two files of bounded size: copies it aside and truncates it while the server keeps
 * writing.
 */
export function boundLog(path: string): void {
  if (logSize(path) < LARGEST) return;
  copyFileSync(path, `${path}.1`);
  truncateSync(path);
}

export function logSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Returns what was written since the log had the size `start`, at most the last 20 kB. */
export function readLogSince(path: string, start: number): string {
  const size = logSize(path);
  const from = Math.max(size < start ? 0 : start, size - 20_000);
  const buffer = Buffer.alloc(size - from);
  const descriptor = openSync(path, "r");
  const length = readSync(descriptor, buffer, 0, buffer.length, from);
  closeSync(descriptor);
  return buffer.toString("utf8", 0, length);
}
