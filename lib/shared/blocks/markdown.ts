import { z } from "zod";
import { defineBlock, renamed } from "./define";

export const markdown = defineBlock({
  description: "Prose: headings, lists, links, emphasis, small tables. GitHub-flavoured markdown, no HTML.",
  schema: z.object({
    type: z.literal("markdown"),
    content: z.string().max(200_000).describe("The markdown text"),
  }),
  example: { type: "markdown", content: "## Week 47\n\nYou sold **2,051** pieces, 26% of them on Saturday." },
  mend: (raw) => renamed(raw, "content", "text", "markdown"),
});
