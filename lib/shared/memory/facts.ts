import { z } from "zod";
import { MAX_FACT, MEMORY_LAYERS, storableText } from "./memory";

export const layer = z.enum(MEMORY_LAYERS);
export const factText = storableText.trim().min(1, "The fact is empty: give a short statement").max(MAX_FACT);
export const category = storableText.trim().min(1).max(64);
export const certainty = z.number().min(0).max(1);

/**
 * The source of a fact. Without a conversation, the user has written the fact. `pages` are web origins that the
 * conversation had read before.
 */
export const factSource = z.strictObject({
  conversationId: z.uuid().optional(),
  messageId: z.string().max(200).optional(),
  pages: z.array(z.string().max(300)).max(50).optional(),
});
export type FactSource = z.infer<typeof factSource>;

export const factFields = {
  layer,
  content: storableText.min(1).max(MAX_FACT),
  category: category.nullable(),
  certainty,
  source: factSource.nullable(),
  conversationId: z.uuid().nullable(),
  /** Versions that were stored before there were projects have none. */
  projectId: z.uuid().nullable().default(null),
};
export const factContent = z.strictObject(factFields);
export type FactContent = z.infer<typeof factContent>;

export const newFact = z.strictObject({
  layer: z.enum(["long", "mid", "short"]),
  content: factText,
  category: category.optional(),
  certainty: certainty.optional(),
});

export const factChange = z.strictObject({
  layer: z.enum(["long", "mid", "short"]).optional(),
  content: factText.optional(),
  category: category.nullable().optional(),
  certainty: certainty.optional(),
  pinned: z.boolean().optional(),
  /** The version that was edited. If another version is live, the change is a conflict. */
  version: z.int().min(1).max(1_000_000_000).optional(),
});
export type FactChange = z.infer<typeof factChange>;

const side = z.strictObject({
  id: z.uuid(),
  /** The version that the user has seen. If another version is live, the change is a conflict. */
  version: z.int().min(1).max(1_000_000_000),
});
/** Merges two facts: `into` gets `content`, and `from` is forgotten. */
export const factMerge = z
  .strictObject({ from: side, into: side, content: factText })
  .refine(({ from, into }) => from.id !== into.id, {
    path: ["into"],
    message: "A fact cannot be merged into itself",
  });
export type FactMerge = z.infer<typeof factMerge>;
