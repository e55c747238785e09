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
  /** The newest version, if it failed its test and is therefore not live. */
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
  /** `absent`: URLs of images on the network, which the component tried to load but cannot reach. */
  z.object({ verdict: z.literal("passed"), absent: z.optional(z.array(z.string())) }),
  z.object({ verdict: z.literal("failed"), message: z.string() }),
  z.object({ verdict: z.literal("skipped"), reason: z.string() }),
]);
export type Verdict = z.infer<typeof verdict>;

/** Response of `POST /api/components/check`. The compiled code can be shown under the hash `bundle`. */
export const checked = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), bundle: z.string(), gate: z.optional(verdict) }),
  z.object({ ok: z.literal(false), message: z.string(), compile: z.optional(compileError) }),
]);
export type Checked = z.infer<typeof checked>;

/**
 * The `details` of a 422: the code does not compile (`compile`), or it failed its test and the user can accept
 * it anyway (`gate`).
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
 * Response of `POST /api/previews`: a preview of code that is still streaming. `made` is missing if the client
 * already shows the preview with this hash.
 */
export const preview = z.object({
  hash: z.string(),
  made: z.optional(z.object({ js: z.string(), css: z.string() })),
});
export type Preview = z.infer<typeof preview>;

export const componentContent = z.object({ description: z.string(), code: z.string(), props_schema: schema });
export type ComponentContent = z.infer<typeof componentContent>;

/** An item of another registry as a component that is not stored yet. */
export const takenItem = z.object({
  name: z.string(),
  description: z.string(),
  code: z.string(),
  props_schema: schema,
  /** Sites whose text the component contains. */
  origins: z.array(z.string()),
  bundle: z.string(),
  /** Sample values for the preview. */
  props: z.record(z.string(), z.unknown()),
  /** The message of its test, if it failed. */
  failure: z.optional(z.string()),
});
export type TakenItem = z.infer<typeof takenItem>;
