import { isIPv4, isIPv6 } from "node:net";
import { delimiter, isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { AppError } from "../../shared/errors.ts";
import { singleton } from "./process.ts";

const HOSTNAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((value) => value <= 65_535);
const host = z
  .string()
  .transform((value) => value.replace(/^\[(.*)\]$/, "$1").toLowerCase())
  .refine((value) => isIPv4(value) || isIPv6(value) || isName(value));
const origin = z
  .string()
  .refine((value) => isUrl(value, "http:", "https:") && isBare(new URL(value)))
  .transform((value) => new URL(value).origin);
const modelServer = z.string().refine((value) => isUrl(value, "http:", "https:"));
const key = z.string().regex(/^[\x21-\x7e]+$/);

/**
 * All variables that Easel reads, as `[schema, description of valid values]`. An empty variable counts as
 * unset.
 */
const VARIABLES = {
  PORT: [port.default(3000), "a whole number from 0 to 65535, where 0 takes any free port"],
  HOST: [
    host.default("127.0.0.1"),
    "an IP address or a host name to listen on, such as 127.0.0.1 or 0.0.0.0",
  ],
  DATABASE_URL: [
    z
      .string()
      .refine((value) => isUrl(value, "postgres:", "postgresql:"))
      .optional(),
    "a Postgres address, such as postgres://user:password@host:5432/easel",
  ],
  EASEL_DATA_DIR: [
    z
      .string()
      .default(".easel")
      .transform((value) => resolve(value)),
    "a folder",
  ],
  EASEL_MODEL: [
    z
      .string()
      .regex(/^(demo|[a-z][a-z-]*\/\S+)$/)
      .optional(),
    "provider/model, such as openai/gpt-5.2 or openai-compatible/NAME, or demo",
  ],
  OPENAI_API_KEY: [key.optional(), "a key without spaces"],
  ANTHROPIC_API_KEY: [key.optional(), "a key without spaces"],
  GOOGLE_GENERATIVE_AI_API_KEY: [key.optional(), "a key without spaces"],
  AI_GATEWAY_API_KEY: [key.optional(), "a key without spaces"],
  OPENAI_BASE_URL: [modelServer.optional(), "an http(s) address, such as http://localhost:11434/v1"],
  ANTHROPIC_BASE_URL: [modelServer.optional(), "an http(s) address, such as https://api.anthropic.com/v1"],
  GOOGLE_BASE_URL: [modelServer.optional(), "an http(s) address"],
  EASEL_CHAT_READER: [z.enum(["own", "sdk"]).default("own"), "own or sdk"],
  EASEL_PASSWORD: [z.string().max(1_000).optional(), "a password of at most 1,000 characters"],
  EASEL_SECRET: [z.string().min(16).optional(), "at least 16 characters that are hard to guess"],
  EASEL_LOG: [z.enum(["text", "json"]).default("text"), "text or json"],
  EASEL_LOG_LEVEL: [z.enum(["debug", "info", "warn", "error"]).default("info"), "debug, info, warn or error"],
  EASEL_EGRESS_ALLOW: [
    z
      .string()
      .default("")
      .transform((value) => value.split(/[\s,]+/).filter(Boolean))
      .refine((all) => all.every(isReach)),
    "a list of host names, addresses or CIDR ranges, such as nas.lan,192.168.1.0/24",
  ],
  EASEL_FOLDERS: [
    z
      .string()
      .default("")
      .transform((value) => value.split(delimiter).filter(Boolean))
      .refine((all) => all.every(isAbsolute)),
    `absolute paths of folders, separated by ${delimiter}, such as /home/ada/papers`,
  ],
  EASEL_MCP_STDIO: [
    z
      .enum(["0", "1"])
      .default("1")
      .transform((value) => value === "1"),
    "0, which forbids local MCP servers, or 1",
  ],
  EASEL_TELEGRAM_API: [
    modelServer.optional(),
    "an http(s) address of a Bot API server, such as http://localhost:8081",
  ],
  EASEL_NPM_REGISTRY: [modelServer.optional(), "an http(s) address, such as https://registry.npmjs.org"],
  EASEL_WHATSAPP_API: [
    modelServer.optional(),
    "an http(s) address that replaces https://graph.facebook.com, such as http://localhost:8082",
  ],
  EASEL_OPENCODE: [z.string().startsWith("/").optional(), "the absolute path of the OpenCode program"],
  EASEL_ORIGIN: [origin.optional(), "an http(s) origin without a path, such as https://easel.example.com"],
  EASEL_SANDBOX_HOST: [
    z
      .string()
      .toLowerCase()
      .refine((value) => value.startsWith("*.") && isName(value.slice(2)))
      .optional(),
    "a wildcard host, such as *.sandbox.example.com",
  ],
  EASEL_RIGHTS: [z.enum(["page"]).optional(), "page"],
  EASEL_BROWSER_WS: [
    z
      .string()
      .refine((value) => isUrl(value, "ws:", "wss:"))
      .optional(),
    "a ws:// or wss:// address of a browser",
  ],
  EASEL_BROWSER_PROXY: [
    z
      .string()
      .refine((value) => isUrl(value, "http:") && isBare(new URL(value)))
      .transform((value) => new URL(value))
      .optional(),
    "the http:// address by which that browser reaches this machine, such as http://easel.lan:3128",
  ],
} as const satisfies Record<string, readonly [z.ZodType, string]>;

type Name = keyof typeof VARIABLES;
export type Env = { [N in Name]: z.output<(typeof VARIABLES)[N][0]> };

export const NAMES = Object.keys(VARIABLES) as Name[];
/** Only these values are repeated in errors; any other may be a secret. */
const PUBLIC = new Set<Name>([
  "PORT",
  "HOST",
  "EASEL_DATA_DIR",
  "EASEL_MODEL",
  "EASEL_LOG",
  "EASEL_LOG_LEVEL",
  "EASEL_MCP_STDIO",
  "EASEL_OPENCODE",
  "EASEL_ORIGIN",
  "EASEL_RIGHTS",
  "EASEL_SANDBOX_HOST",
]);

const UNTRIMMED = new Set<Name>(["EASEL_PASSWORD", "EASEL_SECRET"]);

const schema = z.object(Object.fromEntries(NAMES.map((name) => [name, VARIABLES[name][0]])));

/** Validates the environment. Throws one AppError that lists every invalid variable. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const input = Object.fromEntries(NAMES.map((name) => [name, read(name, source[name])]));
  const result = schema.safeParse(input);
  if (!result.success) {
    const wrong = new Set(result.error.issues.map((issue) => issue.path[0] as Name));
    throw misconfigured([...wrong].map((name) => complaint(name, input[name] ?? "")).join("\n"));
  }
  const env = result.data as Env;
  if (!isLoopback(env.HOST) && env.EASEL_PASSWORD === undefined) {
    throw misconfigured(
      `HOST is ${JSON.stringify(env.HOST)}, which other machines can reach, but no password is set. ` +
        "Set EASEL_PASSWORD, or leave HOST at 127.0.0.1.",
    );
  }
  return env;
}

/**
 * The environment of this process, read once. The server sets DATABASE_URL and PORT during startup, so code
 * that runs before the app is loaded must call `readEnv` instead.
 */
export const env = (): Env => singleton("env", () => readEnv());

export function publicOrigin(): string {
  const { EASEL_ORIGIN, PORT } = env();
  return EASEL_ORIGIN ?? `http://localhost:${PORT}`;
}

export function isLoopback(host: string): boolean {
  if (isIPv6(host)) return new URL(`http://[${host}]`).hostname === "[::1]";
  return host === "localhost" || (isIPv4(host) && host.startsWith("127."));
}

// Code `internal`, because a misconfiguration is never the fault of a request.
const misconfigured = (message: string) => new AppError("internal", message);

// Trims the value, except of variables such as passwords, in which spaces may be intended.
const read = (name: Name, value = "") => (UNTRIMMED.has(name) ? value : value.trim()) || undefined;

function complaint(name: Name, value: string): string {
  const shown =
    PUBLIC.has(name) && !value.includes("@") ? ` is ${JSON.stringify(value.slice(0, 80))}, which` : "";
  return `${name}${shown} cannot be used: it must be ${VARIABLES[name][1]}.`;
}

const isUrl = (value: string, ...protocols: string[]) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol);

const isBare = (url: URL) => url.href === `${url.origin}/`;

/** Accepts a dotted host name. A name whose last label is a number would be an invalid IP address. */
const isName = (value: string) => HOSTNAME.test(value) && !/(^|\.)\d+$/.test(value);

function isReach(value: string): boolean {
  const [address = "", bits, ...rest] = value.split("/");
  const maxBits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0;
  if (maxBits === 0) return bits === undefined && isName(address);
  return rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits));
}
