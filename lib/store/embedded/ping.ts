import { connect } from "../connection.ts";
import { errorCode } from "../database-failure.ts";
import { socketUrl } from "./socket-url.ts";

const DATABASE = "easel";
const ABSENT = new Set(["ENOENT", "ECONNREFUSED", "ENOTSOCK"]);
const NO_DATABASE = "3D000";

/**
 * Errors of a server that is starting, stopping, recovering or out of connections, or of a broken connection.
 */
const NOT_YET = /^(57P0[123]|53300|ECONNRESET|EPIPE|CONNECTION_.*|CONNECT_TIMEOUT)$/;

export type Answer = { state: "ready"; version: string } | { state: "absent" } | { state: "starting" };

/** Checks whether the server behind a socket serves our database, creating the database if needed. */
export async function ping(socketDir: string): Promise<Answer> {
  try {
    const [row] = await query(socketDir, DATABASE, "SHOW server_version");
    return { state: "ready", version: String(row?.server_version).split(" ")[0] ?? "" };
  } catch (error) {
    const code = errorCode(error);
    if (ABSENT.has(code)) return { state: "absent" };
    if (NOT_YET.test(code)) return { state: "starting" };
    if (code !== NO_DATABASE) throw error;
  }
  await query(socketDir, "postgres", `CREATE DATABASE ${DATABASE}`);
  return ping(socketDir);
}

async function query(socketDir: string, database: string, text: string) {
  const sql = connect(socketUrl(socketDir, database), { max: 1, connect_timeout: 5 });
  try {
    return await sql.unsafe<Record<string, unknown>[]>(text);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
