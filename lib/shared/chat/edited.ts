import * as z from "zod/mini";

/** What stands on a call that the person allowed with other arguments than the agent's (`toolMetadata.edited`). */
const edited = z.object({
  edited: z.object({
    /** What the agent had asked for; the call's input is what it ran with. */
    from: z.unknown(),
    reason: z.optional(z.string()),
  }),
});

export type Edited = z.infer<typeof edited>["edited"];

export const editedIn = (part: { toolMetadata?: unknown }): Edited | undefined =>
  edited.safeParse(part.toolMetadata).data?.edited;
