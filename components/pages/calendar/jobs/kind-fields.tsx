"use client";

import { useId } from "react";
import { TextField } from "@/components/draw/editor/text-field";
import { Checkbox } from "@/components/ui/checkbox";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { t } from "@/lib/shared/i18n/en/calendarJobs";
import { TRIGGER_KINDS } from "@/lib/shared/jobs/contract";
import type { Draft, ItemKind } from "./item-draft";
import { JOB_KIND_LABELS } from "./labels";
import { MailFields } from "./mail-fields";
import { TimingFields } from "./timing-fields";

const KINDS: readonly ItemKind[] = ["cron", ...TRIGGER_KINDS];

export type KindFieldsProps = {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
  isNew: boolean;
  wrong: ReadonlyMap<string, string>;
};

export function KindFields({ draft, onChange, isNew, wrong }: KindFieldsProps) {
  const id = useId();
  return (
    <>
      {isNew && (
        <Field>
          <FieldLabel htmlFor={id}>{t("trigger")}</FieldLabel>
          <NativeSelect
            id={id}
            value={draft.kind}
            onChange={({ target }) => onChange({ kind: KINDS.find((one) => one === target.value) ?? "cron" })}
          >
            {KINDS.map((kind) => (
              <NativeSelectOption key={kind} value={kind}>
                {JOB_KIND_LABELS[kind]}
              </NativeSelectOption>
            ))}
          </NativeSelect>
        </Field>
      )}
      <FieldsOfKind draft={draft} onChange={onChange} wrong={wrong} />
    </>
  );
}

function FieldsOfKind({ draft, onChange, wrong }: Omit<KindFieldsProps, "isNew">) {
  const id = useId();
  switch (draft.kind) {
    case "cron":
      return (
        <>
          <TimingFields
            timing={draft.timing}
            onTiming={(timing) => onChange({ timing })}
            zone={draft.timeZone}
            onZone={(timeZone) => onChange({ timeZone })}
            wrong={wrong}
          />
          <div className="flex items-start gap-2.5">
            <Checkbox
              id={id}
              checked={draft.catchUp === "one"}
              onCheckedChange={(checked) => onChange({ catchUp: checked === true ? "one" : "none" })}
              className="mt-0.5"
            />
            <Label htmlFor={id} className="font-normal">
              {t("catchUp")}
            </Label>
          </div>
        </>
      );
    case "once":
      return (
        <Field>
          <FieldLabel htmlFor={id} required>
            {t("dayAndTime")}
          </FieldLabel>
          <Input
            id={id}
            type="datetime-local"
            value={draft.at}
            aria-required
            aria-invalid={wrong.has("at")}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => onChange({ at: target.value })}
          />
          <FieldError id={`${id}-hint`}>{wrong.get("at")}</FieldError>
        </Field>
      );
    case "webhook":
      return <FieldDescription>{t("webhookHint")}</FieldDescription>;
    case "mail":
      return <MailFields draft={draft} onChange={onChange} wrong={wrong} />;
    case "table":
      return (
        <TextField
          label={t("condition")}
          value={draft.sql}
          onText={(sql) => onChange({ sql })}
          isLong
          isRequired
          error={wrong.get("sql")}
          hint={t("conditionHint")}
          spellCheck={false}
          className="font-mono"
        />
      );
    case "state":
      return (
        <TextField
          label={t("stateKey")}
          value={draft.key}
          onText={(key) => onChange({ key })}
          isRequired
          error={wrong.get("key")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
        />
      );
  }
}
