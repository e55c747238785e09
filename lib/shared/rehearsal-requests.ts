import { z } from "zod";
import { KINDS } from "./kinds";

const id = z.string().min(1).max(200);

/**
 * Starts a rehearsal: of a job, or of a conversation from an answer of the agent on. With `call`, the conversation waits
 * again for the user's answer to this question.
 */
export const newRehearsal = z.union([
  z.strictObject({ job: z.uuid() }),
  z.strictObject({ conversation: z.uuid(), message: id, call: id.optional() }),
]);
export type NewRehearsal = z.infer<typeof newRehearsal>;

/** Without `items`, all changes are accepted. */
export const acceptance = z.strictObject({
  hash: z.string().max(200),
  items: z
    .array(z.strictObject({ kind: z.enum(KINDS), name: z.string().max(1_000) }))
    .min(1)
    .max(1_000)
    .optional(),
});
