import { existsSync } from "node:fs";
import { keyFile } from "../../lib/ground/base/secret.ts";
import { listSecrets } from "../../lib/store/backup/backup.ts";
import { foldersOf } from "../../lib/store/backup/folders.ts";
import { connect } from "../../lib/store/connection.ts";

type Keys = { dataDir: string; secret: string | undefined };

/**
 * Checks the key file, which is used only if EASEL_SECRET is not set. Throws an AppError if it is damaged.
 */
export function checkKeyFile({ dataDir, secret }: Keys): { isMissing: boolean } {
  const isMissing = secret === undefined && !existsSync(foldersOf(dataDir).key);
  if (secret === undefined && !isMissing) keyFile(dataDir);
  return { isMissing };
}

/**
 * Creates the missing key file. Returns a warning if the database has credentials that were encrypted with
 * another key, else null. The warning names each of them, because the new key cannot decrypt them.
 */
export async function replaceKeyFile(url: string, dataDir: string): Promise<string | null> {
  const sql = connect(url, { max: 1 });
  try {
    const unreadable = await sql.begin("read only", (tx) => listSecrets(tx));
    keyFile(dataDir);
    if (unreadable.length === 0) return null;
    return (
      `The key file ${foldersOf(dataDir).key} was missing, and EASEL_SECRET is not set. Easel created a new key, which cannot ` +
      "decrypt the stored credentials. To keep them, stop Easel, put back a copy of the key file or set EASEL_SECRET as " +
      `before, and start again. Otherwise enter these again: ${unreadable.join("; ")}.`
    );
  } finally {
    await sql.end({ timeout: 2 });
  }
}
