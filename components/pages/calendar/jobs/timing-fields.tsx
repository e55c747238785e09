"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText } from "@/components/client/failure";
import { TextField } from "@/components/draw/editor/text-field";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useTimeZone } from "@/components/ui/kit/clock";
import { useSettled } from "@/components/ui/kit/hooks/use-settled";
import { TimeZoneSelect } from "@/components/ui/kit/time-zone-select";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { fullTime } from "@/lib/shared/chat/time";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendarJobs";
import { t as common } from "@/lib/shared/i18n/en/common";
import { readPreview } from "./api";
import { useCronDescription } from "./cron-description";
import { DayChoice } from "./day-choice";
import { cronOf, MINUTES, RHYTHMS, type Rhythm, type Timing } from "./timing";

const PAUSE_MS = 250;

const RHYTHM_LABELS: Record<Rhythm, string> = {
  get minutes() {
    return t("rhythmMinutes");
  },
  get hour() {
    return t("rhythmHour");
  },
  get day() {
    return calendarText("daily");
  },
  get weekdays() {
    return calendarText("weekdays");
  },
  get week() {
    return calendarText("weekly");
  },
  get month() {
    return calendarText("monthly");
  },
  get expression() {
    return t("rhythmExpression");
  },
};

type TimingFieldsProps = {
  timing: Timing;
  onTiming: (timing: Timing) => void;
  zone: string;
  onZone: (zone: string) => void;
  wrong: ReadonlyMap<string, string>;
};

export function TimingFields({ timing, onTiming, zone, onZone, wrong }: TimingFieldsProps) {
  const id = useId();
  const { rhythm } = timing;
  const change = (part: Partial<Timing>) => onTiming({ ...timing, ...part });
  const isTimed = rhythm === "day" || rhythm === "weekdays" || rhythm === "week" || rhythm === "month";
  return (
    <>
      <div className="grid gap-4 min-[440px]:grid-cols-2">
        <Field>
          <FieldLabel htmlFor={`${id}-rhythm`}>{common("when")}</FieldLabel>
          <NativeSelect
            id={`${id}-rhythm`}
            value={rhythm}
            onChange={({ target }) => {
              const wanted = RHYTHMS.find((one) => one === target.value);
              // When the user switches to a cron expression, start with the expression of the previous
              // choice.
              if (wanted) change({ rhythm: wanted, expression: cronOf(timing) });
            }}
          >
            {RHYTHMS.map((one) => (
              <NativeSelectOption key={one} value={one}>
                {RHYTHM_LABELS[one]}
              </NativeSelectOption>
            ))}
          </NativeSelect>
        </Field>
        {rhythm === "minutes" && (
          <Field>
            <FieldLabel htmlFor={`${id}-minutes`}>{t("minutesBetween")}</FieldLabel>
            <NativeSelect
              id={`${id}-minutes`}
              value={timing.minutes}
              onChange={({ target }) => change({ minutes: Number(target.value) })}
            >
              {MINUTES.map((one) => (
                <NativeSelectOption key={one} value={one}>
                  {one}
                </NativeSelectOption>
              ))}
            </NativeSelect>
          </Field>
        )}
        {rhythm === "hour" && (
          <NumberField
            label={t("minutesPast")}
            value={timing.past}
            least={0}
            max={59}
            onValue={(past) => change({ past })}
          />
        )}
        {rhythm === "month" && (
          <NumberField
            label={t("dayOfMonth")}
            value={timing.date}
            least={1}
            max={31}
            onValue={(date) => change({ date })}
          />
        )}
        {isTimed && (
          <Field>
            <FieldLabel htmlFor={`${id}-time`}>{common("time")}</FieldLabel>
            <Input
              id={`${id}-time`}
              type="time"
              value={timing.time}
              onChange={({ target }) => target.value && change({ time: target.value })}
            />
          </Field>
        )}
        {rhythm === "expression" && (
          <TextField
            label={t("expression")}
            value={timing.expression}
            onText={(expression) => change({ expression })}
            hint={t("expressionHint")}
            maxLength={200}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
          />
        )}
      </div>
      {rhythm === "week" && (
        <DayChoice label={t("days")} days={timing.days} onDays={(days) => change({ days })} />
      )}
      <Field>
        <FieldLabel htmlFor={`${id}-zone`}>{common("timeZone")}</FieldLabel>
        <TimeZoneSelect id={`${id}-zone`} value={zone} onZone={onZone} />
        <FieldError>{wrong.get("timeZone")}</FieldError>
      </Field>
      <NextTimes expression={cronOf(timing)} zone={zone} wrong={wrong.get("cronExpression")} />
    </>
  );
}

type NumberFieldProps = {
  label: string;
  value: number;
  least: number;
  max: number;
  onValue: (value: number) => void;
};

function NumberField({ label, value, least, max, onValue }: NumberFieldProps) {
  const id = useId();
  /** The typed text, which may be incomplete or out of range. */
  const [typed, setTyped] = useState<string>();
  return (
    <Field>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <Input
        id={id}
        type="number"
        min={least}
        max={max}
        value={typed ?? value}
        onChange={({ target }) => {
          setTyped(target.value);
          if (!Number.isNaN(target.valueAsNumber))
            onValue(Math.min(max, Math.max(least, Math.trunc(target.valueAsNumber))));
        }}
        onBlur={() => setTyped(undefined)}
        className="tabular-nums"
      />
    </Field>
  );
}

type NextTimesProps = { expression: string; zone: string; wrong: string | undefined };

function NextTimes({ expression, zone, wrong }: NextTimesProps) {
  const own = useTimeZone();
  const settled = useSettled(expression, PAUSE_MS);
  const description = useCronDescription(settled);
  const { data, error } = useQuery({
    queryKey: ["cron-preview", settled, zone],
    queryFn: ({ signal }) => readPreview(settled, zone, signal),
    enabled: settled !== "",
    // Always refetch, because the next times depend on the current time.
    staleTime: 0,
  });
  const problem = error
    ? failureText(error)
    : settled === ""
      ? t("expressionMissing", { expression: "0 7 * * 1-5" })
      : wrong;
  return (
    <div aria-live="polite" className="flex min-h-21 flex-col gap-0.5 rounded-in bg-fill px-3 py-2">
      {problem ? (
        <FieldError>{problem}</FieldError>
      ) : (
        <>
          <p className="font-medium wrap-anywhere">{description}</p>
          <ol aria-label={t("nextTimes")} className="text-meta text-ink-2 tabular-nums">
            {data?.map((at) => (
              <li key={at}>{fullTime(at, zone)}</li>
            ))}
          </ol>
          {data && zone !== own && data[0] && (
            <FieldDescription>{t("firstHere", { time: fullTime(data[0], own) })}</FieldDescription>
          )}
        </>
      )}
    </div>
  );
}
