"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Clock3, Undo2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { undoChange, undoVisitor } from "@/components/client/undo/api";
import { takenBackText } from "@/components/client/undo/taken-back-text";
import { titleOf } from "@/components/client/versions/kinds";
import { troubleText } from "@/components/client/versions/trouble";
import { VersionsWait } from "@/components/client/versions/versions-wait";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useRights } from "@/components/ui/kit/rights";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/history";
import { type Entry, readChangedRows } from "./api";
import { ChangedTable } from "./changed-table";
import { EntryFacts } from "./entry-facts";

type RowsDetailProps = Entry & {
  now: string;
  isChosen: boolean;
  onGo: (id: string) => void;
  onRestorePoint: (at: string) => void;
};

/** Changes of rows in the database: the tables with their changed rows. */
export function RowsDetail({
  revision,
  gist: summary,
  now,
  isChosen,
  onGo,
  onRestorePoint,
}: RowsDetailProps) {
  const { id, version, createdAt } = revision;
  const { may } = useRights();
  const { data, error, refetch } = useQuery({
    // Later changes of the same cause are added to the same version.
    queryKey: ["history", "rows", id, summary?.words],
    queryFn: ({ signal }) => readChangedRows(id, signal),
    gcTime: 0,
  });
  const undo = useMutation({
    mutationFn: () => undoChange({ id, from: id }, false),
    onSuccess: ({ revisionId }) => onGo(revisionId),
  });
  const { cause } = revision;
  const visitor = cause && "app" in cause ? cause.app : undefined;
  const takeBack = useMutation({
    mutationFn: (ids: { app: string; visitor: string }) => undoVisitor(ids.app, ids.visitor),
  });
  const problem = undo.error ?? takeBack.error;
  const heading = useRef<HTMLHeadingElement>(null);
  const chosen = isChosen ? id : undefined;
  useEffect(() => {
    if (chosen !== undefined) heading.current?.focus({ preventScroll: true });
  }, [chosen]);
  return (
    <div className="flex max-w-sheet flex-col gap-5 px-7 pt-2 pb-16 max-md:px-3 max-md:pt-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-3 max-md:px-1">
        <h1 ref={heading} tabIndex={-1} className="min-w-0 text-title font-strong wrap-anywhere outline-none">
          {titleOf(revision)}
        </h1>
        <Badge variant="secondary">v{version}</Badge>
        <div className="ml-auto flex flex-wrap gap-2 max-md:ml-0 max-md:w-full">
          <Button variant="outline" onClick={() => onRestorePoint(createdAt)} className="max-md:flex-1">
            <Clock3 aria-hidden />
            {t("goBackTo")}
          </Button>
          {visitor?.ids && may({ right: "own" }) && (
            <Button
              variant="outline"
              aria-disabled={takeBack.isPending}
              onClick={() => visitor.ids && !takeBack.isPending && takeBack.mutate(visitor.ids)}
              className="max-md:flex-1"
            >
              {t("takeBackAll", { name: visitor.visitor })}
            </Button>
          )}
          {may({ right: "edit" }) && (
            <Button
              aria-disabled={undo.isPending}
              onClick={() => !undo.isPending && undo.mutate()}
              className="max-md:flex-1"
            >
              <Undo2 aria-hidden />
              {common("undo")}
            </Button>
          )}
        </div>
      </header>
      <div className="flex flex-col gap-3 max-md:px-1">
        <EntryFacts revision={revision} summary={summary} before={undefined} now={now} />
      </div>
      {takeBack.data && (
        <p role="status" className="max-md:px-1">
          {takenBackText(takeBack.data)}
        </p>
      )}
      {problem && (
        <p role="alert" className="wrap-anywhere max-md:px-1">
          {t("notUndone", { message: troubleText(problem) })}
        </p>
      )}
      {data ? (
        data.tables.map((table) => <ChangedTable key={table.name} table={table} />)
      ) : (
        <VersionsWait problem={error ? troubleText(error) : undefined} onAgain={() => void refetch()} />
      )}
      {data?.tables.length === 0 && <p className="text-ink-2 max-md:px-1">{t("noDifferences")}</p>}
    </div>
  );
}
