import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { FromWeb } from "@/components/client/origins/from-web";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";
import { t } from "@/lib/shared/i18n/en/calendarEvents";
import { t as common } from "@/lib/shared/i18n/en/common";

const VIEWS = ["week", "month", "agenda"] as const;
export type View = (typeof VIEWS)[number];

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

export function CalendarBar({ title, view, isPhone, children, ...on }: CalendarBarProps) {
  const labels = { week: isPhone ? t("threeDays") : t("week"), month: t("month"), agenda: t("agenda") };
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 border-line border-b px-4 py-2.5 max-md:px-2 max-md:py-1.5">
      <div className="flex items-center">
        <IconButton label={t("earlier")} onClick={on.onEarlier}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <Button variant="ghost" onClick={on.onToday}>
          {common("today")}
        </Button>
        <IconButton label={t("later")} onClick={on.onLater}>
          <ChevronRight aria-hidden />
        </IconButton>
      </div>
      <h2 aria-live="polite" className="min-w-0 truncate text-prose font-medium">
        {title}
      </h2>
      <div className="min-w-0 flex-1">
        <FromWeb kind="collection" name="schedule" isTight />
      </div>
      <ToggleGroup
        type="single"
        aria-label={common("show")}
        value={view}
        onValueChange={(value) => {
          const chosen = VIEWS.find((one) => one === value);
          if (chosen) on.onView(chosen);
        }}
      >
        {VIEWS.map((one) => (
          <ToggleGroupItem key={one} value={one}>
            {labels[one]}
          </ToggleGroupItem>
        ))}
      </ToggleGroup>
      <div className="flex items-center gap-1 max-md:ml-auto max-md:gap-0">{children}</div>
    </div>
  );
}
