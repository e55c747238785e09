import { z } from "zod";
import { defineBlock } from "./define";

export const json = defineBlock({
  isRare: true,
  description: "Any JSON, as a tree.",
  schema: z.object({
    type: z.literal("json"),
    data: z.unknown().refine((data) => data !== undefined, "is missing"),
  }),
  example: { type: "json", data: { oven: 2, programme: "rye", minutes: [20, 35], steam: true } },
});
