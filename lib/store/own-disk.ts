import { existsSync, readFileSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { env } from "@/lib/ground/base/env";
import { isDirect } from "./connection";

/** Size of Postgres' WAL files. Postgres stops if the next one does not fit on the disk. */
const LOG_FILE_BYTES = 16 * 2 ** 20;

export function isOwnDiskFull(): boolean {
  const { DATABASE_URL, EASEL_DATA_DIR } = env();
  if (DATABASE_URL === undefined || !isDirect(DATABASE_URL)) return false;
  try {
    const pointer = join(EASEL_DATA_DIR, "postgres-location");
    const place = existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : EASEL_DATA_DIR;
    const { bavail, bsize } = statfsSync(place);
    return bavail * bsize < LOG_FILE_BYTES;
  } catch {
    return false;
  }
}
