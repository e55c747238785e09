import { z } from "zod";
import { t } from "@/lib/shared/i18n/en/sharedForms";
import { isRecord } from "../chat/parts";
import { type Choice, choiceAnswers } from "./choose";
import { type RowEdit, rowEdits } from "./edits";
import type { FormField } from "./form-field";
import { boundsOfEntries, type Entry, type FormGroup, type RepeatedGroup, splitFields } from "./form-repeat";
import { shownFields } from "./form-shown";
import { type FieldValue, fieldValue } from "./form-value";
import { leafBlocks, type RenderBlocksInput } from "./index";

export type FormData = Record<string, FieldValue | Entry[] | undefined>;

/**
 * Returns the schema of a form's `data`. The server validates answers with it, and the form validates the
 * user's input. Empty values count as missing, and unticked checkboxes as false. The name of a repeated group
 * holds the list of its entries.
 */
export function formAnswer(
  fields: FormField[],
  groups?: readonly FormGroup[],
): z.ZodType<FormData, Record<string, unknown>> {
  const { once, repeated } = splitFields({ fields, groups });
  const single = onceAnswer(once);
  if (repeated.length === 0) return single;
  return z.record(z.string(), z.unknown()).transform((data, context): FormData => {
    const names = new Set(repeated.map(({ group }) => group.name));
    const rest = Object.fromEntries(Object.entries(data).filter(([name]) => !names.has(name)));
    const first = single.safeParse(rest);
    for (const issue of first.error?.issues ?? []) context.addIssue({ ...issue, code: "custom" });
    const lists = repeated.map(({ group, own }) => {
      const result = entriesAnswer(group, own, once, data).safeParse(data[group.name] ?? []);
      for (const { message, path } of result.error?.issues ?? [])
        context.addIssue({ code: "custom", message, path: [group.name, ...path] });
      return [group.name, result.data ?? []] as const;
    });
    return { ...first.data, ...Object.fromEntries(lists) };
  });
}

/**
 * Validates the entries of a repeated group. A field can depend on fields of the same entry and on
 * non-repeated fields.
 */
function entriesAnswer(
  group: RepeatedGroup,
  own: FormField[],
  once: FormField[],
  data: Record<string, unknown>,
): z.ZodType<Entry[]> {
  const { min, max } = boundsOfEntries(group);
  const entry = z.record(z.string(), z.unknown(), "must be an object").transform((input, context): Entry => {
    const values = withoutEmpty(input);
    const asked = new Set(shownFields([...once, ...own], { ...data, ...values }));
    const shown = own.filter((field) => asked.has(field));
    const left = new Set(own.filter((field) => !asked.has(field)).map(({ name }) => name));
    const rest = Object.entries(values).filter(([name]) => !left.has(name));
    const result = answerTo(shown).safeParse(Object.assign(Object.create(null), Object.fromEntries(rest)));
    if (result.success) return result.data;
    for (const { message, path } of result.error.issues) context.addIssue({ code: "custom", message, path });
    return z.NEVER;
  });
  return z
    .array(entry, "must be a list")
    .refine((all) => all.length >= min, t("minEntries", { min }))
    .refine((all) => all.length <= max, t("maxEntries", { max }));
}

function onceAnswer(fields: FormField[]): z.ZodType<Entry, Record<string, unknown>> {
  const filled = z.record(z.string(), z.unknown()).transform(withoutEmpty);
  if (fields.every(({ show_when }) => !show_when)) return filled.pipe(answerTo(fields));
  return filled.transform((data, context) => {
    const shown = shownFields(fields, data);
    const asked = new Set(shown);
    // Drop the values of fields whose condition does not hold.
    const left = fields.filter((field) => !asked.has(field)).map(({ name }) => name);
    const rest = Object.entries(data).filter(([name]) => !left.includes(name));
    const result = answerTo(shown).safeParse(Object.assign(Object.create(null), Object.fromEntries(rest)));
    if (result.success) return result.data;
    for (const { message, path } of result.error.issues) context.addIssue({ code: "custom", message, path });
    return z.NEVER;
  });
}

const answerTo = (fields: FormField[]) =>
  z.strictObject(Object.fromEntries(fields.map((field) => [field.name, answerOf(field)])));

