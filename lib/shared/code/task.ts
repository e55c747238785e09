import * as z from "zod/mini";

/** Who writes programs. */
export const CODE_WORKERS = ["opencode", "agent"] as const;
export type CodeWorker = (typeof CODE_WORKERS)[number];

/**
 * A part of the first message of a conversation in which a program is written (`data-task`): by whom, and from which files. Where
 * another one does it after all, the message that it writes has such a part, too, which says why.
 */
export const codeTask = z.object({
  worker: z.enum(CODE_WORKERS),
  /** Ids of files that the program is given. */
  files: z.array(z.string()),
  why: z.optional(z.string()),
});
export type CodeTask = z.infer<typeof codeTask>;

/** The last word on it in a conversation, given its parts; undefined in one that is no such conversation. */
export function taskIn(parts: readonly unknown[]): CodeTask | undefined {
  const part = parts.findLast((one) => taskPart.safeParse(one).success);
  return taskPart.safeParse(part).data?.data;
}

const taskPart = z.object({ type: z.literal("data-task"), data: codeTask });

/** What OpenCode's own tools are called in a message, after this. */
export const OPENCODE_PREFIX = "opencode_";
