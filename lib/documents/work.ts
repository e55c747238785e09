import { z } from "zod";
import { OPERATIONS } from "@/lib/shared/documents";
import { readTexts } from "@/lib/store/documents";
import type { By } from "@/lib/store/revisions";
import { candidates } from "./candidates";
import type { Source } from "./engine";
import { normalized } from "./values";

/** Documents that the engine is given at a time. */
export const BATCH = 2_000;

const object = z.record(z.string(), z.unknown());
const count = z.int().min(0).max(1_000_000);

export const query = z.object({
  operation: z.enum(OPERATIONS),
  collection: z.string().optional(),
  filter: object.optional(),
  data: z.union([object, z.array(object)]).optional(),
  update: z.union([object, z.array(object)]).optional(),
  pipeline: z.array(object).optional(),
  keys: object.optional(),
  options: z
    .object({
      sort: object.optional(),
      limit: count.optional(),
      skip: count.optional(),
      projection: object.optional(),
      upsert: z.boolean().optional(),
      unique: z.boolean().optional(),
      arrayFilters: z.array(object).optional(),
    })
    .optional(),
});
export type Query = z.infer<typeof query>;

export type Context = {
  agentId: string;
  by: By;
  signal?: AbortSignal;
  /** Hears of each collection that was looked at, with the origins on the web whose text may be in it. */
  onRead?(collection: string, origins: readonly string[]): void;
};

export type Work = ReturnType<typeof prepared>;

/** An operation with its values in the form in which they are stored. */
export function prepared(
  { filter = {}, data, update, pipeline, keys, options = {} }: Query,
  collection: string,
) {
  const asked = <T>(value: T) => normalized(value, true) as T;
  return {
    ...{ collection, data, keys, filter: asked(filter), update: asked(update), pipeline: asked(pipeline) },
    options: { ...options, projection: asked(options.projection), arrayFilters: asked(options.arrayFilters) },
  };
}

/** What a filter may find in a collection. `as`: under which name another one is joined. */
export const sourceOf = (
  agentId: string,
  collection: string,
  filter: unknown,
  as: string | null = null,
): Source => ({
  collection: as,
  texts: () => readTexts({ agentId, collection }, candidates(filter), BATCH),
});
