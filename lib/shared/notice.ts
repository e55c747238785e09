import * as z from "zod/mini";

/** What the loop itself says inside a message (`data-notice`): why a run ended before the model was done. */
export const notice = z.object({
  kind: z.enum(["limit", "error", "stopped"]),
  code: z.string(),
  message: z.string(),
  /** From when on it is worth trying again, as an ISO time. */
  retryAt: z.optional(z.string()),
});

export type Notice = z.infer<typeof notice>;
