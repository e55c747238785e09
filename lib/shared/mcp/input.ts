import { z } from "zod";
import { idOf } from "./id";

export const MAX_SERVERS = 20;

const MAX_VALUE = 8_000;

const ID = "An id is 1 to 32 lowercase letters, digits, - and _, and starts with a letter or digit";
export const serverId = z
  .string(ID)
  .regex(/^[a-z0-9][a-z0-9_-]{0,31}$/, ID)
  .refine(
    (id) => id !== "tokens",
    "The id tokens is reserved for /api/mcp/tokens: give the server another id, such as tokens-server",
  );

const text = z.string().min(1).max(MAX_VALUE);
/** Rejects line breaks, which would allow header injection. */
const line = z
  .string()
  .max(MAX_VALUE)
  .regex(/^[^\r\n\0]*$/, "A value must be one line");

export const url = z
  .string()
  .trim()
  .max(2_000)
  .refine((value) => /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value), {
    message: "Give an address that begins with http:// or https://, such as https://mcp.example.com/mcp",
  })
  .refine((value) => !URL.canParse(value) || !(new URL(value).username || new URL(value).password), {
    message: "Give the address without user name and password; put a key into headers",
  });

const headers = z
  .record(z.string().regex(/^[!#$%&'*+.^_`|~\w-]{1,200}$/, "This is not a header name"), line)
  .refine((value) => Object.keys(value).length <= 50, "At most 50 headers");
const env = z
  .record(z.string().regex(/^[A-Za-z_]\w{0,199}$/, "A variable name has only letters, digits and _"), line)
  .refine((value) => Object.keys(value).length <= 100, "At most 100 variables");
const args = z.array(z.string().max(MAX_VALUE)).max(100);

const oauth = z.strictObject({ clientId: text, clientSecret: text.optional() });

export const TRANSPORTS = ["http", "sse", "stdio"] as const;
const transport = z.enum(TRANSPORTS);
export type Transport = z.infer<typeof transport>;

const title = z.string().trim().min(1).max(100);

export const newServer = z
  .strictObject({
    id: serverId,
    title: title.optional(),
    transport: transport.optional(),
    url: url.optional(),
    command: text.optional(),
    args: args.optional(),
    headers: headers.optional(),
    env: env.optional(),
    enabled: z.boolean().optional(),
    oauth: oauth.optional(),
  })
  .superRefine(({ transport: way, ...fields }, issues) => {
    const problem = problemOf(way, fields);
    if (problem) issues.addIssue({ code: "custom", path: [problem.field], message: problem.message });
  });
export type NewServer = z.infer<typeof newServer>;

type TransportFields = { url?: string; command?: string; headers?: object; env?: object };

function problemOf(way: Transport | undefined, fields: TransportFields) {
  if (fields.url !== undefined && fields.command !== undefined)
    return { field: "command", message: "Give url or command, not both" };
  const isLocal = way === "stdio" || (way === undefined && fields.command !== undefined);
  if (isLocal && fields.command === undefined)
    return { field: "command", message: "A server over stdio needs a command" };
  if (!isLocal && fields.url === undefined)
    return { field: "url", message: "Give url, the address of the server, or command, which starts it" };
  return misplaced(isLocal, fields);
}

/** Returns an error if a field that belongs to the other transport has entries. */
export function misplaced(isLocal: boolean, { headers, env }: Pick<TransportFields, "headers" | "env">) {
  if (isLocal && Object.keys(headers ?? {}).length > 0)
    return { field: "headers", message: "A server over stdio takes no headers; pass values as env" };
  if (!isLocal && Object.keys(env ?? {}).length > 0)
    return { field: "env", message: "Only a server over stdio takes env; pass a key as headers" };
}

/** A server entry of `mcp.json` as other programs write it. Unknown fields are ignored. */
const written = z.looseObject({
  type: z.string().optional(),
  transport: z.string().optional(),
  url: z.string().optional(),
  serverUrl: z.string().optional(),
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  disabled: z.boolean().optional(),
});

export const serversFile = z
  .strictObject({
    mcpServers: z
      .record(z.string().min(1).max(100), written)
      .refine((all) => Object.keys(all).length > 0, "mcpServers is empty")
      .refine((all) => Object.keys(all).length <= MAX_SERVERS, `At most ${MAX_SERVERS} servers`),
  })
  .transform(({ mcpServers }, context) => {
    const taken = new Set<string>();
    return Object.entries(mcpServers).map(([name, one]) => {
      const id = idOf(name, taken);
      taken.add(id);
      const { data = z.NEVER, error } = newServer.safeParse({ id, title: name, ...readWritten(one) });
      for (const { path, message } of error?.issues ?? [])
        context.addIssue({ code: "custom", path: ["mcpServers", name, ...path], message });
      return data;
    });
  });

function readWritten({ type, transport, disabled, ...one }: z.infer<typeof written>) {
  const address = one.url ?? one.serverUrl;
  const transportName = (type ?? transport ?? "").toLowerCase();
  return {
    ...(transportName === "sse" && { transport: "sse" }),
    ...(address === undefined ? { command: one.command, args: one.args } : { url: address }),
    ...(address !== undefined && one.headers && { headers: one.headers }),
    ...(address === undefined && one.env && { env: one.env }),
    enabled: !disabled,
  };
}

export const serverChange = z.strictObject({
  title: title.optional(),
  url: url.optional(),
  command: text.optional(),
  args: args.optional(),
  /** Replaces all headers. `env` likewise replaces all variables. */
  headers: headers.optional(),
  env: env.optional(),
  enabled: z.boolean().optional(),
  oauth: oauth.nullable().optional(),
  /** The exact instructions of the server that the user has read and accepts. */
  acceptInstructions: z.string().max(10_000).optional(),
  /** Accepts the current versions of changed tools, which the user has seen. */
  accept: z
    .array(z.strictObject({ name: z.string(), version: z.int() }))
    .max(200)
    .optional(),
});
export type ServerChange = z.infer<typeof serverChange>;

export const confirmation = z.strictObject({ command: text, args: args.default([]) });

export const promptWanted = z.strictObject({
  name: z.string().min(1).max(200),
  arguments: z.record(z.string().max(200), z.string().max(MAX_VALUE)).default({}),
});
export type PromptWanted = z.infer<typeof promptWanted>;
