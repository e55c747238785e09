import * as z from "zod/mini";

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
  /** Name for models: `<server>_<tool>`. */
  name: z.string(),
  /** Name on the server. */
  tool: z.string(),
  title: z.nullable(z.string()),
  description: z.string(),
  /** True if the server declares the tool as read-only. */
  readOnly: z.boolean(),
  version: z.number(),
  tokens: z.number(),
});

/**
 * A changed definition, or a new tool, that the user has not accepted. Models read the accepted definition
 * until then, and do not see a new tool.
 */
export const servedChange = z.object({
  name: z.string(),
  version: z.number(),
  /** True if the server added the tool after the user had added the server. `before` is then empty. */
  isNew: z.boolean(),
  /** The definition as text: name, title, description, schema. */
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
  /** Names of the headers and environment variables. Their values never leave Easel's server. */
  headers: z.array(z.string()),
  env: z.array(z.string()),
  enabled: z.boolean(),
  status: z.enum(SERVER_STATUS),
  error: z.nullable(z.string()),
  /** URL of the sign-in page, while the server requires a sign-in. */
  authUrl: z.optional(z.string()),
  /** Models read the accepted `instructions`. `newInstructions` wait for the user. */
  instructions: z.nullable(z.string()),
  newInstructions: z.nullable(z.string()),
  protocolVersion: z.nullable(z.string()),
  connectedAt: z.nullable(z.string()),
  tools: z.array(servedTool),
  resources: z.boolean(),
  prompts: z.boolean(),
  /** Offered tools that cannot be used, with the reason. */
  leftOut: z.array(z.object({ name: z.string(), why: z.string() })),
  /** Number of invisible characters that Easel has removed from the server's messages since it was connected. */
  removed: z.optional(z.number()),
  /** Errors in the definitions of tools that Easel corrected. */
  mended: z.array(z.object({ name: z.string(), what: z.array(z.string()) })),
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

export const toolsetOf = (server: string) => `mcp:${server}`;
