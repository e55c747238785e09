"use client";

import { useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { Combine, type LucideIcon, Scale, TextQuote } from "lucide-react";
import { type ReactNode, useId } from "react";
import { SETTINGS } from "@/components/client/events";
import { failureText } from "@/components/client/failure";
import { jsonBody, request } from "@/components/client/request";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import Link from "@/components/ui/kit/agent-base";
import { useTimeZone } from "@/components/ui/kit/clock";
import { notifyProblem } from "@/components/ui/kit/notify";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Note } from "@/components/ui/kit/page/note";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Label } from "@/components/ui/label";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { clock, dayLabel, fullTime } from "@/lib/shared/chat/time";
import {
  type ANSWERS,
  type Consolidation,
  type ConsolidationAnswer,
  type ConsolidationSetting,
  consolidationAnswer,
} from "@/lib/shared/memory/consolidation";
import { isAboutFacts } from "./facts-api";
import { hrefOf } from "./memory-url";

const PATH = "/api/memory/consolidation";
const TIDYING = ["memory", "consolidation"] as const;
const SETTLE = ["memory", "settle consolidation"] as const;

const ask = async (path: string, init: RequestInit = {}): Promise<ConsolidationAnswer> =>
  consolidationAnswer.parse(await (await request(path, init)).json());

function useTidying() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: TIDYING,
    queryFn: ({ signal }) => ask(PATH, { signal }),
    meta: { outdatedBy: (change) => change === SETTINGS || isAboutFacts(change) },
  });
  const scope = { id: TIDYING.join() };
  const onSuccess = (answer: ConsolidationAnswer) => client.setQueryData(TIDYING, answer);
  const change = useMutation({
    ...{ scope, onSuccess },
    mutationFn: (wanted: Partial<ConsolidationSetting>) => ask(PATH, { method: "PUT", ...jsonBody(wanted) }),
  });
  const now = useMutation({
    ...{ scope, onSuccess },
    mutationFn: () => ask(PATH, { method: "POST" }),
    onError: (error) => void notifyProblem(`Nothing was tidied. ${failureText(error)}`),
  });
  const settle = useMutation({
    ...{ mutationKey: SETTLE, scope, onSuccess },
    mutationFn: ({ id, settled }: Settling) =>
      ask(`${PATH}/${id}`, { method: "PATCH", ...jsonBody({ settled }) }),
    onError: (error, { settled }) =>
      void notifyProblem(
        `${settled === "undone" ? "Not undone." : "Your answer was not saved."} ${failureText(error)}`,
      ),
  });
  const settling = useMutationState({
    filters: { mutationKey: SETTLE, status: "pending" },
    select: ({ state }) => (state.variables as Settling).id,
  });
  const setting = data && {
    ...data.consolidation,
    ...(change.isPending && change.variables),
  };
  return {
    ...{ setting, error, change, now, settle: settle.mutate },
    changes: data?.changes.filter(({ id }) => !settling.includes(id)) ?? [],
    reload: () => void refetch(),
  };
}
type Settling = { id: string; settled: (typeof ANSWERS)[number] };

export function TidyingCard({ now: today }: { now: string }) {
  const id = useId();
  const { setting, changes, error, reload, change, now, settle } = useTidying();
  const note = change.error ? { isGood: false, message: `Not saved. ${failureText(change.error)}` } : null;
  return (
    <TitledCard
      title="Tidying"
      about="Merges facts that say the same, shows you facts that may contradict each other, and summarises facts that would soon expire. Pinned facts and all blocks stay as they are."
      action={<Note note={note} />}
    >
      {setting ? (
        <div className="flex flex-col gap-5">
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <div className="flex h-control items-center gap-2.5">
              <Switch
                id={`${id}-on`}
                checked={setting.enabled}
                onCheckedChange={(enabled) => change.mutate({ enabled })}
              />
              <Label htmlFor={`${id}-on`}>Every night</Label>
            </div>
            {setting.enabled && (
              <div className="flex items-center gap-2.5">
                <Label htmlFor={`${id}-time`}>Time</Label>
                <Input
                  id={`${id}-time`}
                  type="time"
                  value={setting.time}
                  onChange={({ target }) => target.value && change.mutate({ time: target.value })}
                  className="w-28"
                />
              </div>
            )}
            <Button
              variant="outline"
              aria-disabled={now.isPending}
              onClick={() => !now.isPending && now.mutate()}
              className="ml-auto max-md:ml-0"
            >
              {now.isPending ? "Tidying" : "Tidy now"}
            </Button>
          </div>
          <Changes changes={changes} ranAt={setting.ranAt} now={today} onSettle={settle} />
        </div>
      ) : error ? (
        <LoadFailure onRetry={reload}>Could not load. {failureText(error)}</LoadFailure>
      ) : (
        <Skeleton className="h-20" />
      )}
    </TitledCard>
  );
}

