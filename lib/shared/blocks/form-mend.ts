import { isRecord, renamed } from "./define";

export function mendField(raw: unknown): unknown {
  if (!isRecord(raw)) return raw;
  const field = renamed(renamed(raw, "default", "defaultValue", "value"), "hint", "description", "help");
  const type = typeof field.type === "string" ? (meant[field.type] ?? field.type) : field.type;
  const options = Array.isArray(field.options) ? field.options.map(mendOption) : field.options;
  return {
    ...field,
    label: field.label ?? field.name,
    type,
    options,
    default: mendDefault(type, field.default),
  };
}

// Field types of other libraries, with the type that they mean here. There is none for passwords, because
// models read answers as plain text.
const meant: Record<string, string> = {
  string: "text",
  tel: "phone",
  integer: "number",
  boolean: "checkbox",
  dropdown: "select",
  range: "slider",
  color: "colour",
  stars: "rating",
  checkboxes: "multiselect",
  files: "file",
  upload: "file",
  attachment: "file",
  "multi-select": "multiselect",
  multi_select: "multiselect",
  "datetime-local": "datetime",
};

function mendOption(raw: unknown): unknown {
  if (typeof raw === "number") return String(raw);
  if (!isRecord(raw)) return raw;
  const value = raw.value ?? raw.label;
  const label = raw.label ?? value;
  if (typeof value !== "string" && typeof value !== "number") return raw;
  return String(label) === String(value) ? String(value) : { value: String(value), label: String(label) };
}

const NUMBERS = new Set<unknown>(["number", "slider", "rating"]);
const TEXT_TYPES = new Set<unknown>(["text", "textarea", "select", "radio", "phone", "email", "url"]);

function mendDefault(type: unknown, value: unknown): unknown {
  if (value === undefined || value === null || value === "") return undefined;
  if (NUMBERS.has(type) && typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)))
    return Number(value);
  if (type === "checkbox" && (value === "true" || value === "false")) return value === "true";
  if (TEXT_TYPES.has(type) && typeof value === "number") return String(value);
  if (type === "multiselect") return (Array.isArray(value) ? value : [value]).map(textOfNumber);
  if (typeof value !== "string") return value;
  if (type === "date") return value.replace(/T[\d:.]+(Z|[+-]\d\d:?\d\d)?$/, "");
  if (type === "time") return value.replace(/^(\d\d:\d\d):\d\d(\.\d+)?$/, "$1");
  if (type === "datetime") return value.replace(/^(.{10})[T ](\d\d:\d\d)(:\d\d(\.\d+)?)?Z?$/, "$1T$2");
  return value;
}

const textOfNumber = (value: unknown): unknown => (typeof value === "number" ? String(value) : value);
