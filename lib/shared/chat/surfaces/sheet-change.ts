import * as z from "zod/mini";

/**
 * Metadata of a call that changed a surface instead of creating one (`toolMetadata.changes`). The stored input
 * of such a call is the full new content, not the edits.
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
 * Key of the entry that stores which version the user has restored. The entry no longer applies once the agent
 * changes the surface again.
 */
export const RESTORED = "version";
const restored = z.object({ id: z.string(), over: z.string() });
export type Restored = z.infer<typeof restored>;

/**
 * Returns the id of the version that the user has restored; undefined if none. `newest` is the id of the
 * surface's newest version.
 */
export function restoredOf(entry: unknown, newest: string): string | undefined {
  const { data } = restored.safeParse(entry);
  return data?.over === newest && data.id !== newest ? data.id : undefined;
}
