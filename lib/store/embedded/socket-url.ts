export const USER = "easel";

/** Returns the URL of the embedded server for `connect`. The explicit port prevents PGPORT from applying. */
export function socketUrl(socketDir: string, database: string): string {
  return `postgres://${USER}@localhost:5432/${database}?host=${encodeURIComponent(socketDir)}`;
}
