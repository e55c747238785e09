import * as z from "zod/mini";
import { POLICIES } from "@/lib/shared/modes";

/**
 * Actions that a component can do without a click of the user: writing the agent's state, sending a message as the
 * user, and answering the ask.
 */
export const DEEDS = ["writes", "says", "answers"] as const;
export type Deed = (typeof DEEDS)[number];

/** Response of `GET /api/sheets/:conversation`: the policy for each action. */
export const surfaceView = z.object({
  sheet: z.object({ writes: z.enum(POLICIES), says: z.enum(POLICIES), answers: z.enum(POLICIES) }),
});
export type SurfaceMay = z.infer<typeof surfaceView>["sheet"];
