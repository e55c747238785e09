import { z } from "zod";
import { defineBlock, escapeMarkdown, renamed } from "./define";
import { formatWhen } from "./format-when";
import { TONES } from "./table-column";

const event = z.object({
  at: z.string().min(1).max(60).describe("A date or text"),
  title: z.string().min(1).max(300),
  text: z.string().max(2_000).optional(),
  tone: z.enum(TONES).optional(),
});

export const timeline = defineBlock({
  isRare: true,
  description: "Events in order.",
  schema: z.object({ type: z.literal("timeline"), items: z.array(event).min(1).max(200) }),
  example: {
    type: "timeline",
    items: [
      { at: "2026-11-28", title: "Dough for the market", text: "Twice the rye", tone: "warning" },
      { at: "2026-11-29", title: "Market day" },
    ],
  },
  toMarkdown: ({ items }) =>
    items
      .map(({ at, title, text }) => {
        const line = `- ${escapeMarkdown(formatWhen(at))}  **${escapeMarkdown(title)}**`;
        return text ? `${line}: ${escapeMarkdown(text)}` : line;
      })
      .join("\n"),
  mend: (raw) => renamed(raw, "items", "events"),
});
