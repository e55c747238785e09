"use client";

import { CalendarCog } from "lucide-react";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { later } from "@/components/ui/later";
import { t } from "@/lib/shared/i18n/en/calendars";
import { needsAttention, useCalendars } from "./use-calendars";

export const CalendarsDialog = later(() =>
  import("./calendars-dialog").then((module) => module.CalendarsDialog),
);

/**
 * Opens the list of calendars. A dot says that one has a conflict or cannot be synchronised. With `isWide`, phones have
 * no space for the button.
 */
export function CalendarsButton({ isWide = false }: { isWide?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useCalendars();
  const isTroubled = needsAttention(data);
  return (
    <>
      <span className={cn("relative", isWide && "max-md:hidden")}>
        <IconButton label={isTroubled ? t("troubled") : t("calendars")} onClick={() => setIsOpen(true)}>
          <CalendarCog aria-hidden />
        </IconButton>
        {isTroubled && (
          <span
            aria-hidden
            className="pointer-events-none absolute top-1.5 right-1.5 size-1.5 rounded-full bg-danger"
          />
        )}
      </span>
      {isOpen && <CalendarsDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
