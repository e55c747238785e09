import * as z from "zod/mini";

/**
 * Metadata of a call that changed a surface instead of creating one (`toolMetadata.changes`). The call's
 * input is the full new content.
 */
const changes = z.object({
  changes: z.object({
    /** Id of the surface: `messageId/toolCallId` of the call that created it. */
    sheet: z.string(),
    /** The input as the model wrote it, with edits. */
    wrote: z.record(z.string(), z.unknown()),
  }),
});

export type SurfaceChanged = z.infer<typeof changes>["changes"];

export const changeIn = (part: object): SurfaceChanged | undefined =>
  "toolMetadata" in part ? changes.safeParse(part.toolMetadata).data?.changes : undefined;

export function callOf(surface: string): { messageId: string; toolCallId: string } {
  const slash = surface.indexOf("/");
  return { messageId: surface.slice(0, slash), toolCallId: surface.slice(slash + 1) };
}

/**
 * Key of the entry that stores the version restored by the user. The entry is void once the agent changes the
 * surface again.
 */
export const RESTORED = "version";
const restored = z.object({ id: z.string(), over: z.string() });
export type Restored = z.infer<typeof restored>;

/** Returns the id of the restored version of a surface whose newest version is `newest`, or undefined. */
export function restoredOf(entry: unknown, newest: string): string | undefined {
  const { data } = restored.safeParse(entry);
  return data?.over === newest && data.id !== newest ? data.id : undefined;
}
