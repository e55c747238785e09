"use client";

import { Clock3, RotateCcw, Trash2, Undo2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { FromWeb } from "@/components/client/origins/from-web";
import { usePagedList } from "@/components/client/paged-list";
import { isAbout } from "@/components/client/versions/api";
import { titleOf } from "@/components/client/versions/kinds";
import { type Trouble, troubleText } from "@/components/client/versions/trouble";
import { useRestore } from "@/components/client/versions/use-restore";
import { VersionsWait } from "@/components/client/versions/versions-wait";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useCommands } from "@/components/ui/kit/commands";
import { Skeleton } from "@/components/ui/skeleton";
import type { Revision } from "@/lib/shared/history";
import { t } from "@/lib/shared/i18n/en/history";
import { isRewound, isSingle } from "@/lib/shared/kinds";
import { type Entry, readVersions } from "./api";
import { CompareSheet } from "./compare-sheet";
import { EntryFacts } from "./entry-facts";
import { undoAll } from "./restore-all";

type EntryDetailProps = Entry & {
  now: string;
  isChosen: boolean;
  onGo: (id: string) => void;
  onRestorePoint: (at: string) => void;
};

export function EntryDetail({
  revision,
  gist: summary,
  now,
  isChosen,
  onGo,
  onRestorePoint,
}: EntryDetailProps) {
  const { versions, problem, again, older } = useItemVersions(revision);
  const [wanted, setWanted] = useState<{ beside: string; id: string }>();
  const { outcome, restore } = useRestore(revision.id, onGo);
  const restored = restoreOf(revision);
  const heading = useRef<HTMLHeadingElement>(null);
  const chosen = isChosen ? revision.id : undefined;
  useEffect(() => {
    if (chosen !== undefined) heading.current?.focus({ preventScroll: true });
  }, [chosen]);

  // Versions of the database are backups of earlier states, so no version is the live one.
  const isCopy = revision.kind === "database";
  const live = isCopy ? undefined : versions?.find((one) => one.live);
  const before = versions && liveBefore(versions, revision.version);
  const against = (wanted?.beside === revision.id && versions?.find(({ id }) => id === wanted.id)) || before;
  const isNow = revision.id === live?.id;
  const target = isNow ? against : revision;
  const isRestorable = target !== undefined && target.id !== live?.id;
  useRestoreCommand(isRestorable ? target : undefined, () => target && void restore(target, live));
  return (
    <div className="flex max-w-sheet flex-col gap-5 px-7 pt-2 pb-16 max-md:px-3 max-md:pt-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-3 max-md:px-1">
        <h1
          ref={heading}
          tabIndex={-1}
          className={cn(
            "min-w-0 text-title font-strong wrap-anywhere outline-none",
            !isSingle(revision.kind) && "font-mono",
          )}
        >
          {titleOf(revision)}
        </h1>
        <Badge variant="secondary">v{revision.version}</Badge>
        {isNow && revision.deleted && <Badge variant="secondary">{t("deleted")}</Badge>}
        {isNow && isRewound(revision.kind) && <FromWeb kind={revision.kind} name={revision.name} />}
        <div className="ml-auto flex flex-wrap gap-2 max-md:ml-0 max-md:w-full">
          {restored !== undefined && <UndoRestore restore={restored} />}
          {isRewound(revision.kind) && (
            <Button
              variant="outline"
              onClick={() => onRestorePoint(revision.createdAt)}
              className="max-md:flex-1"
            >
              <Clock3 aria-hidden />
              {t("goBackTo")}
            </Button>
          )}
          {isRestorable && (
            <Button
              aria-keyshortcuts="R"
              aria-disabled={outcome === "busy"}
              onClick={() => void restore(target, live)}
              className="max-md:flex-1"
            >
              {target.deleted ? <Trash2 aria-hidden /> : <RotateCcw aria-hidden />}
              {restoreLabel(target)}
            </Button>
          )}
        </div>
      </header>
      <div className="flex flex-col gap-3 max-md:px-1">
        <EntryFacts revision={revision} summary={summary} before={before} now={now} />
      </div>
      {target && <Outcome outcome={outcome} onAnyway={() => void restore(target, live, true)} />}
      {versions ? (
        <CompareSheet
          before={against}
          after={revision}
          stamp={summary?.words}
          versions={versions}
          live={live}
          onBefore={(id) => setWanted({ beside: revision.id, id })}
          onAfter={onGo}
          older={older}
        />
      ) : problem === undefined ? (
        <Skeleton className="h-60" />
      ) : (
        <VersionsWait problem={problem} onAgain={again} />
      )}
      {isRestorable && versions?.[0] && (
        <p className="text-meta text-ink-3 max-md:px-1">{consequence(target, versions[0].version + 1)}</p>
      )}
    </div>
  );
}

