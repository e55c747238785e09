import { z } from "zod";
import { isStorable } from "./text/storable";

export const IDENTITY_KINDS = ["system_prompt", "learned_notes"] as const;
export type IdentityKind = (typeof IDENTITY_KINDS)[number];

export const MAX_IDENTITY_CHARS = 100_000;

/** The full system prompt or learned notes. May be empty. */
export const identityText = z
  .string()
  .refine((text) => text.length <= MAX_IDENTITY_CHARS, "The limit is 100,000 characters")
  .refine(isStorable, "Contains a character that cannot be stored: U+0000, or half of a surrogate pair");

export const identityChange = z.strictObject({
  content: identityText,
  /** The version that was edited. If another version is live, the change is a conflict. */
  version: z.int().min(1).max(1_000_000_000).optional(),
});
