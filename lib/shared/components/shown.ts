import * as z from "zod/mini";

/** What a call has put before the person: the very version, whatever becomes of the component. */
export const shown = z.object({
  /** The hash under which `GET /api/bundles/:hash` gives it. */
  bundle: z.string(),
  /** Of a stored component. */
  name: z.optional(z.string()),
  version: z.optional(z.number()),
  /** False where its code has no way to answer the call that shows it. */
  answers: z.optional(z.boolean()),
  /** Of what a change of a stored component shows: origins on the web of which it may hold text. */
  readWeb: z.optional(z.array(z.string())),
  /** It is an app of an MCP server, whose hash `bundle` is; a tool that only reads does not wait for an answer in it. */
  app: z.optional(z.object({ server: z.string(), title: z.string(), waits: z.boolean() })),
});
export type Shown = z.infer<typeof shown>;