const restoreOf = ({ cause }: Revision): string | undefined =>
  cause && "moment" in cause ? cause.restore : undefined;

/** Undoes all that was restored together with this version. */
function UndoRestore({ restore }: { restore: string }) {
  const [isBusy, setBusy] = useState(false);
  const undo = async () => {
    if (isBusy) return;
    setBusy(true);
    await undoAll(restore);
    setBusy(false);
  };
  return (
    <Button variant="outline" aria-disabled={isBusy} onClick={() => void undo()} className="max-md:flex-1">
      <Undo2 aria-hidden />
      {t("undoRestore")}
    </Button>
  );
}

/** Offers the restore in the palette and by its shortcut. */
function useRestoreCommand(target: Revision | undefined, run: () => void): void {
  const command = { id: "restore-version", group: "Here", shortcut: "restore", run } as const;
  useCommands(target ? [{ ...command, label: restoreLabel(target) }] : []);
}

const restoreLabel = (target: Revision): string =>
  target.deleted ? t("deleteAgain") : t("restoreVersion", { version: target.version });

function consequence(target: Revision, next: number): string {
  if (target.deleted) return t("deleteConsequence", { next, title: titleOf(target) });
  if (target.kind === "database") return t("restoreDatabaseConsequence");
  return isSingle(target.kind) ? t("restoreTextConsequence", { next }) : t("restoreConsequence", { next });
}

function Outcome({ outcome, onAnyway }: { outcome: "busy" | Trouble | undefined; onAnyway: () => void }) {
  const isTrouble = typeof outcome === "object";
  const message = !isTrouble
    ? undefined
    : outcome.kind === "conflict"
      ? t("notRestoredNewer")
      : outcome.kind === "gate"
        ? t("failed", { failure: outcome.message })
        : t("notRestored", { message: outcome.message });
  return (
    <div role="status" className={cn("flex flex-col items-start gap-2 max-md:px-1", !isTrouble && "-mt-5")}>
      {outcome === "busy" && <p className="animate-late pt-5 text-ink-2">{t("restoring")}</p>}
      {message && <p className="wrap-anywhere">{message}</p>}
      {isTrouble && outcome.kind === "gate" && (
        <Button variant="outline" onClick={onAnyway}>
          {t("restoreAnyway")}
        </Button>
      )}
    </div>
  );
}

const idOf = ({ id }: Revision): string => id;

/**
 * Loads the versions of an item, newest first, down to the version that was live before `revision`. Refetches
 * on changes and loads older versions on request.
 */
function useItemVersions({ kind, name, version }: Revision) {
  const { list, error, reload, older } = usePagedList({
    key: ["history", "versions", kind, name],
    read: async (cursor, signal) => {
      const { revisions, nextCursor } = await readVersions({ kind, name }, cursor, signal);
      return { items: revisions, nextCursor };
    },
    idOf,
    outdatedBy: isAbout({ kind, name }),
  });
  const isShallow = list !== undefined && older !== undefined && !liveBefore(list.items, version);
  const isMissing = isShallow && !older.isBusy && !older.error;
  useEffect(() => {
    if (isMissing) older.load();
  }, [isMissing, older]);

  const problem = isShallow ? older.error : list ? null : error;
  return {
    versions: isShallow ? undefined : list?.items,
    problem: problem ? troubleText(problem) : undefined,
    again: () => (isShallow ? older.load() : void reload()),
    older,
  };
}

const liveBefore = (versions: readonly Revision[], version: number): Revision | undefined =>
  versions.find((one) => one.live && one.version < version);
