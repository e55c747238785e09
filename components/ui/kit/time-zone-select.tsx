"use client";

import { ChevronDown } from "lucide-react";
import { type ComponentProps, useId, useState } from "react";
import { cn } from "@/components/ui/cn";
import { fieldBox } from "@/components/ui/input";
import { later } from "@/components/ui/later";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { t as common } from "@/lib/shared/i18n/en/common";

const TimeZoneOptions = later(() => import("./time-zone-options").then((module) => module.TimeZoneOptions));

type TimeZoneSelectProps = Pick<ComponentProps<"button">, "id" | "aria-label" | "aria-describedby"> & {
  value: string;
  onZone: (zone: string) => void;
};

/** A choice of a time zone with a search. */
export function TimeZoneSelect({ value, onZone, ...props }: TimeZoneSelectProps) {
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  return (
    // In a dialog, only a modal popover can be scrolled.
    <Popover modal open={isOpen} onOpenChange={setIsOpen}>
      <PopoverTrigger asChild>
        <button
          {...props}
          type="button"
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-haspopup="listbox"
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
            event.preventDefault();
            setIsOpen(true);
          }}
          className={cn(fieldBox, "flex h-control items-center justify-between gap-2 px-2.5 text-left")}
        >
          <span className="truncate">{value.replaceAll("_", " ")}</span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-2" />
        </button>
      </PopoverTrigger>
      <PopoverContent
        align="start"
        aria-label={common("timeZone")}
        className="w-(--radix-popover-trigger-width) min-w-64 overflow-hidden p-0"
      >
        <div id={listId} className="min-h-24">
          <TimeZoneOptions
            chosen={value}
            onChoose={(zone) => {
              setIsOpen(false);
              if (zone !== value) onZone(zone);
            }}
          />
        </div>
      </PopoverContent>
    </Popover>
  );
}
