import { z } from "zod";
import { MAX_DIAGRAM } from "../diagram";
import { defineBlock, renamed } from "./define";

const FENCE = /^\s*```(?:mermaid)?\s*\n([\s\S]*?)\n?```\s*$/;

export const diagram = defineBlock({
  isRare: true,
  description: "A diagram in Mermaid's syntax: flow, sequence, states, entities, classes, gantt, mind map.",
  schema: z.object({
    type: z.literal("diagram"),
    source: z.string().min(1).max(MAX_DIAGRAM).describe("Mermaid, without a fence"),
    title: z.string().max(200).optional(),
  }),
  example: {
    type: "diagram",
    title: "From dough to shop",
    source:
      "flowchart LR\n  mix[Mix the dough] --> rest[Rest, 12 h]\n  rest --> bake{Oven free?}\n  bake -->|yes| shop[Shop]\n  bake -->|no| rest",
  },
  mend: (raw) => {
    const block = renamed(raw, "source", "mermaid", "code", "content", "text", "diagram");
    const { source } = block;
    return typeof source === "string" ? { ...block, source: FENCE.exec(source)?.[1] ?? source } : block;
  },
});
