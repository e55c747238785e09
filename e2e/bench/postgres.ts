import { readdirSync, readFileSync } from "node:fs";

/** Returns the processes of the database server with its files under `folder`. Linux only. */
export function postgresPids(folder: string): number[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const server = all.find(
    (pid) => read(`/proc/${pid}/cmdline`).includes(folder) && /postgres/.test(read(`/proc/${pid}/comm`)),
  );
  if (server === undefined) return [];
  return [
    server,
    ...all.filter((pid) => new RegExp(`^PPid:\\s+${server}$`, "m").test(read(`/proc/${pid}/status`))),
  ];
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
