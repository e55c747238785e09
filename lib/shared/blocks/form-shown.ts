import type { FormField } from "./form-field";

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the fields that the user sees: those without a condition, and those whose condition holds for
 * `values`.
 */
export function shownFields(fields: readonly FormField[], values: Values): FormField[] {
  const shown = new Map<string, FormField>();
  for (const field of fields) if (isShown(field, shown, values)) shown.set(field.name, field);
  return fields.filter((field) => shown.get(field.name) === field);
}

/** A condition refers to an earlier field. If that field is hidden, the condition does not hold. */
function isShown(
  { show_when: when }: FormField,
  before: ReadonlyMap<string, FormField>,
  values: Values,
): boolean {
  if (!when) return true;
  const other = before.get(when.field);
  if (!other) return false;
  const current = valueFor(other, values);
  const wanted = Array.isArray(when.is) ? when.is : [when.is];
  return (Array.isArray(current) ? current : [current]).some((one) => wanted.some((value) => value === one));
}

function valueFor({ name, type, default: value }: FormField, values: Values): unknown {
  if (type === "hidden") return value;
  const entered = Object.hasOwn(values, name) ? values[name] : undefined;
  return type === "checkbox" ? (entered ?? false) : entered;
}
