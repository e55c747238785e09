export const USER = "easel";

/**
 * Returns the URL of the embedded server for `connect`. It contains the port, so that PGPORT does not apply.
 */
export function socketUrl(socketDir: string, database: string): string {
  return `postgres://${USER}@localhost:5432/${database}?host=${encodeURIComponent(socketDir)}`;
}
