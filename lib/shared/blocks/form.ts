import { z } from "zod";
import { defineBlock, renamed } from "./define";
import { formField } from "./form-field";
import { mendField } from "./form-mend";

export const form = defineBlock({
  description: "Asks the person for values; fill in defaults where you can guess.",
  schema: z
    .object({
      type: z.literal("form"),
      fields: z.array(formField).min(1).max(60),
      submitLabel: z.string().min(1).max(80),
    })
    .superRefine(({ fields }, context) => {
      fields.forEach(({ name }, index) => {
        const first = fields.findIndex((field) => field.name === name);
        if (first === index) return;
        const message = `must be unique: ${JSON.stringify(name)} is the name of fields[${first}] too`;
        context.addIssue({ code: "custom", path: ["fields", index, "name"], message });
      });
    }),
  example: {
    type: "form",
    fields: [
      { name: "day", label: "Day", type: "date", required: true, default: "2026-11-28" },
      {
        name: "croissants",
        label: "Croissants",
        type: "number",
        required: true,
        default: 96,
        min: 0,
        step: 1,
      },
      { name: "oven", label: "First oven", type: "select", options: ["04:30", "05:00"], default: "04:30" },
      { name: "note", label: "Note for the bakers", type: "textarea" },
    ],
    submitLabel: "Plan the bake",
  },
  mend: (raw) => {
    const block = renamed(raw, "submitLabel", "submit_label", "submit");
    const fields = Array.isArray(block.fields) ? block.fields.map(mendField) : block.fields;
    return { ...block, fields, submitLabel: block.submitLabel ?? "Send" };
  },
});
