"use client";

import { useId } from "react";
import { Field, FieldLabel } from "@/components/ui/field";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { INTERVALS } from "@/lib/shared/calendars";
import { t } from "@/lib/shared/i18n/en/calendars";

export const DEFAULT_MINUTES = { feed: 360, dav: 15 } as const;

type IntervalFieldProps = { minutes: number; onMinutes: (minutes: number) => void };

/** The time between two synchronisations. */
export function IntervalField({ minutes, onMinutes }: IntervalFieldProps) {
  const id = useId();
  return (
    <Field>
      <FieldLabel htmlFor={id}>{t("every")}</FieldLabel>
      <NativeSelect id={id} value={minutes} onChange={({ target }) => onMinutes(Number(target.value))}>
        {INTERVALS.map((one) => (
          <NativeSelectOption key={one} value={one}>
            {labelOf(one)}
          </NativeSelectOption>
        ))}
      </NativeSelect>
    </Field>
  );
}

function labelOf(minutes: number): string {
  if (minutes < 60) return t("everyMinutes", { count: minutes });
  return minutes < 1_440 ? t("everyHours", { count: minutes / 60 }) : t("everyDay");
}
