import { Check, X } from "lucide-react";
import { formAnswer } from "@/lib/shared/blocks/answer";
import type { FormField } from "@/lib/shared/blocks/form-field";
import { formatFieldValue } from "@/lib/shared/blocks/form-format";
import { flattened } from "@/lib/shared/blocks/form-repeat";
import { shownFields } from "@/lib/shared/blocks/form-shown";
import type { FieldValue } from "@/lib/shared/blocks/form-value";
import type { Block } from "@/lib/shared/blocks/index";
import { t } from "@/lib/shared/i18n/en/blocks";
import { t as common } from "@/lib/shared/i18n/en/common";

type FormAnsweredProps = { form: Pick<Block<"form">, "fields" | "groups">; answer: unknown };

export function FormAnswered({ form, answer }: FormAnsweredProps) {
  const sentAnswer = sent(form, answer);
  if (!sentAnswer) return <p className="text-ui text-ink-2">{closed(answer)}</p>;
  const { fields, data } = flattened(form, sentAnswer);
  return (
    <dl className="flex max-w-form flex-col gap-3">
      {asked(fields, data).map((field) => (
        <div key={field.name} className="flex flex-col gap-0.5">
          <dt className="text-meta text-ink-3">{field.label}</dt>
          <dd className="text-ui wrap-anywhere whitespace-pre-wrap text-ink tabular-nums">
            <Value field={field} value={data[field.name] as FieldValue | undefined} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Fields of type `hidden` were never shown. */
const asked = (fields: FormField[], data: Record<string, unknown>) =>
  shownFields(fields, data).filter(({ type }) => type !== "hidden");

function Value({ field, value }: { field: FormField; value: FieldValue | undefined }) {
  if (value === undefined) return <span className="text-ink-3">{t("leftEmpty")}</span>;
  if (typeof value === "boolean") {
    const Icon = value ? Check : X;
    return (
      <span className="flex items-center gap-1.5">
        <Icon aria-hidden className="size-4 text-ink-2" />
        {value ? common("yes") : common("no")}
      </span>
    );
  }
  const label = formatFieldValue(field, value);
  if (Array.isArray(value) && value.length === 0) return <span className="text-ink-3">{label}</span>;
  if (field.type !== "colour") return label;
  return (
    <span className="flex items-center gap-2">
      <span
        aria-hidden
        className="size-4 shrink-0 rounded-[4px] border border-line-strong"
        style={{ backgroundColor: label }}
      />
      {label}
    </span>
  );
}

function sent({ fields, groups }: FormAnsweredProps["form"], answer: unknown) {
  const data = isObject(answer) && answer.action === "submit" ? answer.data : undefined;
  return formAnswer(fields, groups).safeParse(data).data;
}

function closed(answer: unknown): string {
  const action = isObject(answer) ? answer.action : undefined;
  if (action === "cancelled") return t("closedUnanswered");
  return common("notSent");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
