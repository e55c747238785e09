import * as z from "zod/mini";

/** What stands on a call that changed a sheet instead of making one (`toolMetadata.changes`): its input is what the sheet shows since. */
const changes = z.object({
  changes: z.object({
    /** The sheet's id: `messageId/toolCallId` of the call that made it. */
    sheet: z.string(),
    /** What the model wrote. */
    wrote: z.record(z.string(), z.unknown()),
  }),
});

export type SheetChanged = z.infer<typeof changes>["changes"];

export const changeIn = (part: object): SheetChanged | undefined =>
  "toolMetadata" in part ? changes.safeParse(part.toolMetadata).data?.changes : undefined;

/** The call that has made a sheet, of the sheet's id. */
export function callOf(sheet: string): { messageId: string; toolCallId: string } {
  const slash = sheet.indexOf("/");
  return { messageId: sheet.slice(0, slash), toolCallId: sheet.slice(slash + 1) };
}

/** What is kept with a sheet when the person goes back to an earlier version of it: until the agent changes it once more. */
export const RESTORED = "version";
const restored = z.object({ id: z.string(), over: z.string() });
export type Restored = z.infer<typeof restored>;

/** The version that the person went back to, of a sheet whose newest version is `newest`. */
export function restoredOf(entry: unknown, newest: string): string | undefined {
  const { data } = restored.safeParse(entry);
  return data?.over === newest && data.id !== newest ? data.id : undefined;
}
