import * as z from "zod/mini";

/* MCP Apps (io.modelcontextprotocol/ui, 2026-01-26): what the server of Easel, the browser and the frame of an app share. */

export const UI_EXTENSION = "io.modelcontextprotocol/ui";
export const APP_MIME = "text/html;profile=mcp-app";
export const APP_VERSION = "2026-01-26";

/** Characters of an app's document. */
export const MAX_APP_HTML = 6_000_000;
/** Characters of JSON of what an app sends with one call. */
export const MAX_APP_INPUT = 200_000;

const origins = z.array(z.string());

/** Origins that an app may reach from the person's browser. `refused`: what it asked for, and is not let through. */
export const appPolicy = z.object({
  connect: origins,
  resource: origins,
  frame: origins,
  base: origins,
  refused: origins,
});
export type AppPolicy = z.infer<typeof appPolicy>;

export const NO_ORIGINS: AppPolicy = { connect: [], resource: [], frame: [], base: [], refused: [] };

/** `GET /api/sheets/:conversation/app`: an app with what its call has given it. */
export const appSheet = z.object({
  app: z.string(),
  html: z.string(),
  policy: appPolicy,
  server: z.string(),
  /** The tool as its server described it. */
  tool: z.object({
    name: z.string(),
    title: z.optional(z.string()),
    description: z.optional(z.string()),
    inputSchema: z.record(z.string(), z.unknown()),
  }),
  input: z.record(z.string(), z.unknown()),
  /** As the server sent it. */
  result: z.record(z.string(), z.unknown()),
});
export type AppSheet = z.infer<typeof appSheet>;

/** What the app asks the person, through its call of a tool. */
export const appQuestion = z.object({
  /** As models call it. */
  tool: z.string(),
  title: z.string(),
  input: z.unknown(),
  /** Names this very call: it is sent again with it once the person has allowed it. */
  token: z.string(),
});
export type AppQuestion = z.infer<typeof appQuestion>;

/** What `POST /api/sheets/:conversation/app` gives: the server's answer, or what the person is asked first. */
export const appOutcome = z.union([
  z.object({ result: z.record(z.string(), z.unknown()) }),
  z.object({ asks: appQuestion }),
]);
export type AppOutcome = z.infer<typeof appOutcome>;

/** Under which entry of its sheet the context of an app is kept; it goes along with what the person says. */
export const CONTEXT_KEY = "context";
