"use client";

import { useMutation } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useId, useState } from "react";
import { failureText, fieldErrors } from "@/components/client/failure";
import { TextField } from "@/components/draw/editor/text-field";
import { Button } from "@/components/ui/button";
import { Field, FieldDescription, FieldLabel } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendarJobs";
import { t as common } from "@/lib/shared/i18n/en/common";
import { PULSES_PER_DAY, type PulseView, type QuietHours } from "@/lib/shared/jobs/contract";
import type { PulseChange } from "./api";
import { DayChoice } from "./day-choice";
import { checkInRhythm } from "./labels";

const MAX_NOTES = 2_000;
const MAX_QUIET = 10;

type CheckInsEditorProps = {
  checkIns: PulseView;
  onSave: (change: PulseChange) => Promise<unknown>;
  onClose: () => void;
};

export function CheckInsEditor({ checkIns, onSave, onClose }: CheckInsEditorProps) {
  const id = useId();
  const { activeDays, pulsesPerDay, quietHours, notes } = checkIns;
  const [draft, setDraft] = useState({ activeDays, pulsesPerDay, quietHours, notes });
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => onSave(draft),
    onSuccess: onClose,
  });
  const wrong = fieldErrors(error);
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <FormDialog
      title={t("checkIns")}
      about={t("timesIn", { zone: checkIns.timeZone.replaceAll("_", " ") })}
      action={common("save")}
      isDisabled={isPending}
      problem={error && calendarText("notSaved", { error: failureText(error) })}
      onSubmit={mutate}
      onClose={onClose}
    >
      <Field>
        <FieldLabel htmlFor={id}>{t("howOften")}</FieldLabel>
        <NativeSelect
          id={id}
          value={draft.pulsesPerDay}
          onChange={({ target }) => change({ pulsesPerDay: Number(target.value) })}
        >
          {PULSES_PER_DAY.map((one) => (
            <NativeSelectOption key={one} value={one}>
              {checkInRhythm(one)}
            </NativeSelectOption>
          ))}
        </NativeSelect>
      </Field>
      <DayChoice label={t("days")} days={draft.activeDays} onDays={(activeDays) => change({ activeDays })} />
      <QuietFields spans={draft.quietHours} onSpans={(quietHours) => change({ quietHours })} />
      <TextField
        label={t("notes")}
        value={draft.notes}
        onText={(notes) => change({ notes })}
        isLong
        error={wrong.get("notes")}
        hint={t("notesHint")}
        maxLength={MAX_NOTES}
      />
    </FormDialog>
  );
}

type QuietFieldsProps = { spans: readonly QuietHours[]; onSpans: (spans: QuietHours[]) => void };

/** Edits the times of day without check-ins. A span may cross midnight. */
function QuietFields({ spans, onSpans }: QuietFieldsProps) {
  const set = (at: number, part: Partial<QuietHours>) =>
    onSpans(spans.map((span, nth) => (nth === at ? { ...span, ...part } : span)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">{t("quietHours")}</legend>
      {spans.map((span, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: spans have no ids, and their order does not change
        <div key={at} className="flex items-center gap-2">
          <Input
            type="time"
            aria-label={t("quietBegin", { nth: at + 1 })}
            value={span.start}
            onChange={({ target }) => target.value && set(at, { start: target.value })}
            className="w-32"
          />
          <span className="text-ink-3">–</span>
          <Input
            type="time"
            aria-label={t("quietEnd", { nth: at + 1 })}
            value={span.end}
            onChange={({ target }) => target.value && set(at, { end: target.value })}
            className="w-32"
          />
          <IconButton
            label={t("removeQuiet", { nth: at + 1 })}
            onClick={() => onSpans(spans.filter((_, nth) => nth !== at))}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      {spans.length === 0 && <FieldDescription>{t("noQuiet")}</FieldDescription>}
      {spans.length < MAX_QUIET && (
        <Button
          variant="outline"
          size="sm"
          className="self-start"
          onClick={() => onSpans([...spans, { start: "22:00", end: "07:00" }])}
        >
          <Plus aria-hidden />
          {t("addQuiet")}
        </Button>
      )}
    </fieldset>
  );
}
