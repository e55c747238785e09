import * as z from "zod/mini";
import { POLICIES } from "@/lib/shared/modes";

/**
 * What a component does by itself: it writes the agent's state, says something in the person's name, and answers the agent
 * without a click or a key of theirs.
 */
export const DEEDS = ["writes", "says", "answers"] as const;
export type Deed = (typeof DEEDS)[number];

/** What `GET /api/sheets/:conversation` sends: what becomes of each. */
export const sheetView = z.object({
  sheet: z.object({ writes: z.enum(POLICIES), says: z.enum(POLICIES), answers: z.enum(POLICIES) }),
});
export type SheetMay = z.infer<typeof sheetView>["sheet"];
