"use client";

import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp } from "lucide-react";
import { type ComponentProps, useEffect, useRef } from "react";
import { type DayButton, DayPicker } from "react-day-picker";
import { Button, type ButtonProps, buttonVariants } from "./button";
import { cn } from "./cn";

type CalendarProps = ComponentProps<typeof DayPicker> & {
  buttonVariant?: ButtonProps["variant"];
  /** Older names of `autoFocus`, `startMonth` and `endMonth`, which are still accepted. */
  initialFocus?: boolean;
  fromDate?: Date;
  toDate?: Date;
  fromYear?: number;
  toYear?: number;
};

export function Calendar({
  className,
  classNames,
  showOutsideDays = true,
  captionLayout = "label",
  buttonVariant = "ghost",
  initialFocus,
  fromDate,
  toDate,
  fromYear,
  toYear,
  components,
  ...props
}: CalendarProps) {
  return (
    <DayPicker
      data-slot="calendar"
      showOutsideDays={showOutsideDays}
      captionLayout={captionLayout}
      autoFocus={initialFocus}
      startMonth={fromDate ?? (fromYear === undefined ? undefined : new Date(fromYear, 0))}
      endMonth={toDate ?? (toYear === undefined ? undefined : new Date(toYear, 11))}
      className={cn("w-fit p-3 text-ui", className)}
      classNames={{ ...looks(captionLayout, buttonVariant), ...classNames }}
      components={{ Chevron, DayButton: CalendarDayButton, ...components }}
      {...props}
    />
  );
}

function looks(caption: CalendarProps["captionLayout"], variant: ButtonProps["variant"]) {
  const turn = cn(buttonVariants({ variant, size: "icon" }), "pointer-events-auto");
  return {
    months: "relative flex flex-col gap-4 sm:flex-row",
    month: "flex flex-col gap-2",
    nav: "pointer-events-none absolute inset-x-0 top-0 z-10 flex items-center justify-between",
    button_previous: turn,
    button_next: turn,
    month_caption: "flex h-control items-center justify-center px-10",
    dropdowns: "flex items-center justify-center gap-1 font-medium",
    dropdown_root: "relative rounded-in has-focus-visible:outline-2 has-focus-visible:outline-ink",
    dropdown: "absolute inset-0 cursor-pointer bg-float text-ink opacity-0",
    caption_label: cn(
      "font-medium select-none",
      caption !== "label" &&
        "flex h-7 items-center gap-1 rounded-in px-2 hover:bg-fill-hover [&>svg]:size-3.5 [&>svg]:text-ink-2",
    ),
    month_grid: "border-collapse",
    weekday: "w-control pb-1 text-center text-meta font-normal text-ink-3 select-none",
    week_number_header: "w-control",
    week_number: "w-control text-center text-meta font-normal text-ink-3 tabular-nums select-none",
    day: "group/day size-control p-0 text-center select-none",
    range_start: "rounded-l-in bg-fill-press",
    range_middle: "bg-fill-press",
    range_end: "rounded-r-in bg-fill-press",
    outside: "text-ink-3",
    hidden: "invisible",
    footer: "pt-2 text-meta text-ink-2",
  };
}

const CHEVRONS = { left: ChevronLeft, right: ChevronRight, up: ChevronUp, down: ChevronDown };

type ChevronProps = { className?: string; orientation?: keyof typeof CHEVRONS };

function Chevron({ className, orientation = "down" }: ChevronProps) {
  const Icon = CHEVRONS[orientation];
  return <Icon aria-hidden className={cn("size-4", className)} />;
}

/** Day button that takes the focus when keyboard navigation reaches it. */
export function CalendarDayButton({ className, day, modifiers, ...props }: ComponentProps<typeof DayButton>) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (modifiers.focused) button.current?.focus();
  }, [modifiers.focused]);
  const isMiddle = modifiers.range_middle ?? false;
  const isChosen = (modifiers.selected ?? false) && !isMiddle;
  return (
    <Button
      ref={button}
      variant="ghost"
      size="icon"
      data-day={day.isoDate}
      className={cn(
        "font-normal tabular-nums text-ink disabled:bg-transparent",
        modifiers.outside && "text-ink-3",
        modifiers.today && "font-medium shadow-[inset_0_0_0_1px_var(--line-control)]",
        isMiddle && "rounded-none shadow-none",
        isChosen &&
          "bg-ink font-medium text-on-ink not-disabled:hover:bg-ink/88 not-disabled:hover:text-on-ink",
        className,
      )}
      {...props}
    />
  );
}
