import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/sharedForms";
import { formatTag } from "@/lib/shared/i18n/locale";
import type { FormField } from "./form-field";
import { boundsOf, choices, type FieldValue } from "./form-value";

export function formatFieldValue(field: FormField, value: FieldValue | undefined): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return t("leftEmpty");
  if (typeof value === "boolean") return common(value ? "yes" : "no");
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
      return t("rating", { value: `${value}`, max: `${boundsOf(field).max}` });
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
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(formatTag(), style);
}
