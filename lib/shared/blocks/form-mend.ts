import { isRecord, renamed } from "./define";

/** A field as other form libraries write it, as ours. */
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

// A password is not among them: what is typed goes to the model in the clear.
const meant: Record<string, string> = {
  string: "text",
  email: "text",
  url: "text",
  tel: "text",
  integer: "number",
  boolean: "checkbox",
  radio: "select",
  dropdown: "select",
};

function mendOption(raw: unknown): unknown {
  if (typeof raw === "number") return String(raw);
  if (!isRecord(raw)) return raw;
  const value = raw.value ?? raw.label;
  const label = raw.label ?? value;
  if (typeof value !== "string" && typeof value !== "number") return raw;
  return String(label) === String(value) ? String(value) : { value: String(value), label: String(label) };
}

function mendDefault(type: unknown, value: unknown): unknown {
  if (value === null || value === "") return undefined;
  if (type === "number" && typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)))
    return Number(value);
  if (type === "checkbox" && (value === "true" || value === "false")) return value === "true";
  if (["text", "textarea", "select"].includes(String(type)) && typeof value === "number")
    return String(value);
  if (type === "date" && typeof value === "string") return value.replace(/T[\d:.]+(Z|[+-]\d\d:?\d\d)?$/, "");
  return value;
}
