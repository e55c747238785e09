export const USER = "easel";

/** The address of the embedded server as `connect` reads it. The port is said, so that PGPORT changes nothing. */
export function socketUrl(socketDir: string, database: string): string {
  return `postgres://${USER}@localhost:5432/${database}?host=${encodeURIComponent(socketDir)}`;
}
