import { z } from "zod";

/** Any UUID, in the spelling that the database gives back. */
export const uuid = z.guid("This is not a UUID").transform((id) => id.toLowerCase());

/** What a client or a provider names things with. */
export const label = z
  .string()
  .min(1, "An id needs at least one character")
  .max(200, "An id has at most 200 characters");
