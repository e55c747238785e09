import { z } from "zod";
import { untold } from "../untold";

const types = ["text", "number", "select", "checkbox", "textarea", "date"] as const;

/** What an answer carries back must be storable: no NUL, no half of a surrogate pair. */
const isPlain = (text: string) => !text.includes("\0") && text.isWellFormed();

const choice = z.string().min(1).max(500).refine(isPlain, "holds a character that cannot be stored");
// Models are told of it in words, which are shorter than its schema.
const option = z
  .unknown()
  .pipe(
    z.union(
      [choice, z.object({ value: choice, label: z.string().max(500) })],
      "must be a text of 1 to 500 characters or { value, label }",
    ),
  );

export const formField = z
  .object({
    name: z
      .string()
      .min(1)
      .max(100)
      .refine((name) => name !== "__proto__" && isPlain(name), "is not possible as a name")
      .describe("Key in the answer"),
    label: z.string().max(300),
    type: z.enum(types).describe("A date comes back as YYYY-MM-DD"),
    options: z.array(option).min(1).max(500).optional().describe("Texts, or { value, label }"),
    required: z.boolean().optional(),
    default: z.unknown().optional().describe("Of the field's type, or an option"),
    // A hint says more and stays.
    placeholder: untold(z.string().max(200).optional()),
    hint: z.string().max(500).optional(),
    unit: z.string().max(40).optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    step: z.number().positive().optional().describe("1 for whole numbers"),
  })
  .superRefine((field, context) => {
    if (field.type === "select" && !field.options) {
      context.addIssue({
        code: "custom",
        path: ["options"],
        message: "is missing: a select needs its choices",
      });
      return;
    }
    if (field.min !== undefined && field.max !== undefined && field.min > field.max) {
      context.addIssue({
        code: "custom",
        path: ["max"],
        message: `must not be below min, which is ${field.min}`,
      });
      return;
    }
    if (field.default === undefined) return;
    const checked = fieldValue(field).safeParse(field.default);
    const message = `does not fit a ${field.type} field: ${checked.error?.issues[0]?.message}`;
    if (!checked.success) context.addIssue({ code: "custom", path: ["default"], message });
  });

export type FormField = z.infer<typeof formField>;
export type FieldValue = string | number | boolean;

/** What one field may hold when it holds something. The messages are for the person. */
export function fieldValue(field: FormField): z.ZodType<FieldValue> {
  switch (field.type) {
    case "text":
      return z.string(say("Write a text.")).max(5_000, "At most 5,000 characters.");
    case "textarea":
      return z.string(say("Write a text.")).max(100_000, "At most 100,000 characters.");
    case "checkbox":
      return z.boolean(say("Tick it or leave it."));
    case "date":
      return z.iso.date(say("Give a date as year, month and day."));
    case "select": {
      const values = choices(field).map(({ value }) => value);
      return z
        .string(say("Choose one."))
        .refine((value) => values.includes(value), "Choose one of the options.");
    }
    case "number":
      return numberValue(field);
  }
}

/** The options of a select, each once and with the text that is shown. */
export function choices({ options = [] }: FormField): { value: string; label: string }[] {
  const all = options.map((entry) => (typeof entry === "string" ? { value: entry, label: entry } : entry));
  return [...new Map(all.map((entry) => [entry.value, entry])).values()];
}

function numberValue({ min, max, step }: FormField) {
  let schema = z.number(say("Write a number."));
  if (min !== undefined) schema = schema.min(min, `At least ${min}.`);
  if (max !== undefined) schema = schema.max(max, `At most ${max}.`);
  if (step === undefined) return schema;
  const message = step === 1 ? "Only whole numbers." : `Only in steps of ${step}.`;
  return schema.refine((value) => isMultiple(value - (min ?? 0), step), message);
}

// 0.3 is three steps of 0.1, whatever floating point says.
function isMultiple(value: number, step: number): boolean {
  const steps = value / step;
  return Math.abs(steps - Math.round(steps)) < 1e-9 * Math.max(1, Math.abs(steps));
}

/** A missing value gets its own words; any other wrong type gets the given ones. */
function say(message: string) {
  return { error: (issue: { input?: unknown }) => (issue.input === undefined ? "Fill this in." : message) };
}

/** `2026-01-31` as people read it: Sat, 31 January 2026. */
export function dateInWords(date: string): string {
  const style = {
    weekday: "short",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  } as const;
  return new Date(`${date}T00:00:00Z`).toLocaleDateString("en-GB", style);
}
