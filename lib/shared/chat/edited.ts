import * as z from "zod/mini";

/** Metadata of a call that the user approved with changed arguments (`toolMetadata.edited`). */
const edited = z.object({
  edited: z.object({
    /** The input that the agent requested. The call's `input` is the one that ran. */
    from: z.unknown(),
    reason: z.optional(z.string()),
  }),
});

export type Edited = z.infer<typeof edited>["edited"];

export const editedIn = (part: { toolMetadata?: unknown }): Edited | undefined =>
  edited.safeParse(part.toolMetadata).data?.edited;