/**
 * Returns the schema of the answer to a `render_blocks` call: the values of a form, a choice in a block, or, if
 * there is no form, a dismissal. All of them can include the user's edits of editable tables.
 */
export function blocksAnswer({ blocks }: Pick<RenderBlocksInput, "blocks">): z.ZodType<BlocksAnswer> {
  const shown = leafBlocks(blocks).map(({ block }) => block);
  const forms = shown.filter((block) => block.type === "form");
  const isEditable = shown.some((block) => block.type === "table" && block.editable);
  const edits = isEditable ? rowEdits.optional() : z.undefined().optional();
  const sent =
    forms.length === 0
      ? z.strictObject({ action: z.literal("dismiss"), edits })
      : z.strictObject({
          action: z.literal("submit"),
          data: oneOf(forms),
          edits,
        });
  const choices = shown.flatMap((block) => choiceAnswers(block));
  if (choices.length === 0) return sent;
  const chosen = z
    .looseObject({ action: z.literal("choose"), edits })
    .transform(({ edits, ...choice }, context): BlocksAnswer => {
      const results = choices.map((one) => one.safeParse(choice));
      const fit = results.find(({ success }) => success);
      if (fit?.data) return { ...fit.data, ...(edits && { edits }) };
      for (const { message, path } of results[0]?.error?.issues ?? [])
        context.addIssue({ code: "custom", message, path });
      return z.NEVER;
    });
  return z.unknown().transform((value, context) => {
    const isChoice = isRecord(value) && value.action === "choose";
    const result = (isChoice ? chosen : sent).safeParse(value);
    if (result.success) return result.data;
    for (const { message, path } of result.error.issues) context.addIssue({ code: "custom", message, path });
    return z.NEVER;
  });
}

export const isAnswered = (blocks: RenderBlocksInput["blocks"]): boolean =>
  leafBlocks(blocks).some(({ block }) => block.type === "form" || choiceAnswers(block).length > 0);

export type BlocksAnswer = ({ action: "submit"; data: FormData } | { action: "dismiss" } | Choice) & {
  edits?: RowEdit[];
};

function answerOf(field: FormField): z.ZodType<FieldValue | undefined> {
  // The user cannot change a hidden field, so the sent value is ignored.
  if (field.type === "hidden")
    return z
      .unknown()
      .optional()
      .transform(() => field.default as FieldValue);
  const value = fieldValue(field);
  if (field.type === "multiselect" || field.type === "file") {
    if (!field.required) return value.default([]);
    return value.refine((chosen) => Array.isArray(chosen) && chosen.length > 0, t("atLeastOne"));
  }
  if (field.type === "checkbox") {
    return field.required
      ? z.literal(true, t("tick"))
      : value.optional().transform((ticked) => ticked ?? false);
  }
  if (!field.required) return value.optional();
  return value.refine((input) => String(input).trim() !== "", t("missing"));
}

// With a null prototype, a missing value of a field named "constructor" stays missing.
function withoutEmpty(data: Record<string, unknown>): Record<string, unknown> {
  const filled = Object.entries(data).filter(([, value]) => value !== null && value !== "");
  return Object.assign(Object.create(null), Object.fromEntries(filled));
}

/**
 * Returns the schema of an answer to one of several forms. The data must match one form completely. If it
 * matches none, reports the errors of the form with the most field names in common.
 */
function oneOf(forms: readonly { fields: FormField[]; groups?: FormGroup[] }[]): z.ZodType<FormData> {
  const [only, ...others] = forms.map(({ fields, groups }) => formAnswer(fields, groups));
  if (only && others.length === 0) return only;
  return z.record(z.string(), z.unknown()).transform((data, context) => {
    const matchCount = ({ fields, groups = [] }: (typeof forms)[number]) =>
      [...fields, ...groups].filter(({ name }) => Object.hasOwn(data, name)).length;
    const nearestFirst = forms.toSorted((a, b) => matchCount(b) - matchCount(a));
    const results = nearestFirst.map(({ fields, groups }) => formAnswer(fields, groups).safeParse(data));
    const fit = results.find((result) => result.success);
    if (fit?.data) return fit.data;
    for (const { message, path } of results[0]?.error?.issues ?? [])
      context.addIssue({ code: "custom", message, path });
    return z.NEVER;
  });
}
