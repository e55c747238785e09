import * as z from "zod/mini";

/** What the routes of components and bundles send and the browser reads. */

const schema = z.nullable(z.record(z.string(), z.unknown()));

export const component = z.object({
  name: z.string(),
  description: z.string(),
  code: z.string(),
  props_schema: schema,
  version: z.number(),
  updatedAt: z.string(),
});
export type Component = z.infer<typeof component>;

export const componentSummary = z.object({
  name: z.string(),
  description: z.string(),
  version: z.number(),
  props_schema: schema,
  updatedAt: z.string(),
  /** A version after the live one that did not pass its try-out. */
  failed: z.optional(z.object({ version: z.number(), message: z.string() })),
  /** On the web, where its text may be from. */
  origins: z.optional(z.array(z.string())),
});
export type ComponentSummary = z.infer<typeof componentSummary>;
export const componentList = z.object({
  components: z.array(componentSummary),
  nextCursor: z.optional(z.string()),
});

/** Gone from the library; any of its versions can be restored. */
export type DeletedComponent = Pick<ComponentSummary, "name" | "description" | "version"> & {
  deletedAt: string;
};

/** `line` and `column` count from 1; `frame` shows the lines around. */
export const compileError = z.object({
  message: z.string(),
  line: z.number(),
  column: z.number(),
  frame: z.string(),
});
export type CompileError = z.infer<typeof compileError>;

export const verdict = z.discriminatedUnion("verdict", [
  /** `absent`: pictures that it would show and that lie on the network, which it does not reach. */
  z.object({ verdict: z.literal("passed"), absent: z.optional(z.array(z.string())) }),
  z.object({ verdict: z.literal("failed"), message: z.string() }),
  z.object({ verdict: z.literal("skipped"), reason: z.string() }),
]);
export type Verdict = z.infer<typeof verdict>;

/** `POST /api/components/check`: what would become of some code. `bundle` shows it. */
export const checked = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), bundle: z.string(), gate: z.optional(verdict) }),
  z.object({ ok: z.literal(false), message: z.string(), compile: z.optional(compileError) }),
]);
export type Checked = z.infer<typeof checked>;

/** The `details` of a 422: the code does not compile, or it failed its try-out and may be accepted all the same. */
export const refusal = z.object({
  compile: z.optional(compileError),
  gate: z.optional(z.object({ verdict: z.literal("failed"), message: z.string() })),
});

export const bundle = z.object({
  hash: z.string(),
  js: z.string(),
  css: z.string(),
  map: z.string(),
  /** The runtime that it was compiled for. */
  runtime: z.string(),
});
export type Bundle = z.infer<typeof bundle>;

/** Characters of code that is compiled while it is being written. */
export const MAX_PREVIEW = 60_000;

/** `POST /api/previews`: what can be shown of code that is still being written; without `made` it is what the caller knows. */
export const preview = z.object({
  hash: z.string(),
  made: z.optional(z.object({ js: z.string(), css: z.string() })),
});
export type Preview = z.infer<typeof preview>;

/** The content of a revision of the kind "component". */
export const componentContent = z.object({ description: z.string(), code: z.string(), props_schema: schema });
export type ComponentContent = z.infer<typeof componentContent>;
