import * as z from "zod/mini";

const contact = z.record(z.string(), z.unknown());
const stored = z.looseObject({ _id: z.unknown() });

/** What an import of contacts came to; of many, not all are named. `line`: where a card begins, or the entry of a list. */
export const contactReport = z.object({
  added: z.number(),
  updated: z.number(),
  /** Those that say nothing new. */
  same: z.number(),
  duplicates: z.array(
    z.object({
      line: z.optional(z.number()),
      /** What both have. */
      on: z.enum(["phone", "email"]),
      contact,
      /** The `_id` of the one that has it already. */
      other: z.unknown(),
    }),
  ),
  duplicateCount: z.number(),
  problems: z.array(z.object({ line: z.number(), reason: z.string() })),
  problemCount: z.number(),
  revision: z.optional(z.string()),
});
export type ContactReport = z.infer<typeof contactReport>;

/** Pairs of contacts that are likely the same; of many, not all. */
export const duplicateContacts = z.object({
  pairs: z.array(z.object({ left: stored, right: stored, why: z.enum(["phone", "email", "name"]) })),
  total: z.number(),
});
export type DuplicateContacts = z.infer<typeof duplicateContacts>;
