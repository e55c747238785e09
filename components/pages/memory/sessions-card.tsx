"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { SETTINGS } from "@/components/client/events";
import { failureText } from "@/components/client/failure";
import { jsonBody, request } from "@/components/client/request";
import { Checkbox } from "@/components/ui/checkbox";
import { Field, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import Link from "@/components/ui/kit/agent-base";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Note } from "@/components/ui/kit/page/note";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { WEEK, WEEKDAYS } from "@/components/ui/kit/week";
import { Label } from "@/components/ui/label";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { Skeleton } from "@/components/ui/skeleton";
import { channelNames } from "@/lib/shared/channels";
import {
  SESSION_KINDS,
  type SessionKind,
  type SessionRule,
  type SessionView,
  sessionAnswer,
} from "@/lib/shared/memory/memory-sessions";

const PATH = "/api/memory/sessions";
const RULE = ["memory", "sessions"] as const;

const RHYTHMS: Record<SessionRule["autoDivide"], string> = {
  none: "Never",
  daily: "Every day",
  weekly: "Every week",
};
const ORIGIN_LABELS: Record<SessionKind, string> = {
  chat: "Conversations that you start",
  job: "Jobs and triggers",
  pulse: "Check-ins",
  channel: channelNames,
};

function useRule() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: RULE,
    queryFn: async ({ signal }) =>
      sessionAnswer.parse(await (await request(PATH, { signal })).json()).sessions,
    meta: { outdatedBy: (change) => change === SETTINGS },
  });
  const change = useMutation({
    // Send changes one at a time, so that the last one wins.
    scope: { id: RULE.join() },
    mutationFn: async (wanted: Partial<SessionRule>) =>
      sessionAnswer.parse(await (await request(PATH, { method: "PUT", ...jsonBody(wanted) })).json())
        .sessions,
    onSuccess: (rule) => client.setQueryData(RULE, rule),
  });
  const rule = data && (change.isPending ? { ...data, ...change.variables } : data);
  const note = change.error
    ? { isGood: false, message: `Not saved. ${failureText(change.error)}` }
    : change.isSuccess
      ? { isGood: true, message: "Saved" }
      : null;
  return { rule, error, reload: () => void refetch(), change: change.mutate, note };
}

export function SessionsCard() {
  const { rule, error, reload, change, note } = useRule();
  return (
    <TitledCard
      title="Sessions"
      about="A conversation can end with a summary, automatically or with “New session” in its menu. You can still read it, and your next message starts a new one that continues from the summary."
      action={<Note note={note} />}
    >
      {rule ? (
        <Rule rule={rule} onChange={change} />
      ) : error ? (
        <LoadFailure onRetry={reload}>Could not load. {failureText(error)}</LoadFailure>
      ) : (
        <Skeleton className="h-36" />
      )}
    </TitledCard>
  );
}

type RuleProps = { rule: SessionView; onChange: (change: Partial<SessionRule>) => void };

function Rule({ rule, onChange }: RuleProps) {
  const id = useId();
  const { autoDivide, time, weekday, conversations, timeZone } = rule;
  return (
    <div className="flex flex-col gap-5">
      <div className="grid max-w-120 gap-4 min-[440px]:grid-cols-3">
        <Field>
          <FieldLabel htmlFor={`${id}-when`}>Ends automatically</FieldLabel>
          <NativeSelect
            id={`${id}-when`}
            value={autoDivide}
            onChange={({ target }) => onChange({ autoDivide: target.value as SessionRule["autoDivide"] })}
          >
            {Object.entries(RHYTHMS).map(([value, label]) => (
              <NativeSelectOption key={value} value={value}>
                {label}
              </NativeSelectOption>
            ))}
          </NativeSelect>
        </Field>
        {autoDivide === "weekly" && (
          <Field>
            <FieldLabel htmlFor={`${id}-day`}>Day</FieldLabel>
            <NativeSelect
              id={`${id}-day`}
              value={weekday}
              onChange={({ target }) => onChange({ weekday: Number(target.value) })}
            >
              {WEEK.map((day) => (
                <NativeSelectOption key={day} value={day}>
                  {WEEKDAYS[day]}
                </NativeSelectOption>
              ))}
            </NativeSelect>
          </Field>
        )}
        {autoDivide !== "none" && (
          <Field>
            <FieldLabel htmlFor={`${id}-time`}>Time</FieldLabel>
            <Input
              id={`${id}-time`}
              type="time"
              value={time}
              aria-describedby={`${id}-zone`}
              onChange={({ target }) => target.value && onChange({ time: target.value })}
            />
          </Field>
        )}
      </div>
      {autoDivide !== "none" && (
        <>
          <fieldset className="flex flex-col gap-2 max-md:gap-1">
            <legend className="mb-1.5 font-medium">Conversations that end automatically</legend>
            {SESSION_KINDS.map((one) => (
              <div key={one} className="flex items-center gap-2.5 max-md:min-h-11">
                <Checkbox
                  id={`${id}-${one}`}
                  checked={conversations.includes(one)}
                  onCheckedChange={(isOn) =>
                    onChange({
                      conversations: SESSION_KINDS.filter((other) =>
                        other === one ? isOn === true : conversations.includes(other),
                      ),
                    })
                  }
                />
                <Label htmlFor={`${id}-${one}`} className="font-normal">
                  {ORIGIN_LABELS[one]}
                </Label>
              </div>
            ))}
          </fieldset>
          <p id={`${id}-zone`} className="text-meta text-ink-2">
            Times are in {timeZone.replaceAll("_", " ")} (
            <Link href="/settings" className="underline underline-offset-4">
              settings
            </Link>
            ). A conversation that is running or waiting for you ends afterwards.
          </p>
        </>
      )}
    </div>
  );
}
