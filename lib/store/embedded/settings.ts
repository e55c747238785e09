/** What the server and initdb see of our environment: next to nothing, so that no key of ours gets there. */
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
  // An acknowledged row is on the disk. Both are the defaults; they are the promise, so they stand here.
  fsync: "on",
  synchronous_commit: "on",
  // Nobody replicates this server, so the log need not carry what a replica would want.
  wal_level: "minimal",
  max_wal_senders: 0,
  max_logical_replication_workers: 0,
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "%m [%p] ",
  log_checkpoints: "off",
};

/** Given on the command line: they hold whatever the cluster's own file says, and follow this version of ours. */
export function serverArguments(data: string, socketDir: string, more?: Settings): string[] {
  const settings = { ...SETTINGS, ...more, unix_socket_directories: quote(socketDir) };
  return ["-D", data, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

/** The setting is a list: a folder's name with a comma or a quote in it must stay one entry. */
function quote(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}
