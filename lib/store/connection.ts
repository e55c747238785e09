import type { Socket } from "node:net";
import postgres from "postgres";
import { toStorable, toStorableJson } from "../shared/text/storable.ts";

type Options = NonNullable<Parameters<typeof postgres>[1]> & {
  /**
   * Whether a query that could not be sent, because connecting failed with `error`, goes on waiting for the next attempt.
   * `waitedMs` is how long it has waited already. Without it, it is rejected.
   */
  patience?: (error: unknown, waitedMs: number) => boolean;
  /** Settings of each session, by name. They are sent by `SET`: a pooler refuses them as startup parameters. */
  settings?: Readonly<Record<string, string>>;
  /** Gives the socket of each connection, which may still be connecting; the driver's types do not know of it. */
  socket?: () => Socket;
};

/** Formats of values, set because the server, the database or the role may have other defaults. */
const FORMATS = {
  datestyle: "ISO",
  intervalstyle: "postgres",
  bytea_output: "hex",
  standard_conforming_strings: "on",
  timezone: "UTC",
};

/**
 * A postgres.js client for `url`. A `host` in the query (`postgres://user@localhost/db?host=/folder`) is the folder of
 * a unix socket, as libpq has it; postgres.js itself would send it to the server as a setting. Throws if the installed driver
 * is not patched.
 */
export function connect(url: string, { settings, ...options }: Options = {}): postgres.Sql {
  const { address, socket } = splitSocket(url);
  const all: Options & { setup: string } = {
    onnotice: () => {},
    // The driver asks for the types of arrays at each connect, and nobody catches its error when the server goes down
    // in that moment: that would end our process. Arrays travel as JSON instead.
    fetch_types: false,
    // Seconds before it connects again. Its own go up to 20, which queries would wait after the server is back.
    backoff: (failures: number) => Math.min(2 ** failures / 50, 0.25),
    connect_timeout: 10,
    types: { date, json, text },
    setup: setupOf({ ...FORMATS, ...settings }),
    ...(socket ? { path: socket } : {}),
    ...options,
  };
  const client = postgres(address, all);
  if (!Reflect.has(client.options, "setup"))
    throw new Error("The Postgres driver has no changes of patches/: run npm install, and start again.");
  return client;
}

const setupOf = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} to '${value}'`)
    .join("; ");

/** JSON parameters are texts already. JSON inside of another text, which a statement casts later, is cleaned by `asJson`. */
const json = {
  to: 114,
  from: [114, 3802],
  serialize: toStorableJson,
  parse: (text: string) => JSON.parse(text),
};

/** Times are texts, such as `2026-01-31 09:00:00.123+00`. */
const date = {
  to: 1184,
  from: [1082, 1083, 1114, 1115, 1182, 1184, 1185, 1231],
  serialize: String,
  parse: (text: string) => text,
};

/** Statements look rows up by their keys, so the plan that fits all parameters is the right one, and is made once. */
export const PLANS = { plan_cache_mode: "force_generic_plan" };
/** A commit does not wait for the disk. */
export const RELAXED = { synchronous_commit: "off" };

/** `text`, `varchar` and parameters of unknown type. Postgres refuses U+0000 in each of them. */
const text = {
  to: 25,
  from: [25, 1043, 705],
  serialize: (value: unknown) => toStorable(String(value)),
  parse: (value: string) => value,
};

/** Whether `url` leads to a server on this machine's file system, such as the embedded one: nothing pools in between. */
export const isDirect = (url: string): boolean => splitSocket(url).socket !== null;

function splitSocket(url: string): { address: string; socket: string | null } {
  const parsed = new URL(url);
  const folder = parsed.searchParams.get("host");
  parsed.searchParams.delete("host");
  // The path, not the host: postgres.js takes a comma or a colon in a host for a list of servers.
  return { address: parsed.href, socket: folder && `${folder}/.s.PGSQL.${parsed.port || 5432}` };
}
