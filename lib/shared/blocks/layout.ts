import { z } from "zod";
import { defineBlock, isRecord, type Raw, renamed } from "./define";
import { markdown } from "./markdown";
import { metrics } from "./metrics";
import { timeline } from "./timeline";

const MAX_BLOCKS = 20;

/** Returns the layout blocks, columns and tabs. `inner` is the schema of the blocks inside. */
export function layouts<Inner extends z.ZodType>(inner: Inner) {
  // The schema of the blocks is already part of the tool description, so models get only a sentence here.
  const blocks = z
    .array(z.unknown().pipe(inner))
    .min(1)
    .max(MAX_BLOCKS)
    .describe("Any blocks except columns and tabs");
  const columns = defineBlock({
    isRare: true,
    description: "Blocks side by side, if space allows.",
    schema: z.object({
      type: z.literal("columns"),
      columns: z
        .array(z.object({ blocks, width: z.int().min(1).max(4).optional().describe("Relative width") }))
        .min(2)
        .max(4),
    }),
    example: {
      type: "columns",
      columns: [{ width: 2, blocks: [markdown.example] }, { blocks: [metrics.example] }],
    },
    mend: (raw) => mendParts(raw, "columns"),
  });
  const tabs = defineBlock({
    isRare: true,
    description: "Blocks in tabs; one tab is visible.",
    schema: z
      .object({
        type: z.literal("tabs"),
        tabs: z
          .array(z.object({ label: z.string().min(1).max(60), blocks }))
          .min(2)
          .max(10),
      })
      .superRefine(({ tabs }, context) => {
        tabs.forEach(({ label }, index) => {
          if (tabs.findIndex((tab) => tab.label === label) === index) return;
          const message = `must be unique: ${JSON.stringify(label)} is already used`;
          context.addIssue({ code: "custom", path: ["tabs", index, "label"], message });
        });
      }),
    example: {
      type: "tabs",
      tabs: [
        { label: "Week", blocks: [markdown.example] },
        { label: "Dates", blocks: [timeline.example] },
      ],
    },
    mend: (raw) => mendParts(raw, "tabs"),
  });
  return { columns, tabs };
}

/** Accepts a list of blocks or a single block as a column, and a title as the label of a tab. */
function mendParts(raw: Raw, key: "columns" | "tabs"): Raw {
  const layout = renamed(raw, key, "items");
  const parts = layout[key];
  if (!Array.isArray(parts)) return layout;
  const mended = parts.map((part) => {
    if (Array.isArray(part)) return { blocks: part };
    if (!isRecord(part)) return part;
    if (typeof part.type === "string" && part.blocks === undefined) return { blocks: [part] };
    const named = renamed(renamed(part, "label", "title", "name"), "blocks", "content", "children");
    return { ...named, ...(isRecord(named.blocks) && { blocks: [named.blocks] }) };
  });
  return { ...layout, [key]: mended };
}
