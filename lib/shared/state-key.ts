import { z } from "zod";
import { isStorable } from "./text/storable";

export const stateKey = z
  .string()
  .min(1, "A key needs at least one character")
  .max(512, "A key has at most 512 characters")
  .refine(isStorable, "A key cannot contain the character U+0000, nor half of a surrogate pair");

/**
 * Key of a new value. In output of a model, U+FFFD replaces unstorable characters, so two different keys could
 * become the same.
 */
export const newStateKey = stateKey.refine(
  (key) => !key.includes("\uFFFD"),
  "A key cannot contain U+FFFD, which replaces characters that cannot be stored",
);
