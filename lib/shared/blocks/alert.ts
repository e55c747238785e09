import { z } from "zod";
import { defineBlock, renamed } from "./define";

const variants = ["info", "warning", "danger", "success"] as const;
const meant: Record<string, string> = { error: "danger", warn: "warning", note: "info", ok: "success" };

export const alert = defineBlock({
  description: "A notice that must not be missed.",
  schema: z.object({
    type: z.literal("alert"),
    variant: z.enum(variants),
    content: z.string().max(10_000),
  }),
  example: {
    type: "alert",
    variant: "warning",
    content: "Two products have no price, so they are not in the total.",
  },
  mend: (raw) => {
    const block = renamed(raw, "content", "text", "message");
    const variant = block.variant ?? "info";
    return { ...block, variant: typeof variant === "string" ? (meant[variant] ?? variant) : variant };
  },
});
