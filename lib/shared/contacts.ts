import * as z from "zod/mini";

const contact = z.record(z.string(), z.unknown());
const stored = z.looseObject({ _id: z.unknown() });

/**
 * Result of a contact import. Lists can be truncated. `line` is the line where the card begins, or the index
 * of the list entry.
 */
export const contactReport = z.object({
  added: z.number(),
  updated: z.number(),
  /** Number of contacts in the file that add no information to the stored ones. */
  same: z.number(),
  duplicates: z.array(
    z.object({
      line: z.optional(z.number()),
      on: z.enum(["phone", "email"]),
      contact,
      other: z.unknown(),
    }),
  ),
  duplicateCount: z.number(),
  problems: z.array(z.object({ line: z.number(), reason: z.string() })),
  problemCount: z.number(),
  revision: z.optional(z.string()),
});
export type ContactReport = z.infer<typeof contactReport>;

/** Pairs of contacts that are probably the same. The list can be truncated. */
export const duplicateContacts = z.object({
  pairs: z.array(z.object({ left: stored, right: stored, why: z.enum(["phone", "email", "name"]) })),
  total: z.number(),
});
export type DuplicateContacts = z.infer<typeof duplicateContacts>;
