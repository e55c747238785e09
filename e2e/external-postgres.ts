import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { connect } from "../lib/store/connection.ts";
import { installBinaries } from "../lib/store/embedded/binaries.ts";
import { prepareCluster } from "../lib/store/embedded/cluster.ts";
import { findHome } from "../lib/store/embedded/home.ts";
import { nativeFolder } from "../lib/store/embedded/platform.ts";
import { SERVER_ENV } from "../lib/store/embedded/settings.ts";
import { freePort } from "./free-port.ts";

export type ExternalPostgres = {
  url: string;
  /** Restarts Postgres as an operator would: all connections end, and new ones fail for a moment. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

export async function startPostgres(folder: string): Promise<ExternalPostgres> {
  const quiet = () => {};
  const home = findHome(folder, quiet);
  const binaries = await installBinaries(nativeFolder(), home);
  await prepareCluster(binaries, home, quiet);
  const port = await freePort();
  const control = async (...args: string[]) => {
    const options = { ...home.server, cwd: home.dir, env: SERVER_ENV };
    await promisify(execFile)(join(binaries, "bin", "pg_ctl"), ["-D", home.data, "-w", ...args], options);
  };
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=''`;
  const log = ["-l", join(home.data, "server.log")];
  await control("start", ...log, "-o", settings);
  const admin = connect(`postgres://easel@127.0.0.1:${port}/postgres`, { max: 1 });
  await admin`create database easel`;
  await admin.end();
  return {
    url: `postgres://easel@127.0.0.1:${port}/easel`,
    restart: () => control("restart", "-m", "fast", ...log),
    stop: () => control("stop", "-m", "fast"),
  };
}
