import { z } from "zod";
import { factContent } from "./facts";
import { timeOfDay } from "./memory-sessions";

/** The nightly tidying of facts: its setting, and what it did, each for the person to look at and to take back. */

export const consolidationSetting = z.object({ enabled: z.boolean(), time: timeOfDay });
export type ConsolidationSetting = z.infer<typeof consolidationSetting>;

export const DEFAULT_CONSOLIDATION: ConsolidationSetting = { enabled: false, time: "03:00" };

/** What is not named stays. */
export const consolidationChange = z.strictObject(consolidationSetting.partial().shape);

/** A fact as it was before; `version` is the one that was live then, 0 of a fact that consolidation made. */
export const factBefore = z.object({
  id: z.string(),
  version: z.number(),
  content: factContent.nullable(),
  origins: z.array(z.string()),
});
export type FactBefore = z.infer<typeof factBefore>;

export const SETTLED = ["kept", "undone"] as const;
/** `newer`: of two facts that contradict each other, the older one is forgotten. */
export const ANSWERS = [...SETTLED, "newer"] as const;

export const consolidation = z.object({
  id: z.string(),
  /** `merged`: the second was taken into the first. `contradiction`: both stay as they were. `summarised`: the first was made of the others. */
  kind: z.enum(["merged", "contradiction", "summarised"]),
  createdAt: z.string(),
  facts: z.array(
    z.object({
      id: z.string(),
      /** Before; null of one that was made. */
      before: z.string().nullable(),
      /** As it is now; null where it is gone. */
      now: z.string().nullable(),
    }),
  ),
});
export type Consolidation = z.infer<typeof consolidation>;

export const consolidationAnswer = z.object({
  consolidation: z.object({
    ...consolidationSetting.shape,
    timeZone: z.string(),
    /** When it last tidied. */
    ranAt: z.string().nullable(),
  }),
  /** What the person has not settled yet, newest first. */
  changes: z.array(consolidation),
});
export type ConsolidationAnswer = z.infer<typeof consolidationAnswer>;
