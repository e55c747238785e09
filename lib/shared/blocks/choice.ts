import { z } from "zod";
import { defineBlock, escapeMarkdown, isRecord, renamed } from "./define";
import { isImageUrl } from "./image";

/** Rejects web images, because the browser of every viewer would request them. */
const isOwnImage = (url: string): boolean => isImageUrl(url) && !/^https?:/i.test(url);

const option = z.object({
  value: z.string().min(1).max(200),
  label: z.string().min(1).max(200),
  description: z.string().max(1_000).optional(),
  badge: z.string().max(40).optional(),
  image: z
    .string()
    .max(3_000_000)
    .refine(isOwnImage, "must be /api/files/<id> or a data:image/… URL")
    .optional(),
});

export const choice = defineBlock({
  isRare: true,
  description: "Cards to choose from; answers { action: choose, choice }.",
  schema: z
    .object({
      type: z.literal("choice"),
      label: z.string().min(1).max(300).describe("The question"),
      options: z.array(option).min(2).max(24),
      multiple: z.boolean().optional().describe("Then choice is a list"),
      submitLabel: z.string().min(1).max(80).optional(),
    })
    .superRefine(({ options }, context) => {
      options.forEach(({ value }, index) => {
        if (options.findIndex((one) => one.value === value) === index) return;
        const message = `must be unique: ${JSON.stringify(value)} is already used`;
        context.addIssue({ code: "custom", path: ["options", index, "value"], message });
      });
    }),
  example: {
    type: "choice",
    label: "Which flat should we visit first?",
    options: [
      { value: "river", label: "River street", description: "Two rooms, quiet, a balcony", badge: "€980" },
      { value: "mill", label: "Old mill", description: "Three rooms, ten minutes by tram", badge: "€1,150" },
    ],
  },
  toMarkdown: ({ label, options }) =>
    [
      `**${escapeMarkdown(label)}**\n`,
      ...options.map(({ label, badge, description }) => {
        const parts = [label, badge, description].flatMap((part) => (part ? [escapeMarkdown(part)] : []));
        return `- ${parts.join(" · ")}`;
      }),
    ].join("\n"),
  mend: (raw) => {
    const block = renamed(raw, "label", "question", "title");
    if (!Array.isArray(block.options)) return block;
    return { ...block, options: block.options.map(named) };
  },
});

/** Uses a plain string as both value and label. */
function named(raw: unknown): unknown {
  if (typeof raw === "string") return { value: raw, label: raw };
  if (!isRecord(raw)) return raw;
  const labelled = renamed(raw, "label", "title", "name");
  return { ...labelled, value: labelled.value ?? labelled.id ?? labelled.label };
}
