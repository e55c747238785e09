import * as z from "zod/mini";

/** A part of a message written by the loop (`data-notice`): why a run ended before the model was done. */
export const notice = z.object({
  kind: z.enum(["limit", "error", "stopped"]),
  code: z.string(),
  message: z.string(),
  /** ISO time from which a retry may succeed. */
  retryAt: z.optional(z.string()),
});

export type Notice = z.infer<typeof notice>;
