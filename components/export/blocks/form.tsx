import { html } from "@/components/export/pieces";
import { formAnswer } from "@/lib/shared/blocks/answer";
import { choices, dateInWords, type FieldValue, type FormField } from "@/lib/shared/blocks/form-field";
import type { Block } from "@/lib/shared/blocks/index";
import { field as fieldOf, isRecord } from "@/lib/shared/chat/parts";
import type { Place } from "./index";

/** A form with what was sent; one that was not sent says what it asks for. */
export function drawForm({ fields }: Block<"form">, { answer }: Place): string[] {
  const data = isRecord(answer) && answer.action === "submit" ? answer.data : undefined;
  const sent = formAnswer(fields).safeParse(data).data;
  return [
    html(
      <div className="form">
        {!sent && <p className="quiet">{unsent(answer)}</p>}
        <dl>
          {fields.map((field) => (
            <div key={field.name}>
              <dt>{field.label}</dt>
              {sent ? <dd>{textOf(field, sent[field.name])}</dd> : <dd className="quiet">{asked(field)}</dd>}
            </div>
          ))}
        </dl>
      </div>,
    ),
  ];
}

function unsent(answer: unknown): string {
  if (answer === undefined) return "Waiting for an answer.";
  const action = fieldOf(answer, "action");
  if (action === "message") return "Answered in the chat instead.";
  return action === "cancelled" ? "Closed without an answer." : "Not sent.";
}

function textOf(field: FormField, value: FieldValue | undefined): string {
  if (value === undefined) return "Left empty";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (field.type === "select")
    return choices(field).find((choice) => choice.value === value)?.label ?? `${value}`;
  if (field.type === "date") return dateInWords(`${value}`);
  return field.unit ? `${value} ${field.unit}` : `${value}`;
}

function asked(field: FormField): string {
  if (field.type === "select")
    return choices(field)
      .map(({ label }) => label)
      .join(" · ");
  return field.required ? "Needed" : "May stay empty";
}
