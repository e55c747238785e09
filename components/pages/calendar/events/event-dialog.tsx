"use client";

import { Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { failureText } from "@/components/client/failure";
import type { Fields } from "@/components/pages/data/documents/api";
import { Button } from "@/components/ui/button";
import { PanelDialog, PanelFooter } from "@/components/ui/kit/dialogs/panel-dialog";
import type { Scope } from "@/lib/shared/calendar";
import type { CalendarList } from "@/lib/shared/calendars";
import { t } from "@/lib/shared/i18n/en/calendarEvents";
import { t as calendarsText } from "@/lib/shared/i18n/en/calendars";
import { t as common } from "@/lib/shared/i18n/en/common";
import { RefusalNote } from "../calendars/conflicts-view";
import { sourceOf, writableSources } from "../calendars/use-calendars";
import {
  changesOf,
  draftOf,
  fieldsOfDraft,
  isOfSeries,
  problemsOf,
  type Shown,
  type Times,
  titleOf,
} from "./event-draft";
import { EventForm } from "./event-form";
import { ScopeDialog } from "./scope-dialog";

type EventDialogProps = {
  shown: Shown | Times;
  timeZone: string;
  calendars: CalendarList | undefined;
  onAdd: (fields: Fields) => Promise<void>;
  onChange: (shown: Shown, scope: Scope, set: Fields) => Promise<void>;
  onDelete: (shown: Shown, scope: Scope) => Promise<void>;
  onClose: () => void;
};

const isThere = (shown: Shown | Times): shown is Shown => "occurrence" in shown;

export function EventDialog({
  shown,
  timeZone,
  calendars,
  onAdd,
  onChange,
  onDelete,
  onClose,
}: EventDialogProps) {
  const there = isThere(shown) ? shown : undefined;
  const [before] = useState(() =>
    isThere(shown) ? draftOf(shown.occurrence, shown.event, timeZone) : draftOf(shown, {}, timeZone),
  );
  const [draft, setDraft] = useState(before);
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const [asking, setAsking] = useState<"change" | "delete">();

  const act = async (work: () => Promise<void>) => {
    if (isBusy) return;
    setIsBusy(true);
    setError(undefined);
    try {
      await work();
      onClose();
    } catch (problem) {
      setError(problem);
      setIsBusy(false);
    }
  };
  const save = (scope: Scope) =>
    act(async () => {
      if (!there) {
        const filled = Object.entries(fieldsOfDraft(draft)).filter(([, value]) => value !== null);
        return onAdd(Object.fromEntries(filled));
      }
      const set = changesOf(before, draft);
      if (Object.keys(set).length > 0) await onChange(there, scope, set);
    });
  const remove = (scope: Scope) => act(async () => there && onDelete(there, scope));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A series moves to another calendar as a whole.
    if (there && isOfSeries(there) && draft.calendar === before.calendar) setAsking("change");
    else void save("all");
  };
  const problems = problemsOf(error);
  const source = there && sourceOf(calendars, there.event.calendar);
  const isReadOnly = source?.isReadOnly === true;
  return (
    <PanelDialog
      title={there ? titleOf(there.event) : t("newEvent")}
      about={null}
      onOpenAutoFocus={focusForm}
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        {/* Disabled fields take no focus, so the area itself must, for the keys that scroll. */}
        <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4" tabIndex={isReadOnly ? 0 : undefined}>
          {isReadOnly && (
            <p className="pb-4 text-meta text-ink-2">{calendarsText("fromFeed", { name: source.name })}</p>
          )}
          {there && <RefusalNote document={there.event._id} onDone={onClose} />}
          <fieldset disabled={isReadOnly} className="min-w-0">
            <EventForm
              draft={draft}
              problems={problems}
              calendars={isReadOnly ? [] : writableSources(calendars, "events")}
              canRepeat={there?.event.seriesId == null}
              onChange={setDraft}
            />
          </fieldset>
        </div>
        {error !== undefined && (
          <p role="alert" className="shrink-0 border-line border-t px-5 py-2.5 text-danger wrap-anywhere">
            {failureText(error)}
          </p>
        )}
        <PanelFooter>
          {there && !isReadOnly && (
            <Button
              type="button"
              variant="ghost"
              className="mr-auto text-danger"
              disabled={isBusy}
              onClick={() => (isOfSeries(there) ? setAsking("delete") : void remove("this"))}
            >
              <Trash2 aria-hidden />
              {common("delete")}
            </Button>
          )}
          <Button type="button" variant="outline" onClick={onClose}>
            {isReadOnly ? common("close") : common("cancel")}
          </Button>
          {!isReadOnly && (
            <Button type="submit" aria-disabled={isBusy}>
              {there ? common("save") : common("create")}
            </Button>
          )}
        </PanelFooter>
      </form>
      {asking && (
        <ScopeDialog
          title={titleOf(there?.event)}
          action={asking === "delete" ? common("delete") : common("save")}
          onScope={(scope) => {
            setAsking(undefined);
            void (asking === "delete" ? remove(scope) : save(scope));
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </PanelDialog>
  );
}

/** Focuses the first field, also if buttons precede it. */
function focusForm(event: Event): void {
  const dialog = event.currentTarget instanceof HTMLElement ? event.currentTarget : null;
  const field = dialog?.querySelector<HTMLElement>("fieldset:enabled input");
  if (!field) return;
  event.preventDefault();
  field.focus();
}