type ChangesProps = {
  changes: readonly Consolidation[];
  ranAt: string | null;
  now: string;
  onSettle: (settling: Settling) => void;
};

function Changes({ changes, ranAt, now, onSettle }: ChangesProps) {
  const zone = useTimeZone();
  const id = useId();
  if (ranAt === null && changes.length === 0)
    return <p className="text-meta text-ink-3">Nothing was tidied yet.</p>;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <div>
        <h3 id={id} className="font-medium">
          {ranAt === null ? "To review" : headingOf(ranAt, now, zone)}
        </h3>
        {ranAt !== null && (
          <p className="text-meta text-ink-3">
            <time dateTime={ranAt}>{fullTime(ranAt, zone)}</time>
            {changes.length === 0 && ". Nothing is left to review."}
          </p>
        )}
      </div>
      {changes.length > 0 && (
        <ul
          aria-label="What was tidied"
          className="-mx-5 divide-y divide-line border-line border-t max-md:-mx-4"
        >
          {changes.map((change) => (
            <ChangeRow key={change.id} change={change} onSettle={onSettle} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Hour before which a run counts as "last night". */
const MORNING = "09";

function headingOf(at: string, now: string, zone: string): string {
  const day = dayLabel(at, now, zone);
  if (day === "Today") return clock(at, zone) < MORNING ? "Tidied last night" : "Tidied today";
  return day === "Yesterday" ? "Tidied yesterday" : "Tidied last";
}

type Looks = { icon: LucideIcon; title: string; keep: string };
const LOOKS: Record<Consolidation["kind"], Looks> = {
  merged: { icon: Combine, title: "Two facts that say the same became one", keep: "Keep it" },
  contradiction: { icon: Scale, title: "These may contradict each other", keep: "Both are right" },
  summarised: { icon: TextQuote, title: "Facts that would have expired were summarised", keep: "Keep it" },
};

type RowProps = { change: Consolidation; onSettle: (settling: Settling) => void };

function ChangeRow({ change: { id, kind, facts }, onSettle }: RowProps) {
  const { icon: Icon, title, keep } = LOOKS[kind];
  return (
    <li className="flex gap-3 px-5 py-3 max-md:px-4">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="font-medium">{title}</p>
        <ul className="flex flex-col gap-1">
          {facts.map((fact) => (
            <FactText key={fact.id} fact={fact} />
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            size="sm"
            onClick={() => onSettle({ id, settled: kind === "contradiction" ? "newer" : "undone" })}
          >
            {kind === "contradiction" ? "Keep the newer one" : "Undo"}
          </Button>
          <Button
            variant={kind === "contradiction" ? "outline" : "ghost"}
            size="sm"
            onClick={() => onSettle({ id, settled: "kept" })}
          >
            {keep}
          </Button>
        </div>
      </div>
    </li>
  );
}

function FactText({ fact: { id, before, now } }: { fact: Consolidation["facts"][number] }): ReactNode {
  return (
    <li className="wrap-anywhere">
      {now === null ? (
        <s className="text-ink-3">{before}</s>
      ) : (
        <Link
          href={hrefOf({ tab: "facts", open: id })}
          className="line-clamp-3 text-ink underline decoration-line-control underline-offset-4 hover:decoration-ink"
        >
          {now}
        </Link>
      )}
    </li>
  );
}
