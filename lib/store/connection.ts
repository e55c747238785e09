import type { Socket } from "node:net";
import postgres from "postgres";
import { toStorable, toStorableJson } from "../shared/text/storable.ts";

type Options = NonNullable<Parameters<typeof postgres>[1]> & {
  /**
   * Called when connecting failed with `error`, for each query that could not be sent. Returns true if the
   * query waits for the next attempt to connect, false to reject it. `waitedMs` is the time it has waited so
   * far. Without `patience`, such queries are rejected.
   */
  patience?: (error: unknown, waitedMs: number) => boolean;
  /** Session settings by name, sent with `SET`, because poolers reject them as startup parameters. */
  settings?: Readonly<Record<string, string>>;
  /** Returns the socket of each connection, possibly still connecting. Missing in the driver's types. */
  socket?: () => Socket;
};

/** Set explicitly because the server, database or role may have other defaults. */
const FORMATS = {
  datestyle: "ISO",
  intervalstyle: "postgres",
  bytea_output: "hex",
  standard_conforming_strings: "on",
  timezone: "UTC",
};

/**
 * Creates a postgres.js client for `url`. A `host` in the query (`postgres://user@localhost/db?host=/folder`)
 * is the folder of a unix socket, as in libpq; postgres.js would send it to the server as a setting. Throws
 * if the installed driver is not patched.
 */
export function connect(url: string, { settings, ...options }: Options = {}): postgres.Sql {
  const { address, socket } = splitSocket(url);
  const all: Options & { setup: string } = {
    onnotice: () => {},
    // The driver queries array types at each connect without catching errors, so a server shutdown at that
    // moment would crash this process. Arrays are sent as JSON instead.
    fetch_types: false,
    // In seconds. The driver's default grows to 20, so queries could wait that long after the server is back.
    backoff: (failures: number) => Math.min(2 ** failures / 50, 0.25),
    connect_timeout: 10,
    types: { date, json, text },
    setup: setupOf({ ...FORMATS, ...settings }),
    ...(socket ? { path: socket } : {}),
    ...options,
  };
  const client = postgres(address, all);
  if (!Reflect.has(client.options, "setup"))
    throw new Error("The Postgres driver lacks the changes of patches/. Run npm install and start again.");
  return client;
}

const setupOf = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} to '${value}'`)
    .join("; ");

/**
 * JSON parameters are already text. `asJson` cleans JSON nested in other text, which a statement casts later.
 */
const json = {
  to: 114,
  from: [114, 3802],
  serialize: toStorableJson,
  parse: (text: string) => JSON.parse(text),
};

/** Times are strings such as `2026-01-31 09:00:00.123+00`. */
const date = {
  to: 1184,
  from: [1082, 1083, 1114, 1115, 1182, 1184, 1185, 1231],
  serialize: String,
  parse: (text: string) => text,
};

/** Statements look rows up by key, so one generic plan fits all parameters and is planned only once. */
export const PLANS = { plan_cache_mode: "force_generic_plan" };
export const RELAXED = { synchronous_commit: "off" };

/** `text`, `varchar` and parameters of unknown type. Postgres rejects U+0000 in all of them. */
const text = {
  to: 25,
  from: [25, 1043, 705],
  serialize: (value: unknown) => toStorable(String(value)),
  parse: (value: string) => value,
};

/** Returns whether `url` uses a unix socket, as the embedded database does, so no pooler is in between. */
export const isDirect = (url: string): boolean => splitSocket(url).socket !== null;

function splitSocket(url: string): { address: string; socket: string | null } {
  const parsed = new URL(url);
  const folder = parsed.searchParams.get("host");
  parsed.searchParams.delete("host");
  // Use the path, because postgres.js parses commas and colons in a host as a list of servers.
  return { address: parsed.href, socket: folder && `${folder}/.s.PGSQL.${parsed.port || 5432}` };
}
