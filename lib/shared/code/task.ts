import * as z from "zod/mini";

export const CODE_WORKERS = ["opencode", "agent"] as const;
export type CodeWorker = (typeof CODE_WORKERS)[number];

/**
 * Part of the first message of a conversation in which a program is written (`data-task`). If another worker
 * takes over, the message that starts it has such a part too, with the reason in `why`.
 */
export const codeTask = z.object({
  worker: z.enum(CODE_WORKERS),
  files: z.array(z.string()),
  why: z.optional(z.string()),
});
export type CodeTask = z.infer<typeof codeTask>;

/** Returns the latest task in a conversation's parts; undefined if it has none. */
export function taskIn(parts: readonly unknown[]): CodeTask | undefined {
  const part = parts.findLast((one) => taskPart.safeParse(one).success);
  return taskPart.safeParse(part).data?.data;
}

const taskPart = z.object({ type: z.literal("data-task"), data: codeTask });

export const OPENCODE_PREFIX = "opencode_";
