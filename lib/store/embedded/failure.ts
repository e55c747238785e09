import { AppError } from "../../shared/errors.ts";

const REASONS: Record<string, string> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EACCES: "permission was denied",
  EPERM: "permission was denied",
  EROFS: "the file system is read-only",
  ENOENT: "no folder can be created there",
  ENOTDIR: "a part of the path is a file, not a folder",
};

const OUTPUT_REASONS: [RegExp, string][] = [
  [/no space left on device/i, "the disk is full"],
  [/permission denied/i, "permission was denied"],
  [/read-only file system/i, "the file system is read-only"],
  [/could not (?:create|resize) shared memory|cannot allocate memory/i, "there is too little memory"],
];

const WAY_ON = "or set DATABASE_URL to a Postgres server of your own.";

export function explainError(error: unknown, dataDir: string): AppError {
  if (error instanceof AppError) return error;
  const { code, dest, path, message } = error as NodeJS.ErrnoException & { dest?: string };
  const reason = (code && REASONS[code]) || message || String(error);
  const place = dest ?? path;
  const where = place ? ` (${place})` : "";
  return new AppError(
    "unavailable",
    `The embedded Postgres cannot use ${dataDir}: ${reason}${where}. Fix this, choose another EASEL_DATA_DIR, ${WAY_ON}`,
    { cause: error },
  );
}

export function explainOutput(what: string, output: string, logPath?: string): AppError {
  const knownReason = OUTPUT_REASONS.find(([pattern]) => pattern.test(output))?.[1];
  const line = output.match(/(?:FATAL|PANIC|error|ERROR):\s+(.+)/)?.[1];
  const reason = knownReason ?? line ?? (output.trim().split("\n").at(-1) || "it ended without a message");
  const more = logPath ? ` Its log is ${logPath}.` : "";
  return new AppError(
    "unavailable",
    `The embedded Postgres ${what}: ${reason.replace(/\.$/, "")}.${more} Fix this and start again, ${WAY_ON}`,
  );
}
