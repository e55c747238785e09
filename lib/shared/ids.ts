import { z } from "zod";

/** Any UUID, in lower case as the database returns it. */
export const uuid = z.guid("This is not a UUID").transform((id) => id.toLowerCase());

export const label = z
  .string()
  .min(1, "An id needs at least one character")
  .max(200, "An id has at most 200 characters");
