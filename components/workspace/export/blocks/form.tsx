import { type Context, html } from "@/components/workspace/export/pieces";
import { formAnswer } from "@/lib/shared/blocks/answer";
import type { FormField } from "@/lib/shared/blocks/form-field";
import { formatFieldValue } from "@/lib/shared/blocks/form-format";
import { flattened } from "@/lib/shared/blocks/form-repeat";
import { shownFields } from "@/lib/shared/blocks/form-shown";
import { choices, type FieldValue } from "@/lib/shared/blocks/form-value";
import type { Block } from "@/lib/shared/blocks/index";
import { field as fieldOf, isRecord } from "@/lib/shared/chat/parts";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/export";
import type { BlockContext } from "./index";

export function drawForm(
  form: Block<"form">,
  { answer }: BlockContext,
  { isForOthers }: Pick<Context, "isForOthers">,
): string[] {
  const data = isRecord(answer) && answer.action === "submit" ? answer.data : undefined;
  const answered = formAnswer(form.fields, form.groups).safeParse(data).data;
  const { fields, data: sent } = answered
    ? flattened(form, answered)
    : { fields: form.fields, data: undefined };
  return [
    html(
      <div className="form">
        {!sent && <p className="quiet">{isForOthers ? t("asks") : unsent(answer)}</p>}
        <dl>
          {(sent ? shownFields(fields, sent) : fields)
            .filter(({ type }) => type !== "hidden")
            .map((field) => (
              <div key={field.name}>
                <dt>{field.label}</dt>
                {sent ? (
                  <dd>{formatFieldValue(field, sent[field.name] as FieldValue | undefined)}</dd>
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
  if (answer === undefined) return t("waiting");
  const action = fieldOf(answer, "action");
  if (action === "message") return t("answeredInChat");
  return action === "cancelled" ? t("closed") : common("notSent");
}

function asked(field: FormField): string {
  if (field.options)
    return choices(field)
      .map(({ label }) => label)
      .join(" · ");
  return field.required ? t("required") : t("optional");
}
