import { z } from "zod";
import { defineBlock, renamed } from "./define";

export const code = defineBlock({
  isRare: true,
  description: "Verbatim text, ready to copy.",
  schema: z.object({
    type: z.literal("code"),
    language: z.string().max(40),
    content: z.string().max(200_000).describe("Without a fence"),
  }),
  example: {
    type: "code",
    language: "sql",
    content: "select product, sum(sold)\nfrom sales\ngroup by product;",
  },
  mend: (raw) => ({ language: "text", ...renamed(raw, "content", "code", "text") }),
});
