import { z } from "zod";
import { hideFromModels } from "@/lib/shared/text/schema-for-models";
import { defineBlock, renamed } from "./define";
import { type FormField, formField } from "./form-field";
import { mendField } from "./form-mend";
import { type FormGroup, repeat } from "./form-repeat";

const group = z.object({
  name: z.string().min(1).max(100),
  heading: z.string().min(1).max(200),
  text: z.string().max(1_000).optional(),
  columns: z.int().min(1).max(3).optional().describe("Side by side if space allows"),
  repeat: repeat.optional(),
});

/** Checks that fields name an existing group and depend only on earlier fields. */
function problemsOf(fields: readonly FormField[], groups: readonly FormGroup[]) {
  const names = new Set(groups.map(({ name }) => name));
  const repeated = new Set(groups.flatMap(({ name, repeat }) => (repeat ? [name] : [])));
  return fields.flatMap(({ group, show_when: when }, index) => {
    // A field of a repeated group can only be referred to by fields of the same entry.
    const isReached = (other: FormField) =>
      !other.group || !repeated.has(other.group) || other.group === group;
    const before = fields
      .slice(0, index)
      .filter(isReached)
      .map(({ name }) => name);
    return [
      ...(group === undefined || names.has(group)
        ? []
        : [
            {
              path: ["fields", index, "group"],
              message: `is not one of the groups: ${[...names].join(", ") || "none"}`,
            },
          ]),
      ...(!when || before.includes(when.field)
        ? []
        : [
            {
              path: ["fields", index, "show_when", "field"],
              message: `must be an earlier field: ${before.join(", ") || "none"}`,
            },
          ]),
    ];
  });
}

export const form = defineBlock({
  description: "Asks the user for values; fill in defaults that you can guess.",
  schema: z
    .object({
      type: z.literal("form"),
      fields: z.array(formField).min(1).max(60),
      submitLabel: z.string().min(1).max(80),
      groups: hideFromModels(z.array(group).min(1).max(20).optional()),
    })
    .superRefine(({ fields, groups = [] }, context) => {
      for (const problem of problemsOf(fields, groups)) context.addIssue({ code: "custom", ...problem });
      groups.forEach(({ name, repeat }, index) => {
        const isTaken = groups.findIndex((group) => group.name === name) < index;
        const problem = isTaken
          ? "is the name of another group"
          : repeat && fields.some((field) => field.name === name)
            ? "is also the name of a field, and both are keys of the answer"
            : repeat && !fields.some((field) => field.group === name)
              ? "is repeated but has no fields"
              : undefined;
        if (problem) context.addIssue({ code: "custom", path: ["groups", index, "name"], message: problem });
      });
      fields.forEach(({ name }, index) => {
        const first = fields.findIndex((field) => field.name === name);
        if (first === index) return;
        const message = `must be unique: ${JSON.stringify(name)} is also the name of fields[${first}]`;
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
