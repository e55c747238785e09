import * as z from "zod/mini";

/** Response of `GET /api/queues`: background jobs. */
export const queueView = z.object({
  name: z.string(),
  title: z.string(),
  /** Interval of a recurring job; null for others. */
  everySeconds: z.nullable(z.number()),
  waiting: z.number(),
  active: z.number(),
  failed: z.number(),
  lastError: z.nullable(z.object({ message: z.string(), at: z.string() })),
  lastDoneAt: z.nullable(z.string()),
});
export type QueueView = z.infer<typeof queueView>;
export const queueList = z.object({ queues: z.array(queueView) });
