import * as z from "zod/mini";

/*
 * Constants and schemas of MCP Apps (io.modelcontextprotocol/ui, 2026-01-26) for server, browser and app
 * frame.
 */

export const UI_EXTENSION = "io.modelcontextprotocol/ui";
export const APP_MIME = "text/html;profile=mcp-app";
export const APP_VERSION = "2026-01-26";

/**
 * Tools that only documents of components call, when another program shows them. There are two, so that hosts can tell
 * reading from writing.
 */
export const READ_TOOL = "Component_read";
export const WRITE_TOOL = "Component_write";

/** Field of `_meta` in the result of a tool that shows a component: its proof, which only its document gets. */
export const PROOF_META = "easel/component";

export const MAX_APP_HTML = 6_000_000;
/** Maximum JSON characters of the input of one call. */
export const MAX_APP_INPUT = 200_000;

const origins = z.array(z.string());

/**
 * Origins that an app may use in the user's browser. `refused` lists requested origins that are not allowed.
 */
export const appPolicy = z.object({
  connect: origins,
  resource: origins,
  frame: origins,
  base: origins,
  refused: origins,
});
export type AppPolicy = z.infer<typeof appPolicy>;

export const NO_ORIGINS: AppPolicy = { connect: [], resource: [], frame: [], base: [], refused: [] };

/** Response of `GET /api/sheets/:conversation/app`: an app, with the input and result of its call. */
export const appSurface = z.object({
  app: z.string(),
  html: z.string(),
  policy: appPolicy,
  server: z.string(),
  tool: z.object({
    name: z.string(),
    title: z.optional(z.string()),
    description: z.optional(z.string()),
    inputSchema: z.record(z.string(), z.unknown()),
  }),
  input: z.record(z.string(), z.unknown()),
  result: z.record(z.string(), z.unknown()),
});
export type AppSurface = z.infer<typeof appSurface>;

/** A request to the user to approve a tool call of the app. */
export const appQuestion = z.object({
  /** The tool's name for models. */
  tool: z.string(),
  title: z.string(),
  input: z.unknown(),
  /** Identifies this call. It is sent again with the call after approval. */
  token: z.string(),
});
export type AppQuestion = z.infer<typeof appQuestion>;

/** Response of `POST /api/sheets/:conversation/app`: the server's result, or an approval request. */
export const appOutcome = z.union([
  z.object({ result: z.record(z.string(), z.unknown()) }),
  z.object({ asks: appQuestion }),
]);
export type AppOutcome = z.infer<typeof appOutcome>;

/** Entry of the surface that stores the app's context. It is sent along with the user's next message. */
export const CONTEXT_KEY = "context";
