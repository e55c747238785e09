import type { FormField } from "@/lib/shared/blocks/form-field";
import {
  addLabel,
  boundsOfEntries,
  entryField,
  fieldsOfEntry,
  type RepeatedGroup,
  splitFields,
} from "@/lib/shared/blocks/form-repeat";
import { shownFields } from "@/lib/shared/blocks/form-shown";
import { type FieldValue, fieldValue } from "@/lib/shared/blocks/form-value";
import type { Block } from "@/lib/shared/blocks/index";
import { inEnglish } from "@/lib/shared/i18n/locale";

/*
 * In a chat the entries of a repeated group are asked one after another. A yes-or-no question comes before
 * each optional entry.
 */

type Form = Block<"form">;
type Data = Record<string, FieldValue>;

/**
 * Returns the form as a list of fields to ask, expanded by the values so far. Includes hidden and conditional
 * fields.
 */
export function askedForm(form: Form, data: Data): Form {
  const { repeated } = splitFields(form);
  const done = new Set<RepeatedGroup>();
  const fields = form.fields.flatMap((field): FormField[] => {
    const found = repeated.find(({ group }) => group.name === field.group);
    if (!found) return [field];
    const { group, own } = found;
    if (done.has(group)) return [];
    done.add(group);
    const { min, max } = boundsOfEntries(group);
    const count = countOf(group, data);
    return Array.from({ length: Math.min(count + 1, max) }, (_, at): FormField[] => [
      ...(at < min ? [] : [whether(group, at)]),
      ...(at < count ? fieldsOfEntry(group, own, at) : []),
    ]).flat();
  });
  return { ...form, fields };
}

/** Returns the fields that are asked with the values so far. `form` must come from `askedForm`. */
export const askedFields = ({ fields }: Form, data: Data): FormField[] =>
  shownFields(fields, data).filter(({ type }) => type !== "hidden");

export function folded(form: Form, data: Data): Record<string, unknown> {
  const { once, repeated } = splitFields(form);
  const single = once.flatMap(({ name }) => (data[name] === undefined ? [] : [[name, data[name]] as const]));
  const lists = repeated.map(({ group, own }) => {
    const entries = Array.from({ length: countOf(group, data) }, (_, at) =>
      Object.fromEntries(
        own.flatMap(({ name }) => {
          const value = data[entryField(group.name, at, name)];
          return value === undefined ? [] : [[name, value]];
        }),
      ),
    );
    return [group.name, entries] as const;
  });
  return Object.fromEntries([...single, ...lists]);
}

export const defaultsOf = ({ fields }: Pick<Form, "fields">): Data =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const { data } = fieldValue(field).safeParse(field.default);
      return data === undefined ? [] : [[field.name, data]];
    }),
  );

/** Returns the name in the expanded form of the field at the path of a validation error. */
export const askedName = ([first, at, field]: readonly PropertyKey[]): string =>
  typeof at === "number" && field !== undefined
    ? entryField(`${String(first)}`, at, `${String(field)}`)
    : `${String(first)}`;

// Returns the name of the yes-or-no field that asks whether to add the entry. Its field part is empty, so no field
// of the entry has this name.
const whetherName = (group: string, at: number): string => entryField(group, at, "");

/**
 * Returns true for the yes-or-no field that asks whether to add another entry. Its value is not part of the
 * answer.
 */
export const isWhether = ({ name, type }: FormField): boolean => type === "checkbox" && name.endsWith("].");

const whether = (group: RepeatedGroup, at: number): FormField => ({
  name: whetherName(group.name, at),
  label: `${inEnglish(() => addLabel(group))}? (${group.heading} ${at + 1})`,
  type: "checkbox",
});

function countOf(group: RepeatedGroup, data: Data): number {
  const { min, max } = boundsOfEntries(group);
  let count = min;
  while (count < max && data[whetherName(group.name, count)] === true) count += 1;
  return count;
}
