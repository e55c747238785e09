import { z } from "zod";
import { factContent } from "./facts";
import { timeOfDay } from "./memory-sessions";

/* Nightly consolidation of facts: its setting, and its changes, which the user can review and undo. */

export const consolidationSetting = z.object({ enabled: z.boolean(), time: timeOfDay });
export type ConsolidationSetting = z.infer<typeof consolidationSetting>;

export const DEFAULT_CONSOLIDATION: ConsolidationSetting = { enabled: false, time: "03:00" };

/** Missing fields stay unchanged. */
export const consolidationChange = z.strictObject(consolidationSetting.partial().shape);

/** The state of a fact before the change. `version` is 0 if consolidation created the fact. */
export const factBefore = z.object({
  id: z.string(),
  version: z.number(),
  content: factContent.nullable(),
  origins: z.array(z.string()),
});
export type FactBefore = z.infer<typeof factBefore>;

export const SETTLED = ["kept", "undone"] as const;
/** How the user can settle a change. `newer` forgets the older of two contradictory facts. */
export const ANSWERS = [...SETTLED, "newer"] as const;

export const consolidation = z.object({
  id: z.string(),
  /**
   * `merged`: the second fact was merged into the first. `contradiction`: both are unchanged. `summarised`:
   * the first was created from the others.
   */
  kind: z.enum(["merged", "contradiction", "summarised"]),
  createdAt: z.string(),
  facts: z.array(
    z.object({
      id: z.string(),
      /** Content before the change; null for a created fact. */
      before: z.string().nullable(),
      /** Current content; null if the fact was deleted. */
      now: z.string().nullable(),
      /** When the fact last changed; null if it was deleted. */
      updatedAt: z.string().nullable(),
    }),
  ),
});
export type Consolidation = z.infer<typeof consolidation>;

export const consolidationAnswer = z.object({
  consolidation: z.object({
    ...consolidationSetting.shape,
    timeZone: z.string(),
    ranAt: z.string().nullable(),
  }),
  /** Changes that the user has not reviewed, newest first. */
  changes: z.array(consolidation),
});
export type ConsolidationAnswer = z.infer<typeof consolidationAnswer>;
