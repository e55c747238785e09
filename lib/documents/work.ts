import { z } from "zod";
import { OPERATIONS } from "@/lib/shared/documents";
import type { Marked } from "@/lib/shared/origins";
import type { By } from "@/lib/store/revisions";
import { normalized } from "./values";

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
  /** Hears of what was looked at in which text of the web may be. */
  onRead?(mark: Marked): void;
  /** How much a result may hold, where that is another than for a model. */
  most?: { maxRows: number; maxChars: number };
  /** Hears which revision of the collection a write has made. */
  onWritten?(revision: string): void;
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
