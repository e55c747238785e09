import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";

export const VIEWS = { month: "dayGridMonth", week: "timeGridWeek", agenda: "listMonth" } as const;
export type View = keyof typeof VIEWS;
const isView = (value: string): value is View => Object.hasOwn(VIEWS, value);

type CalendarBarProps = {
  title: string;
  view: View;
  isPhone: boolean;
  onEarlier: () => void;
  onToday: () => void;
  onLater: () => void;
  onView: (view: View) => void;
  children: ReactNode;
};

export function CalendarBar({
  title,
  view,
  isPhone,
  onEarlier,
  onToday,
  onLater,
  onView,
  children,
}: CalendarBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 border-line border-b px-4 py-2.5 max-md:px-3">
      <div className="flex items-center">
        <IconButton label="Earlier" onClick={onEarlier}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <Button variant="ghost" onClick={onToday}>
          Today
        </Button>
        <IconButton label="Later" onClick={onLater}>
          <ChevronRight aria-hidden />
        </IconButton>
      </div>
      <h2 aria-live="polite" className="min-w-0 flex-1 truncate text-prose font-medium">
        {title}
      </h2>
      <ToggleGroup
        type="single"
        aria-label="Show"
        value={view}
        onValueChange={(value) => isView(value) && onView(value)}
      >
        <ToggleGroupItem value="month">Month</ToggleGroupItem>
        <ToggleGroupItem value="week">{isPhone ? "3 days" : "Week"}</ToggleGroupItem>
        <ToggleGroupItem value="agenda">Agenda</ToggleGroupItem>
      </ToggleGroup>
      <div className="flex items-center gap-1">{children}</div>
    </div>
  );
}
