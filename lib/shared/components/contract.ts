import * as z from "zod/mini";

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
  /** A version newer than the live one that failed its trial rendering. */
  failed: z.optional(z.object({ version: z.number(), message: z.string() })),
  origins: z.optional(z.array(z.string())),
});
export type ComponentSummary = z.infer<typeof componentSummary>;
export const componentList = z.object({
  components: z.array(componentSummary),
  nextCursor: z.optional(z.string()),
});

export type DeletedComponent = Pick<ComponentSummary, "name" | "description" | "version"> & {
  deletedAt: string;
};

/** `line` and `column` count from 1. `frame` shows the surrounding lines. */
export const compileError = z.object({
  message: z.string(),
  line: z.number(),
  column: z.number(),
  frame: z.string(),
});
export type CompileError = z.infer<typeof compileError>;

export const verdict = z.discriminatedUnion("verdict", [
  /** `absent`: images that it loads from the network, which it cannot reach. */
  z.object({ verdict: z.literal("passed"), absent: z.optional(z.array(z.string())) }),
  z.object({ verdict: z.literal("failed"), message: z.string() }),
  z.object({ verdict: z.literal("skipped"), reason: z.string() }),
]);
export type Verdict = z.infer<typeof verdict>;

/** Response of `POST /api/components/check`. `bundle` is the hash under which the code can be shown. */
export const checked = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), bundle: z.string(), gate: z.optional(verdict) }),
  z.object({ ok: z.literal(false), message: z.string(), compile: z.optional(compileError) }),
]);
export type Checked = z.infer<typeof checked>;

/**
 * The `details` of a 422. The code does not compile, or failed its trial rendering and can be accepted
 * anyway.
 */
export const refusal = z.object({
  compile: z.optional(compileError),
  gate: z.optional(z.object({ verdict: z.literal("failed"), message: z.string() })),
});

export const bundle = z.object({
  hash: z.string(),
  js: z.string(),
  css: z.string(),
  map: z.string(),
  /** Hash of the runtime that it was compiled for. */
  runtime: z.string(),
});
export type Bundle = z.infer<typeof bundle>;

/** Maximum characters of code that is compiled while it streams. */
export const MAX_PREVIEW = 60_000;

/**
 * Response of `POST /api/previews`: a preview of code that is still streaming. `made` is missing if the
 * caller already has this hash.
 */
export const preview = z.object({
  hash: z.string(),
  made: z.optional(z.object({ js: z.string(), css: z.string() })),
});
export type Preview = z.infer<typeof preview>;

export const componentContent = z.object({ description: z.string(), code: z.string(), props_schema: schema });
export type ComponentContent = z.infer<typeof componentContent>;
