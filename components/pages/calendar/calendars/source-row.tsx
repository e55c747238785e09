"use client";

import { cn } from "@/components/ui/cn";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { Switch } from "@/components/ui/switch";
import type { Source } from "@/lib/shared/calendars";
import { t } from "@/lib/shared/i18n/en/calendars";
import { DOTS } from "./use-calendars";

type SourceRowProps = {
  source: Source;
  name: string;
  onChange: (fields: Partial<Pick<Source, "color" | "isShown">>) => void;
};

/** A calendar with its colour, and whether its events are shown. An address book has neither. */
export function SourceRow({ source, name, onChange }: SourceRowProps) {
  const { kind, color, isShown, isReadOnly, problems } = source;
  const isCalendar = kind === "events";
  const about = isCalendar ? (isReadOnly ? t("readOnly") : "") : t("addressBook");
  return (
    <li className="flex flex-col gap-1">
      <div className="flex min-h-9 items-center gap-2 phone:min-h-11">
        {isCalendar ? (
          <ColorChoice name={name} color={color} onColor={(color) => onChange({ color })} />
        ) : (
          <span className="size-7 shrink-0" />
        )}
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {about && <span className="shrink-0 text-meta text-ink-3">{about}</span>}
        {isCalendar && (
          <Switch
            aria-label={t("shown", { name })}
            checked={isShown}
            onCheckedChange={(isShown) => onChange({ isShown })}
          />
        )}
      </div>
      {problems.map((problem) => (
        <p key={problem} className="pl-9 text-meta text-ink-2 wrap-anywhere">
          {problem}
        </p>
      ))}
    </li>
  );
}

type ColorChoiceProps = { name: string; color: number; onColor: (color: number) => void };

const dot = "size-3 rounded-full";
const button =
  "flex size-7 shrink-0 items-center justify-center rounded-in hover:bg-fill-hover phone:size-11";

function ColorChoice({ name, color, onColor }: ColorChoiceProps) {
  return (
    <Popover>
      <PopoverTrigger aria-label={t("color", { name })} className={button}>
        <span className={cn(dot, DOTS[color])} />
      </PopoverTrigger>
      <PopoverContent align="start" className="flex w-auto gap-0.5 p-1.5">
        {DOTS.map((className, at) => (
          <button
            key={className}
            type="button"
            aria-label={t("colorNames", { color: String(at) })}
            aria-pressed={at === color}
            onClick={() => onColor(at)}
            className={cn(button, at === color && "bg-fill-press")}
          >
            <span className={cn(dot, className)} />
          </button>
        ))}
      </PopoverContent>
    </Popover>
  );
}
