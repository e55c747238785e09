import { z } from "zod";
import { t } from "@/lib/shared/i18n/en/sharedForms";
import { isRecord } from "./define";
import type { FormField } from "./form-field";
import type { FieldValue } from "./form-value";

export const MAX_ENTRIES = 20;

const entries = z.int().min(0).max(MAX_ENTRIES);

export const repeat = z
  .object({
    min: entries.optional(),
    max: entries.min(1).optional(),
    add_label: z.string().min(1).max(80).optional(),
  })
  .refine(({ min = 0, max = MAX_ENTRIES }) => min <= max, { path: ["max"], message: "must not be below min" })
  .describe("Its fields are asked once for each entry, and the answer has a list under the group's name");

export type FormGroup = {
  name: string;
  heading: string;
  text?: string;
  columns?: number;
  repeat?: z.output<typeof repeat>;
};

export type Entry = Record<string, FieldValue | undefined>;
export type RepeatedGroup = FormGroup & { repeat: NonNullable<FormGroup["repeat"]> };
type Form = { fields: readonly FormField[]; groups?: readonly FormGroup[] };

export const repeatedGroups = ({ groups = [] }: Pick<Form, "groups">): RepeatedGroup[] =>
  groups.filter((group): group is RepeatedGroup => group.repeat !== undefined);

export function splitFields({ fields, groups }: Form) {
  const repeated = repeatedGroups({ groups });
  const names = new Set(repeated.map(({ name }) => name));
  return {
    once: fields.filter(({ group }) => group === undefined || !names.has(group)),
    repeated: repeated.map((group) => ({ group, own: fields.filter((field) => field.group === group.name) })),
  };
}

export const boundsOfEntries = ({ repeat: { min = 0, max = MAX_ENTRIES } }: RepeatedGroup) => ({ min, max });

export const addLabel = ({ heading, repeat }: RepeatedGroup): string =>
  repeat.add_label ?? t("addEntry", { heading });

export const entriesIn = (value: unknown): Entry[] =>
  Array.isArray(value) ? (value.filter(isRecord) as Entry[]) : [];

export const entryField = (group: string, entry: number, field: string): string =>
  `${group}[${entry}].${field}`;

/**
 * Flattens a form and its values, with one field per entry, for channels that ask or show fields one at a
 * time.
 */
export function flattened(
  form: Form,
  data: Readonly<Record<string, unknown>>,
): { fields: FormField[]; data: Record<string, unknown> } {
  const { repeated } = splitFields(form);
  const flat: Record<string, unknown> = { ...data };
  const done = new Set<string>();
  const fields = form.fields.flatMap((field): FormField[] => {
    const found = repeated.find(({ group }) => group.name === field.group);
    if (!found) return [field];
    const { group, own } = found;
    if (done.has(group.name)) return [];
    done.add(group.name);
    delete flat[group.name];
    return entriesIn(data[group.name]).flatMap((entry, at) => {
      for (const [name, value] of Object.entries(entry)) flat[entryField(group.name, at, name)] = value;
      return fieldsOfEntry(group, own, at);
    });
  });
  return { fields, data: flat };
}

/** Returns the fields of one entry with unique names and labels. */
export function fieldsOfEntry({ name, heading }: FormGroup, own: readonly FormField[], at: number) {
  const siblings = new Set(own.map((field) => field.name));
  return own.map((field): FormField => {
    const { show_when: when } = field;
    const label = `${heading} ${at + 1}: ${field.label || field.name}`;
    const depends = when && siblings.has(when.field);
    return {
      ...field,
      name: entryField(name, at, field.name),
      label,
      ...(depends && { show_when: { ...when, field: entryField(name, at, when.field) } }),
    };
  });
}
