import { z } from "zod";
import { inEnglish } from "@/lib/shared/i18n/locale";
import { describeAs, hideFromModels } from "@/lib/shared/text/schema-for-models";
import { boundsOf, fieldValue, scalar } from "./form-value";

const TYPES = [
  ...([
    "text",
    "number",
    "select",
    "checkbox",
    "textarea",
    "date",
    "multiselect",
    "radio",
    "slider",
  ] as const),
  ...(["time", "datetime", "email", "phone", "url", "rating", "colour", "file", "hidden"] as const),
] as const;

/** Answers must be storable in Postgres, which rejects NUL and lone surrogates. */
const isPlain = (text: string) => !text.includes("\0") && text.isWellFormed();

const choice = z.string().min(1).max(500).refine(isPlain, "contains a character that cannot be stored");
// Described to models by a sentence, which is shorter than the schema.
const option = z
  .unknown()
  .pipe(
    z.union(
      [choice, z.object({ value: choice, label: z.string().max(500) })],
      "must be a text of 1 to 500 characters or { value, label }",
    ),
  );

const ACCEPTED = /^(\.[\w.-]{1,20}|[a-z]+\/[\w.+*-]{1,100})$/;

export const formField = z
  .object({
    name: z
      .string()
      .min(1)
      .max(100)
      .refine((name) => name !== "__proto__" && isPlain(name), "is not allowed as a name")
      .describe("Key in the answer"),
    label: z.string().max(300),
    type: describeAs(z.enum(TYPES), "text, number, select, checkbox, textarea, date (YYYY-MM-DD) or another"),
    options: z.array(option).min(1).max(500).optional().describe("Strings, or { value, label }"),
    required: z.boolean().optional(),
    default: z.unknown().optional(),
    // The tool description omits the rarely used fields. Models get them from `describe_blocks`.
    placeholder: hideFromModels(z.string().max(200).optional()),
    hint: hideFromModels(z.string().max(500).optional()),
    unit: hideFromModels(z.string().max(40).optional()),
    min: hideFromModels(z.number().optional()),
    max: hideFromModels(z.number().optional()),
    group: hideFromModels(z.string().min(1).max(100).optional().describe("Name of one of the form's groups")),
    show_when: hideFromModels(
      z
        .object({ field: z.string().min(1).max(100), is: z.union([scalar, z.array(scalar).min(1).max(50)]) })
        .optional()
        .describe("Asked only if that earlier field is this or one of these"),
    ),
    accept: hideFromModels(
      z
        .array(z.string().regex(ACCEPTED, "must be an extension such as .csv, or a type such as image/*"))
        .min(1)
        .max(20)
        .optional()
        .describe("Of type file: extensions or types, such as .csv or image/*; max is the number of files"),
    ),
    step: hideFromModels(z.number().positive().optional().describe("1 for whole numbers")),
  })
  .superRefine((field, context) => {
    const problem = problemOf(field);
    if (problem) context.addIssue({ code: "custom", path: [problem[0]], message: problem[1] });
  });

export type FormField = z.infer<typeof formField>;
const CHOOSING = new Set<FormField["type"]>(["select", "radio", "multiselect"]);

const MAX_FILES = 20;

type Problem = readonly [path: string, message: string];

function problemOf(field: FormField): Problem | undefined {
  const { type, min, max } = field;
  if (CHOOSING.has(type) && !field.options) return ["options", `is missing: a ${type} needs its choices`];
  if (min !== undefined && max !== undefined && min > max)
    return ["max", `must not be below min, which is ${min}`];
  return problemOfBounds(field) ?? problemOfDefault(field);
}

function problemOfBounds(field: FormField): Problem | undefined {
  const { type, max } = field;
  if (type === "slider" && boundsOf(field).min >= boundsOf(field).max)
    return ["max", `must be above min, which is ${boundsOf(field).min}, for a slider`];
  if (max === undefined) return undefined;
  const isWhole = Number.isInteger(max);
  if (type === "rating" && !(isWhole && max >= 2 && max <= 10))
    return ["max", "must be a whole number from 2 to 10 for a rating"];
  if (type === "multiselect" && !(isWhole && max >= 1))
    return ["max", "must be a whole number from 1: how many may be chosen"];
  if (type === "file" && !(isWhole && max >= 1 && max <= MAX_FILES))
    return ["max", `must be a whole number from 1 to ${MAX_FILES}: how many files may be given`];
  return undefined;
}

function problemOfDefault(field: FormField): Problem | undefined {
  const { type, default: value } = field;
  if (type === "hidden" && !scalar.safeParse(value).success)
    return ["default", "is missing: a hidden field returns its default, a text, a number, true or false"];
  if (value === undefined) return undefined;
  const { error } = inEnglish(() => fieldValue(field).safeParse(value));
  return error ? ["default", `does not fit a ${type} field: ${error.issues[0]?.message}`] : undefined;
}
