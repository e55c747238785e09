"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Play } from "lucide-react";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import { formatCount } from "@/components/ui/kit/format";
import { notifyProblem } from "@/components/ui/kit/notify";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { later } from "@/components/ui/later";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import type { PulseView } from "@/lib/shared/jobs/contract";
import { changePulse, isAboutJobs, type PulseChange, readPulse } from "./api";
import { describePulse, formatJobTime } from "./labels";
import { RunList } from "./run-list";
import type { ItemActions } from "./use-items";

const PulseEditor = later(() => import("./pulse-editor").then((module) => module.PulseEditor));
const PulseConsent = later(() => import("./pulse-consent").then((module) => module.PulseConsent));

const PULSE = { kind: "pulse", id: "pulse", name: "Pulse" } as const;
/** Number of runs shown initially, because the pulse runs up to 48 times a day. */
const RUNS = 5;

type PulseCardProps = { now: string; timeZone: string; actions: ItemActions };

export function PulseCard({ now, timeZone, actions }: PulseCardProps) {
  const { pulse, error, reload, toggle, change } = usePulse();
  const [isEditing, setIsEditing] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <section aria-labelledby="pulse" className="min-w-0 rounded-sheet bg-sheet shadow-sheet">
      <header className="flex items-start gap-x-3 px-5 pt-4 max-md:px-4">
        <div className="min-w-0 flex-1">
          <h2 id="pulse" className="text-prose font-medium">
            Pulse
          </h2>
          <p className="text-ui text-ink-2">
            From time to time the agent starts on its own and follows its notes.
          </p>
        </div>
        {pulse && (
          <Switch
            checked={pulse.enabled}
            aria-label="The pulse is on"
            className="mt-1"
            onCheckedChange={(checked) => (checked ? setIsAsking(true) : toggle(false))}
          />
        )}
      </header>
      <div className="flex flex-col gap-3 p-5 pt-3 max-md:p-4">
        {pulse ? (
          <>
            <PulseFacts pulse={pulse} now={now} timeZone={timeZone} />
            <PulseNotes notes={pulse.notes} />
            <div className="flex flex-wrap gap-2">
              <Button
                variant="outline"
                aria-disabled={actions.runs === PULSE.id}
                onClick={() => actions.runs !== PULSE.id && actions.run(PULSE)}
              >
                <Play aria-hidden />
                Run now
              </Button>
              <Button variant="outline" onClick={() => setIsEditing(true)}>
                <Pencil aria-hidden />
                Edit
              </Button>
              {pulse.chatId && (
                <Button asChild variant="ghost">
                  <Link href={`/chat/${pulse.chatId}`}>Its conversation</Link>
                </Button>
              )}
            </div>
            {pulse.lastPulseAt && (
              <div className="flex flex-col gap-2">
                <h3 className="font-medium">Its runs</h3>
                <RunList item={PULSE} now={now} timeZone={timeZone} limit={RUNS} />
              </div>
            )}
          </>
        ) : error ? (
          <LoadFailure onRetry={reload}>Could not load the pulse. {failureText(error)}</LoadFailure>
        ) : (
          <Skeleton className="h-16" />
        )}
      </div>
      {pulse && isEditing && (
        <PulseEditor pulse={pulse} onSave={change} onClose={() => setIsEditing(false)} />
      )}
      {pulse && isAsking && (
        <PulseConsent
          pulse={pulse}
          onYes={() => {
            setIsAsking(false);
            toggle(true);
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}

function PulseFacts({ pulse, now, timeZone }: { pulse: PulseView; now: string; timeZone: string }) {
  const { enabled, remaining, nextPulseAt, lastPulseAt } = pulse;
  const facts = [
    enabled && nextPulseAt && `Next ${formatJobTime(nextPulseAt, now, timeZone)}`,
    enabled && `${formatCount(remaining, "run")} left today`,
    lastPulseAt && `last ${formatJobTime(lastPulseAt, now, timeZone)}`,
  ].filter(Boolean);
  return (
    <div>
      <p>{describePulse(pulse)}</p>
      <p className="text-meta text-ink-3 tabular-nums">{enabled ? facts.join(" · ") : "Off"}</p>
    </div>
  );
}

const PulseNotes = ({ notes }: { notes: string }) => (
  <div className="flex flex-col gap-1">
    <h3 className="font-medium">Its notes to itself</h3>
    {notes.trim() === "" ? (
      <p className="text-ink-3">None yet. The agent writes here what to check next time.</p>
    ) : (
      <p className="max-h-40 overflow-y-auto rounded-in bg-fill px-3 py-2 whitespace-pre-wrap wrap-anywhere">
        {notes}
      </p>
    )}
  </div>
);

const PULSE_KEY = ["schedule", "pulse"] as const;

function usePulse() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: PULSE_KEY,
    queryFn: ({ signal }) => readPulse(signal),
    meta: { outdatedBy: isAboutJobs },
  });
  const { mutate, mutateAsync, variables, isPending } = useMutation({
    scope: { id: PULSE_KEY.join() },
    mutationFn: (change: PulseChange) => changePulse(change),
    onSuccess: (now) => {
      client.setQueryData<PulseView>(PULSE_KEY, now);
      void client.invalidateQueries({ queryKey: ["schedule", "span"] });
    },
  });
  const pulse = query.data && isPending ? { ...query.data, ...variables } : query.data;
  return {
    pulse,
    error: query.error,
    reload: () => void query.refetch(),
    toggle: (enabled: boolean) =>
      mutate(
        { enabled },
        {
          onError: (error) =>
            void notifyProblem(`Could not switch the pulse ${enabled ? "on" : "off"}. ${failureText(error)}`),
        },
      ),
    change: mutateAsync,
  };
}
