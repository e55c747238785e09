import { z } from "zod";
import { isRecord } from "@/lib/shared/chat/parts";
import { OPERATIONS } from "@/lib/shared/data/documents";
import type { Marked } from "@/lib/shared/origins";
import type { By } from "@/lib/store/revisions";
import { checkUses } from "./uses";
import { normalized } from "./values";

const object = z.record(z.string(), z.unknown());
const count = z.int().min(0).max(1_000_000);
const collation = z.strictObject({
  locale: z.string().refine(isLocale, 'Give a language such as "en", or "simple" to compare code points'),
  strength: z.int().min(1).max(3).optional(),
  caseLevel: z.boolean().optional(),
  caseFirst: z.enum(["upper", "lower", "off"]).optional(),
  numericOrdering: z.boolean().optional(),
  alternate: z.enum(["non-ignorable", "shifted"]).optional(),
});

function isLocale(name: string) {
  try {
    return name === "simple" || Intl.getCanonicalLocales(name.replaceAll("_", "-")).length > 0;
  } catch {
    return false;
  }
}

const options = z.strictObject({
  sort: object.optional(),
  limit: count.optional(),
  skip: count.optional(),
  projection: object.optional(),
  upsert: z.boolean().optional(),
  unique: z.boolean().optional(),
  arrayFilters: z.array(object).optional(),
  let: object.optional(),
  collation: collation.optional(),
  ordered: z.boolean().optional(),
});

const fields = z.strictObject({
  operation: z.enum(OPERATIONS),
  collection: z.string().optional(),
  filter: object.optional(),
  data: z.union([object, z.array(object)]).optional(),
  update: z.union([object, z.array(object)]).optional(),
  pipeline: z.array(object).optional(),
  keys: object.optional(),
  options: options.optional(),
});

/**
 * Parses one operation. Models often write options such as `limit` next to `options`; they are moved into it.
 */
export const documentsQuery = z.preprocess(withOptions, fields.superRefine(checkUses));

function withOptions(input: unknown): unknown {
  if (!isRecord(input)) return input;
  const { options: inside = {}, ...rest } = input;
  if (!isRecord(inside)) return input;
  const outside = Object.keys(rest).filter((name) => Object.hasOwn(options.shape, name));
  // If an option is given both inside and outside `options`, its value is ambiguous. The outer one is not moved,
  // and validation rejects it as an unknown field.
  const moved = outside.filter((name) => !Object.hasOwn(inside, name));
  if (moved.length === 0) return input;
  const entries = Object.entries(rest);
  return {
    ...Object.fromEntries(entries.filter(([name]) => !moved.includes(name))),
    options: { ...inside, ...Object.fromEntries(entries.filter(([name]) => moved.includes(name))) },
  };
}
export type DocumentsQuery = z.infer<typeof documentsQuery>;

export type DocumentsContext = {
  agentId: string;
  by: By;
  signal?: AbortSignal;
  onRead?(mark: Marked): void;
  /** Limits of the result. Defaults to the limits for models. */
  limits?: { maxRows: number; maxChars: number };
  onWritten?(revision: string): void;
};

export type PreparedWork = ReturnType<typeof prepared>;

const ENGINE_ONLY = { $expr: true };

export function prepared(
  { filter = {}, data, update, pipeline, keys, options = {} }: DocumentsQuery,
  collection: string,
) {
  const asked = <T>(value: T) => normalized(value, true) as T;
  const { projection, arrayFilters, let: variables, ...rest } = options;
  const isCollated = options.collation !== undefined && options.collation.locale !== "simple";
  const found = asked(filter);
  return {
    ...{ collection, data, keys, filter: found, update: asked(update), pipeline: asked(pipeline) },
    options: { ...rest, projection: asked(projection), arrayFilters: asked(arrayFilters) },
    rules: { variables: asked(variables), collation: isCollated ? options.collation : undefined },
  };
}

/**
 * Returns the filter that SQL may use to narrow the documents. With a collation it may use none, because the
 * collation may consider strings equal that SQL distinguishes.
 */
export const narrowing = ({ rules }: Pick<PreparedWork, "rules">, filter: unknown): unknown =>
  rules.collation ? ENGINE_ONLY : filter;
