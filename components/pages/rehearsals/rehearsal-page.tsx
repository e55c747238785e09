"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, MessageCircle, Trash2, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { historyOf, tablesOf } from "@/components/client/events";
import { LOOKS, titleOf } from "@/components/client/versions/kinds";
import { chatOf, undoRehearsal } from "@/components/client/versions/rehearsals";
import { troubleText } from "@/components/client/versions/trouble";
import { useChangesOf } from "@/components/client/versions/use-version-changes";
import { When } from "@/components/client/versions/when";
import { ChangedTable } from "@/components/pages/history/changed-table";
import { Difference, ItemRow } from "@/components/pages/history/item-row";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { useRouter } from "@/components/ui/kit/agent-base";
import { notify, notifyProblem } from "@/components/ui/kit/notify";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { PageBody } from "@/components/ui/kit/page/page-body";
import { PageHeader } from "@/components/ui/kit/page/page-header";
import { PageMain } from "@/components/ui/kit/page/page-main";
import { ValueBox } from "@/components/ui/kit/value-box";
import { Skeleton } from "@/components/ui/skeleton";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/rehearsals";
import { formatTag } from "@/lib/shared/i18n/locale";
import { KINDS } from "@/lib/shared/kinds";
import type { RehearsalDetail, RehearsedAct, RehearsedChange } from "@/lib/shared/rehearsals";
import { acceptRehearsal, deleteRehearsal, readContent, readRehearsal } from "./api";
import { stateOf } from "./state";

/** Milliseconds between two reads while the rehearsal runs. */
const WATCH_MS = 2_000;

export function RehearsalPage({ id, now }: { id: string; now: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["rehearsals", id],
    queryFn: ({ signal }) => readRehearsal(id, signal),
    refetchOnMount: "always",
    meta: { outdatedBy: (change) => historyOf(change) !== undefined || tablesOf(change) !== undefined },
    refetchInterval: ({ state }) => (isOver(state.data) ? false : WATCH_MS),
  });
  return (
    <PageMain>
      <PageBody width="rows" under="tabs">
        {data ? (
          <Detail detail={data} now={now} />
        ) : error ? (
          <LoadFailure onRetry={() => void refetch()}>
            {t("loadError", { error: troubleText(error) })}
          </LoadFailure>
        ) : (
          <Skeleton className="h-40" />
        )}
      </PageBody>
    </PageMain>
  );
}

const isOver = (detail: RehearsalDetail | undefined): boolean =>
  detail !== undefined && detail.run !== null && detail.run !== "running" && detail.run !== "waiting";

const keyOf = ({ kind, name }: Pick<RehearsedChange, "kind" | "name">) => `${kind} ${name}`;

/** An item that changed in the agent, too, cannot be accepted. Rows and documents are compared one by one. */
const isBlocked = ({ kind, isChanged }: RehearsedChange) =>
  isChanged && kind !== "database" && kind !== "collection";

function Detail({ detail, now }: { detail: RehearsalDetail; now: string }) {
  const { id, hash, changes, tables, acts } = detail;
  const open = changes.filter((change) => !isBlocked(change));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = open.filter((change) => !left.has(keyOf(change)));
  const isDone = detail.acceptedAt !== null && detail.undoneAt === null;
  const { accept, undo, discard, isBusy } = useDecisions(id);
  const toggle = (change: RehearsedChange, isWanted: boolean) => {
    const next = new Set(left);
    if (isWanted) next.delete(keyOf(change));
    else next.add(keyOf(change));
    setLeft(next);
  };
  const rowFor = (change: RehearsedChange) => (
    <ChangeRow
      key={keyOf(change)}
      rehearsal={id}
      change={change}
      tables={change.kind === "database" ? tables : []}
      isChosen={!left.has(keyOf(change)) && !isBlocked(change)}
      onChoose={isDone ? undefined : (isWanted) => toggle(change, isWanted)}
    />
  );
  return (
    <>
      <div className="flex flex-col gap-1">
        <PageHeader title={detail.title}>
          {detail.conversationId && (
            <Button asChild variant="outline">
              <a href={chatOf(id, detail.conversationId)}>
                <MessageCircle aria-hidden />
                {t("openChat")}
              </a>
            </Button>
          )}
          {isDone ? (
            <Button variant="outline" aria-disabled={isBusy} onClick={() => !isBusy && undo()}>
              <Undo2 aria-hidden />
              {common("undo")}
            </Button>
          ) : (
            <Button variant="outline" aria-disabled={isBusy} onClick={() => !isBusy && discard()}>
              <Trash2 aria-hidden />
              {t("discard")}
            </Button>
          )}
          {!isDone && isOver(detail) && chosen.length > 0 && (
            <Button
              aria-disabled={isBusy}
              onClick={() => {
                const items = chosen.map(({ kind, name }) => ({ kind, name }));
                if (!isBusy) accept({ hash, items, count: items.length });
              }}
            >
              <Check aria-hidden />
              {chosen.length === changes.length
                ? t("acceptAll")
                : t("acceptSome", { count: chosen.length, all: changes.length })}
            </Button>
          )}
        </PageHeader>
        <Facts detail={detail} now={now} />
      </div>
      {changes.length === 0 ? (
        <p className="max-md:px-1">{isOver(detail) ? t("noChanges") : t("noChangesYet")}</p>
      ) : (
        KINDS.map((kind) => ({ kind, some: changes.filter((one) => one.kind === kind) }))
          .filter(({ some }) => some.length > 0)
          .map(({ kind, some }) => (
            <Group key={kind} title={LOOKS[kind].all}>
              <ul className="divide-y divide-line">{some.map(rowFor)}</ul>
            </Group>
          ))
      )}
      {acts.length > 0 && (
        <Group title={t("outside")}>
          <p className="px-4 pb-2 text-ink-2">{t("outsideHint")}</p>
          <ul className="divide-y divide-line border-line border-t">
            {acts.map((act, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same call may be made twice
              <Act key={index} act={act} />
            ))}
          </ul>
        </Group>
      )}
    </>
  );
}

