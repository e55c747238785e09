import * as z from "zod/mini";

/** What `/api/mcp` sends and the browser reads. */

export const SERVER_STATUS = [
  "connected",
  "connecting",
  "sign_in",
  "unconfirmed",
  "failed",
  "lost",
  "off",
] as const;

export const servedTool = z.object({
  /** As models call it: `<server>_<tool>`. */
  name: z.string(),
  /** As the server calls it. */
  tool: z.string(),
  title: z.nullable(z.string()),
  description: z.string(),
  /** The server says that it changes nothing. */
  readOnly: z.boolean(),
  version: z.number(),
  /** What the model reads of it costs about so many tokens. */
  tokens: z.number(),
});

/** Words of a tool that the user has not accepted: models read the accepted ones until then, and nothing of a new tool. */
export const servedChange = z.object({
  name: z.string(),
  version: z.number(),
  /** The server added the tool after the user added the server; `before` is empty. */
  isNew: z.boolean(),
  /** What it says of itself: name, address, description, schema. */
  before: z.string(),
  after: z.string(),
});
export type ServedChange = z.infer<typeof servedChange>;

export const serverView = z.object({
  id: z.string(),
  title: z.string(),
  transport: z.enum(["http", "sse", "stdio"]),
  url: z.nullable(z.string()),
  command: z.nullable(z.string()),
  args: z.array(z.string()),
  /** Their names; the values never leave the server. */
  headers: z.array(z.string()),
  env: z.array(z.string()),
  enabled: z.boolean(),
  status: z.enum(SERVER_STATUS),
  error: z.nullable(z.string()),
  /** Where the person signs in, while the server wants that. */
  authUrl: z.optional(z.string()),
  /** Models read the accepted `instructions`. `newInstructions` wait for the user. */
  instructions: z.nullable(z.string()),
  newInstructions: z.nullable(z.string()),
  /** Of the protocol. */
  protocolVersion: z.nullable(z.string()),
  connectedAt: z.nullable(z.string()),
  tools: z.array(servedTool),
  /** Whether it can be asked for them now. */
  resources: z.boolean(),
  prompts: z.boolean(),
  /** What it offered and cannot be used, and why. */
  leftOut: z.array(z.object({ name: z.string(), why: z.string() })),
  /** Number of invisible characters removed from its messages since it was connected. */
  removed: z.optional(z.number()),
  /** Repaired slips, by tool. */
  mended: z.array(z.object({ name: z.string(), what: z.array(z.string()) })),
  /** What all of its tools cost in a prompt. */
  tokens: z.number(),
  changes: z.array(servedChange),
});
export type ServerView = z.infer<typeof serverView>;

export const serversView = z.object({ servers: z.array(serverView) });

export const serverTest = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), milliseconds: z.number(), tools: z.number() }),
  z.object({ ok: z.literal(false), code: z.string(), message: z.string() }),
]);
export type ServerTest = z.infer<typeof serverTest>;

/** The toolset of a server. */
export const toolsetOf = (server: string) => `mcp:${server}`;
