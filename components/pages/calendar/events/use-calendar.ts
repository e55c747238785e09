"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { failureText } from "@/components/client/failure";
import {
  type Document,
  type Fields,
  insertDocuments,
  isAboutDocuments,
  undoRevision,
} from "@/components/pages/data/documents/api";
import { DocumentEdits } from "@/components/pages/data/documents/edits";
import { documentsOf } from "@/components/pages/data/documents/import";
import { useIsBrowser } from "@/components/ui/kit/clock";
import { notify, notifyProblem } from "@/components/ui/kit/notify";
import type { CalendarReport, CalendarView, Scope } from "@/lib/shared/calendar";
import type { CalendarList } from "@/lib/shared/calendars";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendarEvents";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { ScheduleView } from "@/lib/shared/jobs/contract";
import { sourceOf, useCalendars } from "../calendars/use-calendars";
import { isAboutJobs, readSchedule } from "../jobs/api";
import { jobEntriesOf } from "../jobs/job-entries";
import { changeEvent, importCalendar, isCalendarFile, readCalendar, type Span } from "./calendar-api";
import { describeCalendarReport } from "./calendar-report";
import { type Shown, titleOf } from "./event-draft";

const WEEK_MS = 7 * 86_400_000;
const firstSpan = (): Span => ({
  from: new Date(Date.now() - WEEK_MS).toISOString(),
  to: new Date(Date.now() + WEEK_MS).toISOString(),
});

/**
 * Loads the events and jobs of the displayed days, refetches them on changes, and provides edits with undo.
 */
export function useCalendar(timeZone: string, say: (text: string, canUndo?: boolean) => void) {
  const [span, show] = useState(firstSpan);
  const isBrowser = useIsBrowser();
  const { data, error, refetch } = useQuery({
    queryKey: ["calendar", span.from, span.to, timeZone],
    queryFn: ({ signal }) => readCalendar(span, timeZone, signal),
    placeholderData: keepPreviousData,
    enabled: isBrowser,
    meta: { outdatedBy: isAboutDocuments("schedule") },
  });
  const { data: schedule, error: jobsError } = useQuery({
    queryKey: ["schedule", "span", span.from, span.to],
    queryFn: ({ signal }) => readSchedule(span, signal),
    placeholderData: keepPreviousData,
    meta: { outdatedBy: isAboutJobs },
  });
  const { data: calendars } = useCalendars();
  const edits = useMemo(() => new DocumentEdits(say), [say]);
  useSyncExternalStore(edits.subscribe, edits.version, edits.version);
  const reload = useCallback(() => void refetch(), [refetch]);
  const entries = useMemo(
    () => entriesOn(data, schedule, timeZone, calendars),
    [data, schedule, timeZone, calendars],
  );

  const add = async (fields: Fields) => {
    const title = String(fields.title);
    await edits.make(() => insertDocuments("schedule", [fields]), t("adding", { title }));
    say(t("added", { title }), true);
    reload();
  };
  /**
   * Maps an event to the version that the user's last change produced. A second change made before the view
   * is updated then starts from the current fields.
   */
  const after = useRef(new WeakMap<Document, Document>());
  const newest = (event: Document): Document => {
    const next = after.current.get(event);
    return next ? newest(next) : event;
  };
  const change = async ({ event, occurrence: { original } }: Shown, scope: Scope, set: Fields) => {
    const write = async () => {
      const was = newest(event);
      const written = await changeEvent({ was, original, scope, set, timeZone });
      const { data } = await refetch();
      const id = JSON.stringify(was._id);
      const now = data?.events.find(({ _id }) => JSON.stringify(_id) === id);
      if (now) after.current.set(was, { ...now, _id: now._id });
      return written;
    };
    const title = titleOf(event);
    await edits.make(write, t("changing", { title }));
    say(t("changed", { title }), true);
  };
  const remove = async ({ event, occurrence: { original } }: Shown, scope: Scope) => {
    const title = titleOf(event);
    const { revision } = await edits.make(
      () => changeEvent({ was: newest(event), original, scope, timeZone }),
      t("deleting", { title }),
    );
    reload();
    const undo = () =>
      revision &&
      undoRevision(revision).then(
        () => notify(t("restored", { title })),
        (problem) => notifyProblem(t("notRestored", { error: failureText(problem) })),
      );
    void notify(calendarText("deleted", { name: title }), {
      action: { label: common("undo"), onClick: () => void undo() },
    });
  };
  const bring = async (file: File) => {
    const label = calendarText("importing", { file: file.name });
    if (await isCalendarFile(file)) {
      let report: CalendarReport | undefined;
      const take = async () => {
        const written = await importCalendar(file);
        report = written.report;
        return written;
      };
      await edits.make(take, label);
      if (report) say(describeCalendarReport(report), report.revision !== undefined);
    } else {
      const documents = await documentsOf(file);
      const { count } = await edits.make(() => insertDocuments("schedule", documents), label);
      say(t("reportAdded", { count }), true);
    }
    reload();
  };
  return {
    bring,
    entries,
    calendars,
    isLoaded: data !== undefined,
    isCut: (data?.isCut ?? false) || (schedule?.isCut ?? false),
    problem: error ?? jobsError ?? undefined,
    show,
    reload,
    edits,
    add,
    change,
    remove,
  };
}

export type Calendar = ReturnType<typeof useCalendar>;

function entriesOn(
  found: CalendarView | undefined,
  schedule: ScheduleView | undefined,
  timeZone: string,
  calendars: CalendarList | undefined,
) {
  const events = (found?.occurrences ?? []).flatMap((occurrence) => {
    const event = found?.events[occurrence.event];
    if (!event) return [];
    const source = sourceOf(calendars, event.calendar);
    if (source?.isShown === false) return [];
    const shown: Shown = { occurrence, event: { ...event, _id: event._id } };
    const { key, start, end, allDay } = occurrence;
    return {
      id: key,
      title: titleOf(shown.event),
      start,
      end: end ?? undefined,
      allDay,
      editable: source?.isReadOnly !== true,
      extendedProps: { shown, rank: 0, color: source?.color ?? 0 },
    };
  });
  const jobs = (schedule ? jobEntriesOf(schedule, timeZone) : []).map((job) => ({
    ...{ id: `job ${job.id}`, title: job.name, start: job.at, allDay: job.count > 1, url: job.href },
    // Events sort before jobs.
    ...{ editable: false, extendedProps: { job, rank: 1 } },
  }));
  return [...events, ...jobs];
}
