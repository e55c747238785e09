import { z } from "zod";

/** Names a value in the agent's state. Postgres text cannot hold U+0000. */
export const stateKey = z
  .string()
  .min(1, "A key needs at least one character")
  .max(512, "A key has at most 512 characters")
  .refine((key) => !key.includes("\0"), "A key cannot hold the character U+0000");
