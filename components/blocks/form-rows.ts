import { choices, type FormField } from "@/lib/shared/blocks/form-field";

export type FieldRow = { fields: { field: FormField; index: number }[]; kind: "one" | "pair" | "boxes" };

/**
 * The fields of a form as rows: two short ones of a kind stand side by side, boxes to tick that follow each other are a
 * list, anything else has its own line.
 */
export function formRows(fields: FormField[]): FieldRow[] {
  const rows: FieldRow[] = [];
  fields.forEach((field, index) => {
    if (field.type === "hidden") return;
    const entry = { field, index };
    const before = rows.at(-1);
    const left = before?.fields[0]?.field;
    if (field.type === "checkbox" && before?.kind === "boxes") before.fields.push(entry);
    else if (field.type === "checkbox") rows.push({ fields: [entry], kind: "boxes" });
    else if (before?.kind === "one" && left?.type === field.type && isShort(left) && isShort(field)) {
      before.fields.push(entry);
      before.kind = "pair";
    } else rows.push({ fields: [entry], kind: "one" });
  });
  return rows;
}

function isShort(field: FormField): boolean {
  if (field.label.length > 22 || (field.hint?.length ?? 0) > 28) return false;
  if (field.type === "select") return choices(field).every(({ label }) => label.length <= 14);
  return field.type === "number" || field.type === "date" || field.type === "time" || field.type === "colour";
}
