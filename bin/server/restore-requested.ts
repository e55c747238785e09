import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { removeOldArchives, storeOutcome, takeRequest } from "../../lib/store/backup/requested.ts";

/**
 * Restores the backup that the user has chosen in the settings, with the command for it, before this server uses
 * the database. If that fails, nothing changes, and the settings show the reason.
 */
export async function restoreRequested(dataDir: string, say: (line: string) => void): Promise<void> {
  const requested = await takeRequest(dataDir);
  await removeOldArchives(dataDir);
  if (!requested) return;
  say("Restoring the backup that was chosen in the settings");
  const { path, id } = requested;
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "backup.ts"), "restore", path, "--replace"],
    { stdio: ["ignore", "pipe", "pipe"], env: process.env },
  );
  const [out, problem, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  const isDone = code === 0;
  const message = isDone ? lastLinesOf(out) : withoutPath(problem.trim(), path) || "The restore was stopped.";
  say(isDone ? "The backup is restored" : `The backup was not restored: ${message}`);
  await storeOutcome(dataDir, { id, at: new Date().toISOString(), isDone, message });
}

/** The command names the file by its path, which users of the settings do not know. */
const withoutPath = (message: string, path: string): string => message.replaceAll(path, "The file");

/** Keeps what to set up again: the lines after the title that begins with this text. */
function lastLinesOf(out: string): string {
  const at = out.indexOf("Not in the backup");
  return at < 0 ? "" : out.slice(at).trim().replaceAll(/\n\s+/g, "\n");
}
