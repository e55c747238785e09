import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Removes a data folder, and the server's files if they are elsewhere. */
export function removeDataFolder(dataDir: string): void {
  const pointer = join(dataDir, "postgres-location");
  const elsewhere = existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : undefined;
  if (elsewhere) rmSync(elsewhere, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}
