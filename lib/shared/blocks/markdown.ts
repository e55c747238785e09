import { z } from "zod";
import { defineBlock, renamed } from "./define";

export const markdown = defineBlock({
  description: "Prose in GitHub-flavoured markdown, no HTML.",
  schema: z.object({
    type: z.literal("markdown"),
    content: z.string().max(200_000),
  }),
  example: { type: "markdown", content: "## Week 47\n\nYou sold **2,051** pieces, 26% of them on Saturday." },
  toMarkdown: ({ content }) => content,
  mend: (raw) => renamed(raw, "content", "text", "markdown"),
});