function Facts({ detail, now }: { detail: RehearsalDetail; now: string }) {
  const { cause, takenAt, costUsd, tokens } = detail;
  const cost = costUsd?.toLocaleString(formatTag(), {
    style: "currency",
    currency: "USD",
    maximumFractionDigits: 4,
  });
  const facts = [
    cause.kind === "job" ? t("ofJob") : t("ofFork"),
    stateOf(detail),
    <When key="when" at={takenAt} now={now} />,
    ...(tokens > 0 ? [t("tokens", { count: tokens })] : []),
    ...(cost ? [cost] : []),
  ];
  return (
    <p className="flex flex-wrap gap-x-3 text-meta text-ink-2 tabular-nums max-md:px-1">
      {facts.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed
        <span key={index}>{fact}</span>
      ))}
    </p>
  );
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="min-w-0 overflow-clip rounded-sheet bg-sheet shadow-sheet">
    <h2 className="px-4 pt-3 pb-1 text-meta text-ink-3">{title}</h2>
    {children}
  </section>
);

type ChangeRowProps = {
  rehearsal: string;
  change: RehearsedChange;
  tables: RehearsalDetail["tables"];
  isChosen: boolean;
  onChoose: ((isWanted: boolean) => void) | undefined;
};

function ChangeRow({ rehearsal, change, tables, isChosen, onChoose }: ChangeRowProps) {
  const name = titleOf(change);
  const blocked = isBlocked(change);
  return (
    <li className="flex items-start">
      {onChoose && (
        <span className="flex h-11 shrink-0 items-center pl-4">
          <Checkbox
            aria-label={t("choose", { name })}
            checked={isChosen}
            disabled={blocked}
            onCheckedChange={(checked) => onChoose(checked === true)}
          />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <ul>
          <ItemRow item={change} label={labelOf(change)}>
            {change.kind === "database" ? (
              <div className="flex flex-col gap-3 border-line border-t p-3">
                {tables.map((table) => (
                  <ChangedTable key={table.name} table={table} />
                ))}
              </div>
            ) : (
              <Between rehearsal={rehearsal} change={change} />
            )}
          </ItemRow>
        </ul>
        {blocked && onChoose && <p className="px-4 pb-2 text-meta text-ink-2">{t("changedSince")}</p>}
      </div>
    </li>
  );
}

function labelOf({ kind, action, from, to }: RehearsedChange): string {
  if (kind === "database") return "";
  if (action === "delete") return t("deleted");
  if (action === "create") return t("created", { to: to ?? 0 });
  return t("changed", { from: from ?? 0, to: to ?? 0 });
}

function Between({ rehearsal, change }: { rehearsal: string; change: RehearsedChange }) {
  const { kind, beforeId, afterId } = change;
  const read = async (signal: AbortSignal) => {
    const [before, after] = await Promise.all([
      readContent(rehearsal, beforeId, signal),
      readContent(rehearsal, afterId, signal),
    ]);
    return { before, after };
  };
  return <Difference {...useChangesOf(kind, read, `${beforeId} ${afterId}`)} />;
}

const Act = ({ act: { tool, input, request } }: { act: RehearsedAct }) => (
  <li className="min-w-0 px-4 py-2">
    {request === undefined ? (
      <ValueBox label={tool} value={input} />
    ) : (
      <p className="font-mono text-meta wrap-anywhere">{request}</p>
    )}
  </li>
);

type Acceptance = { hash: string; items: Pick<RehearsedChange, "kind" | "name">[]; count: number };

/** Accepts, undoes or discards a rehearsal. A failure leaves everything as it was. */
function useDecisions(id: string) {
  const client = useQueryClient();
  const router = useRouter();
  const reload = () => client.invalidateQueries({ queryKey: ["rehearsals"] });
  const accept = useMutation({
    mutationFn: ({ hash, items }: Acceptance) => acceptRehearsal(id, hash, items),
    onSuccess: (_, { count }) => void notify(t("acceptedNow", { count })),
    onError: (error) => void notifyProblem(t("notAccepted", { error: troubleText(error) })),
    onSettled: reload,
  });
  const undo = useMutation({
    mutationFn: () => undoRehearsal(id),
    onSuccess: () => void notify(t("undoneNow")),
    onError: (error) => void notifyProblem(t("notUndone", { error: troubleText(error) })),
    onSettled: reload,
  });
  const discard = useMutation({
    mutationFn: () => deleteRehearsal(id),
    onSuccess: () => router.push("/agent/rehearsals"),
    onError: (error) => void notifyProblem(t("notDeleted", { error: troubleText(error) })),
  });
  return {
    accept: accept.mutate,
    undo: undo.mutate,
    discard: discard.mutate,
    isBusy: accept.isPending || undo.isPending || discard.isPending,
  };
}
