import * as z from "zod/mini";

/** The version of a component that a call showed. Later changes of the component do not affect it. */
export const shown = z.object({
  /** Hash of the bundle at `GET /api/bundles/:hash`. */
  bundle: z.string(),
  name: z.optional(z.string()),
  version: z.optional(z.number()),
  /** False if the code cannot answer the ask. */
  answers: z.optional(z.boolean()),
  /** Web origins from which the component may contain text, if the call changed the component. */
  readWeb: z.optional(z.array(z.string())),
  /**
   * Set if the surface shows an app of an MCP server. `bundle` is then the hash of the app, and `waits` is
   * false for a tool that only reads.
   */
  app: z.optional(z.object({ server: z.string(), title: z.string(), waits: z.boolean() })),
});
export type Shown = z.infer<typeof shown>;
