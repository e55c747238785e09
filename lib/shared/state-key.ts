import { z } from "zod";
import { isStorable } from "./text/storable";

export const stateKey = z
  .string()
  .min(1, "A key needs at least one character")
  .max(512, "A key has at most 512 characters")
  .refine(isStorable, "A key cannot contain the character U+0000, nor half of a surrogate pair");

/**
 * Key of a new value. U+FFFD replaces unstorable characters of model output, so different keys would become
 * equal.
 */
export const newStateKey = stateKey.refine(
  (key) => !key.includes("\uFFFD"),
  "A key cannot contain U+FFFD, which replaces characters that cannot be stored",
);
