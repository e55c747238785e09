import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendarEvents";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { Calendar } from "./use-calendar";

/** The last message, and whether its change can be undone. */
export type Said = { text: string; canUndo: boolean };

type CalendarFootProps = {
  timeZone: string;
  calendar: Calendar;
  said: Said;
  say: (text: string) => void;
};

export function CalendarFoot({ timeZone, calendar, said, say }: CalendarFootProps) {
  const { problem, isCut, edits, reload } = calendar;
  const undo = async () => {
    if (await edits.undo()) say(calendarText("undone"));
    reload();
  };
  return (
    <footer className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-4 border-line border-t px-4 text-meta text-ink-3">
      <span className="shrink-0">{timeZone.replaceAll("_", " ")}</span>
      {problem !== undefined && (
        <p role="alert" className="min-w-0 flex-1 py-2 text-danger wrap-anywhere">
          {calendarText("notLoaded", { error: failureText(problem) })}
        </p>
      )}
      {isCut && <p className="py-2">{t("isCut")}</p>}
      <span className="flex min-w-0 flex-1 items-center gap-2">
        <span role="status" className="min-w-0 py-2 text-ink-2 wrap-anywhere">
          {said.text}
        </span>
        {said.canUndo && (
          <Button
            variant="link"
            className="h-auto shrink-0 p-0 text-meta phone:h-11"
            onClick={() => void undo()}
          >
            {common("undo")}
          </Button>
        )}
      </span>
      <span className="hidden group-has-[:focus-visible_[data-entry=event]]/calendar:inline max-md:group-has-[:focus-visible_[data-entry=event]]/calendar:hidden">
        {t("moveHint")}
      </span>
    </footer>
  );
}
