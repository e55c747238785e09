import * as z from "zod/mini";
import { POLICIES } from "@/lib/shared/modes";

/** What a component does by itself: it writes the agent's state, and says something in the person's name. */
export const DEEDS = ["writes", "says"] as const;
export type Deed = (typeof DEEDS)[number];

/** What `GET /api/sheets/:conversation` sends: what becomes of each. */
export const sheetView = z.object({
  sheet: z.object({ writes: z.enum(POLICIES), says: z.enum(POLICIES) }),
});
export type SheetMay = z.infer<typeof sheetView>["sheet"];
