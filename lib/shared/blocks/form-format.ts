import type { FormField } from "./form-field";
import { boundsOf, choices, type FieldValue } from "./form-value";

export function formatFieldValue(field: FormField, value: FieldValue | undefined): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return "Left empty";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value))
    return value.map((one) => (typeof one === "string" ? labelOf(field, one) : one.name)).join(", ");
  switch (field.type) {
    case "select":
    case "radio":
      return labelOf(field, value);
    case "date":
      return formatDate(`${value}`);
    case "datetime": {
      const [date = "", time = ""] = `${value}`.split("T");
      return `${formatDate(date)}, ${time}`;
    }
    case "rating":
      return `${value} of ${boundsOf(field).max}`;
    default:
      return field.unit ? `${value} ${field.unit}` : `${value}`;
  }
}

const labelOf = (field: FormField, value: unknown): string =>
  choices(field).find((choice) => choice.value === value)?.label ?? `${value}`;

/** Formats `2026-01-31` as "Sat, 31 January 2026". */
export function formatDate(date: string): string {
  const style = {
    weekday: "short",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  } as const;
  return new Date(`${date}T00:00:00Z`).toLocaleDateString("en-GB", style);
}
