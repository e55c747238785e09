import { Check, X } from "lucide-react";
import { formAnswer } from "@/lib/shared/blocks/answer";
import { choices, dateInWords, type FieldValue, type FormField } from "@/lib/shared/blocks/form-field";

type FormAnsweredProps = { fields: FormField[]; answer: unknown };

/** The form after its end: what was sent, as text. */
export function FormAnswered({ fields, answer }: FormAnsweredProps) {
  const data = sent(fields, answer);
  if (!data) return <p className="text-ui text-ink-2">{closed(answer)}</p>;
  return (
    <dl className="flex max-w-form flex-col gap-3">
      {fields.map((field) => (
        <div key={field.name} className="flex flex-col gap-0.5">
          <dt className="text-meta text-ink-3">{field.label}</dt>
          <dd className="text-ui wrap-anywhere whitespace-pre-wrap text-ink tabular-nums">
            <Value field={field} value={data[field.name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ field, value }: { field: FormField; value: FieldValue | undefined }) {
  if (value === undefined) return <span className="text-ink-3">Left empty</span>;
  if (typeof value === "boolean") {
    const Icon = value ? Check : X;
    return (
      <span className="flex items-center gap-1.5">
        <Icon aria-hidden className="size-4 text-ink-2" />
        {value ? "Yes" : "No"}
      </span>
    );
  }
  if (field.type === "select") return choices(field).find((choice) => choice.value === value)?.label ?? value;
  if (field.type === "date") return dateInWords(String(value));
  return field.unit ? `${value} ${field.unit}` : value;
}

/** The values, if it was this form that was sent: a surface may hold several. */
function sent(fields: FormField[], answer: unknown): Record<string, FieldValue | undefined> | undefined {
  const data = isObject(answer) && answer.action === "submit" ? answer.data : undefined;
  return formAnswer(fields).safeParse(data).data;
}

function closed(answer: unknown): string {
  const action = isObject(answer) ? answer.action : undefined;
  if (action === "cancelled") return "Closed without an answer.";
  return "Not sent.";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
