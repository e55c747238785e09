import type { FormField } from "@/lib/shared/blocks/form-field";
import type { FormGroup } from "@/lib/shared/blocks/form-repeat";
import { choices } from "@/lib/shared/blocks/form-value";
import type { Block } from "@/lib/shared/blocks/index";

export type FieldRow = { fields: { field: FormField; index: number }[]; kind: "one" | "pair" | "boxes" };

export function formRows(fields: readonly FormField[], isShown = (_: FormField) => true): FieldRow[] {
  const rows: FieldRow[] = [];
  fields.forEach((field, index) => {
    if (field.type === "hidden" || !isShown(field)) return;
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

export type FormSection = { group: FormGroup | undefined; rows: FieldRow[] };

/** Arranges rows below their headings: consecutive fields of one group share a section. */
export function formSections(
  { fields, groups = [] }: Pick<Block<"form">, "fields" | "groups">,
  isShown: (field: FormField) => boolean,
): FormSection[] {
  const sections: { group: FormGroup | undefined; fields: Set<FormField> }[] = [];
  for (const field of fields) {
    if (field.type === "hidden" || !isShown(field)) continue;
    const group = groups.find(({ name }) => name === field.group);
    const last = sections.at(-1);
    if (last && last.group === group) last.fields.add(field);
    else sections.push({ group, fields: new Set([field]) });
  }
  return sections.map(({ group, fields: own }) => {
    const rows = formRows(fields, (field) => own.has(field));
    const isSplit = (group?.columns ?? 1) > 1;
    const alone = (row: FieldRow) => row.fields.map((field): FieldRow => ({ fields: [field], kind: "one" }));
    return { group, rows: isSplit ? rows.flatMap(alone) : rows };
  });
}

function isShort(field: FormField): boolean {
  if (field.label.length > 22 || (field.hint?.length ?? 0) > 28) return false;
  if (field.type === "select") return choices(field).every(({ label }) => label.length <= 14);
  return field.type === "number" || field.type === "date" || field.type === "time" || field.type === "colour";
}
