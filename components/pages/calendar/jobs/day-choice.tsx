"use client";

import { useId } from "react";
import { WEEK, WEEKDAYS } from "@/components/ui/kit/week";
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";

type DayChoiceProps = { label: string; days: readonly number[]; onDays: (days: number[]) => void };

export function DayChoice({ label, days, onDays }: DayChoiceProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <span id={id} className="font-medium">
        {label}
      </span>
      <ToggleGroup
        type="multiple"
        aria-labelledby={id}
        value={days.map(String)}
        onValueChange={(values) => onDays(values.map(Number).sort())}
        className="flex w-full max-w-90"
      >
        {WEEK.map((day) => (
          <ToggleGroupItem
            key={day}
            value={String(day)}
            aria-label={WEEKDAYS[day]}
            className="flex-1 px-0 phone:px-0"
          >
            {WEEKDAYS[day]?.slice(0, 2)}
          </ToggleGroupItem>
        ))}
      </ToggleGroup>
    </div>
  );
}
