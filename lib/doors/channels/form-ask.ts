import type { FormField } from "@/lib/shared/blocks/form-field";
import { formatFieldValue } from "@/lib/shared/blocks/form-format";
import { boundsOf, choices, type FieldValue } from "@/lib/shared/blocks/form-value";
import type { Block } from "@/lib/shared/blocks/index";
import { inEnglish } from "@/lib/shared/i18n/locale";
import type { ChatContent, ContentButton } from "./content";
import type { Filling, FormAction } from "./form";
import { askedFields, isWhether } from "./form-entries";
import { example } from "./form-read";
import { RichBuilder } from "./render/rich";

const MAX_CHOICES = 40;

const shown = (field: FormField, value: FieldValue): string =>
  inEnglish(() => formatFieldValue(field, value));

export function question(form: Block<"form">, state: Filling, problem?: string): ChatContent {
  const field = form.fields[state.field];
  if (!field) return formSummary(form, state);
  const { label, name, hint, unit, required, type } = field;
  const all = new RichBuilder();
  if (problem) all.add(`⚠️ ${problem}\n\n`);
  all.mark({ type: "bold" }, () =>
    all.add(`${label || name}${unit ? ` (${unit})` : ""}${required ? " *" : ""}`),
  );
  const asked = askedFields(form, state.data);
  all.add(`  ${asked.indexOf(field) + 1} of ${asked.length}`);
  if (hint) all.add(`\n${hint}`);
  const wanted = example(field);
  if (wanted) all.add(`\n${wanted}`);
  const now = state.data[name];
  if (now !== undefined && now !== "") all.add(`\nNow: ${shown(field, now)}`);
  const options = choices(field);
  if (type === "multiselect" || options.length > MAX_CHOICES)
    all.add(`\n${options.map((one, at) => `${at + 1}. ${one.label}`).join("\n")}`);
  return { text: all.done(), buttons: buttonsOf(field, state, asked.indexOf(field) > 0) };
}

function buttonsOf(field: FormField, state: Filling, hasBefore: boolean): ContentButton[] {
  const { data, ...identity } = state;
  const button = (label: string, op: FormAction["op"], value?: unknown): ContentButton => ({
    label,
    action: { do: "form", ...identity, op, ...(value !== undefined && { value }) },
  });
  const now = data[field.name];
  const valueButtons = valuesOf(field).map(([label, value]) => button(label, "value", value));
  return [
    ...valueButtons,
    ...(now !== undefined && now !== "" && valueButtons.length === 0
      ? [button(`Keep ${shown(field, now).slice(0, 30).toWellFormed()}`, "value", now)]
      : []),
    ...(field.required ? [] : [button("Skip", "skip")]),
    ...(hasBefore ? [button("Back", "back")] : []),
    button("Cancel", "cancel"),
  ];
}

function valuesOf(field: FormField): [label: string, value: unknown][] {
  const { type } = field;
  if (type === "checkbox")
    return [
      ["Yes", true],
      ["No", false],
    ];
  if (type === "rating") return Array.from({ length: boundsOf(field).max }, (_, at) => [`${at + 1}`, at + 1]);
  const options = type === "select" || type === "radio" ? choices(field) : [];
  return options.length <= MAX_CHOICES ? options.map(({ label, value }) => [label, value]) : [];
}

export function formSummary(form: Block<"form">, state: Filling, problem?: string): ChatContent {
  const { data, ...identity } = state;
  const all = new RichBuilder();
  if (problem) all.add(`${problem}\n\n`);
  for (const field of askedFields(form, data)) {
    if (isWhether(field)) continue;
    const value = data[field.name];
    all.mark({ type: "bold" }, () => all.add(field.label || field.name));
    all.add(`: ${value === undefined || value === "" ? "—" : shown(field, value)}\n`);
  }
  const button = (label: string, op: FormAction["op"]): ContentButton => ({
    label,
    action: { do: "form", ...identity, op },
  });
  return {
    text: all.done(),
    buttons: [
      button(form.submitLabel || "Send", "submit"),
      button("Back", "back"),
      button("Cancel", "cancel"),
    ],
  };
}
