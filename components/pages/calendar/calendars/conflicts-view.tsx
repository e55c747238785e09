"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { PanelDialog } from "@/components/ui/kit/dialogs/panel-dialog";
import { notifyProblem } from "@/components/ui/kit/notify";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Skeleton } from "@/components/ui/skeleton";
import type { Account, Conflict } from "@/lib/shared/calendars";
import { fullTime } from "@/lib/shared/chat/time";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendars";
import { resolveConflict, syncAccount } from "./calendars-api";
import { conflictsQuery, useCalendars, useRefusals } from "./use-calendars";

/** Both versions of each entry that was changed here and on its server, or whose change the server refuses. */
export function ConflictsView({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery({ ...conflictsQuery, gcTime: 0 });
  return (
    <PanelDialog title={t("undecided")} about={t("decided")} isWide onClose={onClose}>
      <div className="min-h-40 flex-1 overflow-y-auto">
        {!data && !error && <Skeleton className="m-5 h-24" />}
        {!data && error && (
          <LoadFailure className="px-5 py-3" onRetry={() => void refetch()}>
            {calendarText("notLoaded", { error: failureText(error) })}
          </LoadFailure>
        )}
        {data?.length === 0 && <p className="px-5 py-10 text-center text-ink-2">{t("noConflicts")}</p>}
        <ul className="divide-y divide-line">
          {data?.map((conflict) => (
            <ConflictRow
              key={`${conflict.sourceId} ${conflict.href}`}
              conflict={conflict}
              onDone={() => void refetch()}
            />
          ))}
        </ul>
      </div>
    </PanelDialog>
  );
}

type ConflictProps = { conflict: Conflict; onDone: () => void };

function ConflictRow({ conflict, onDone }: ConflictProps) {
  const { mine, theirs, calendar, refusal } = conflict;
  const { isPending, choose } = useChoice(conflict, onDone);
  const sides = [
    {
      ...({ keep: "mine", label: t("here"), side: mine, gone: t("deletedHere") } as const),
      action: refusal === null ? t("keepThis") : t("tryAgain"),
    },
    {
      ...({ keep: "theirs", label: t("there"), side: theirs } as const),
      gone: refusal === null ? t("deletedThere") : t("notThere"),
      action: refusal === null ? t("keepThis") : t("takeTheirs"),
    },
  ];
  return (
    <li className="flex flex-col gap-2 px-5 py-4">
      <p className="truncate font-medium">
        {(mine ?? theirs)?.title} <span className="font-normal text-ink-3">· {calendar}</span>
      </p>
      {refusal !== null && <p className="text-danger wrap-anywhere">{refusal}</p>}
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        {sides.map(({ keep, label, side, gone, action }) => (
          <section key={keep} aria-label={label} className="flex flex-col gap-2 rounded-in bg-fill p-3">
            <h3 className="text-meta text-ink-3">{label}</h3>
            {side ? <Fields fields={side.fields} /> : <p className="flex-1">{gone}</p>}
            <Button
              variant="outline"
              size="sm"
              className="self-start"
              aria-disabled={isPending}
              onClick={() => choose(keep)}
            >
              {action}
            </Button>
          </section>
        ))}
      </div>
    </li>
  );
}

/** Sends the user's decision about an entry. A refused change is sent to its server at once. */
function useChoice(conflict: Conflict, onDone: () => void) {
  const { data } = useCalendars();
  const { mutate, isPending } = useMutation({
    mutationFn: async (keep: "mine" | "theirs") => {
      await resolveConflict(conflict, keep);
      const isOwner = ({ sources }: Account) => sources.some(({ id }) => id === conflict.sourceId);
      const account = conflict.refusal === null ? undefined : data?.accounts.find(isOwner);
      if (account) await syncAccount(account.id);
    },
    onSuccess: onDone,
    onError: (error) => {
      void notifyProblem(failureText(error));
      onDone();
    },
  });
  return { isPending, choose: (keep: "mine" | "theirs") => void (isPending || mutate(keep)) };
}

/** Says on an event or a contact that its server refuses the change, and asks what to do. */
export function RefusalNote({ document, onDone }: { document: unknown; onDone?: () => void }) {
  const id = JSON.stringify(document);
  const refused = useRefusals().find(({ documents }) => documents.includes(id));
  return refused ? <Refusal conflict={refused} onDone={onDone ?? (() => {})} /> : null;
}

function Refusal({ conflict, onDone }: ConflictProps) {
  const { isPending, choose } = useChoice(conflict, onDone);
  return (
    <div role="status" className="mb-4 flex flex-col gap-2 rounded-in bg-fill p-3">
      <p className="text-danger wrap-anywhere">{conflict.refusal}</p>
      <div className="flex flex-wrap gap-2">
        {(["mine", "theirs"] as const).map((keep) => (
          <Button
            key={keep}
            type="button"
            variant="outline"
            size="sm"
            aria-disabled={isPending}
            onClick={() => choose(keep)}
          >
            {keep === "mine" ? t("tryAgain") : t("takeTheirs")}
          </Button>
        ))}
      </div>
    </div>
  );
}

type Field = { name: string; value: string };

function Fields({ fields }: { fields: readonly Field[] }) {
  return (
    <dl className="flex flex-1 flex-col gap-1.5">
      {fields.map(({ name, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: instances of a series have the same fields
        <div key={`${name} ${at}`}>
          <dt className="text-meta text-ink-3">{labelOf(name)}</dt>
          <dd className="whitespace-pre-wrap wrap-anywhere">{value === "" ? "–" : shownValue(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const shownValue = (value: string): string =>
  value === "true" ? t("yes") : INSTANT.test(value) ? fullTime(value) : value;

function labelOf(name: string): string {
  const labels: Record<string, () => string> = {
    ...{ title: () => t("fieldTitle"), start: () => t("fieldStart"), end: () => t("fieldEnd") },
    ...{ allDay: () => t("fieldAllDay"), timeZone: () => t("fieldTimeZone"), rrule: () => t("fieldRepeats") },
    ...{ exdates: () => t("fieldSkipped"), location: () => t("fieldLocation"), notes: () => t("fieldNotes") },
    ...{ status: () => t("fieldStatus"), categories: () => t("fieldCategories"), name: () => t("fieldName") },
    ...{ phone: () => t("fieldPhone"), email: () => t("fieldEmail"), address: () => t("fieldAddress") },
    ...{ company: () => t("fieldCompany"), birthday: () => t("fieldBirthday") },
  };
  return labels[name]?.() ?? name;
}
