import { html } from "@/components/export/pieces";
import { formAnswer } from "@/lib/shared/blocks/answer";
import { choices, type FormField } from "@/lib/shared/blocks/form-field";
import { shownFields } from "@/lib/shared/blocks/form-shown";
import { valueInWords } from "@/lib/shared/blocks/form-words";
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
          {(sent ? shownFields(fields, sent) : fields)
            .filter(({ type }) => type !== "hidden")
            .map((field) => (
              <div key={field.name}>
                <dt>{field.label}</dt>
                {sent ? (
                  <dd>{valueInWords(field, sent[field.name])}</dd>
                ) : (
                  <dd className="quiet">{asked(field)}</dd>
                )}
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

function asked(field: FormField): string {
  if (field.options)
    return choices(field)
      .map(({ label }) => label)
      .join(" · ");
  return field.required ? "Needed" : "May stay empty";
}
