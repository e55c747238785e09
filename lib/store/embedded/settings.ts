/** Minimal environment for the server and initdb, so that they never see our keys. */
export const SERVER_ENV = {
  PATH: process.env.PATH ?? "/usr/bin:/bin",
  LC_ALL: "C",
  NODE_ENV: process.env.NODE_ENV,
};

export type Settings = Record<string, string | number>;

const SETTINGS: Settings = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: 100,
  shared_buffers: "96MB",
  max_wal_size: "512MB",
  // The defaults of Postgres, set explicitly because acknowledged rows must be on disk.
  fsync: "on",
  synchronous_commit: "on",
  // There are no replicas, so the WAL needs no data for them.
  wal_level: "minimal",
  max_wal_senders: 0,
  max_logical_replication_workers: 0,
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "%m [%p] ",
  log_checkpoints: "off",
};

/**
 * The settings are passed on the command line, so that they match this version and override the cluster's own
 * file.
 */
export function serverArguments(data: string, socketDir: string, more?: Settings): string[] {
  const settings = { ...SETTINGS, ...more, unix_socket_directories: quote(socketDir) };
  return ["-D", data, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

/** Quotes a socket folder: the setting is a list, so a name with commas or quotes must be quoted. */
function quote(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}
