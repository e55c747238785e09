"use client";

import { useId, useState } from "react";
import { TextField } from "@/components/draw/editor/text-field";
import { Button } from "@/components/ui/button";
import { Field, FieldLabel } from "@/components/ui/field";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { MAX_RATE_CALLS, MIN_TIMEOUT_SECONDS, SPAN_NAMES, type Span } from "@/lib/shared/tools/limits";
import type { ToolView } from "@/lib/shared/tools/view";
import type { ToolChange } from "./api";

type CallLimitsProps = { tool: ToolView; onChange: (change: ToolChange) => void };

type LimitDraft = { seconds: string; calls: string; per: Span };

export function CallLimits({ tool, onChange }: CallLimitsProps) {
  const [draft, setDraft] = useState<LimitDraft>();
  const { name, timeoutSeconds = null, rateLimit = null } = tool;
  if (draft) return <LimitsForm tool={tool} draft={draft} onDraft={setDraft} onChange={onChange} />;
  const begin = () =>
    setDraft({
      seconds: timeoutSeconds === null ? "" : String(timeoutSeconds),
      calls: rateLimit === null ? "" : String(rateLimit.calls),
      per: rateLimit?.per ?? "hour",
    });
  const isSet = timeoutSeconds !== null || rateLimit !== null;
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <p className="text-ink-2">
        <span className="text-ink-3">Limits: </span>
        {describeLimits(tool)}
      </p>
      <Button variant="link" className="font-normal" onClick={begin}>
        {isSet ? "Change" : "Set limits"}
        <span className="sr-only"> of calls of {name}</span>
      </Button>
      {isSet && (
        <Button
          variant="link"
          className="font-normal"
          onClick={() => onChange({ ...(!tool.pauses && { timeoutSeconds: null }), rateLimit: null })}
        >
          Remove<span className="sr-only"> the limits of calls of {name}</span>
        </Button>
      )}
    </div>
  );
}

type LimitsFormProps = CallLimitsProps & {
  draft: LimitDraft;
  onDraft: (draft: LimitDraft | undefined) => void;
};

function LimitsForm({ tool, draft, onDraft, onChange }: LimitsFormProps) {
  const id = useId();
  const [isChecked, setIsChecked] = useState(false);
  const { name, pauses, maxTimeoutSeconds: maxSeconds = 0 } = tool;
  const seconds = wholeIn(draft.seconds, MIN_TIMEOUT_SECONDS, maxSeconds);
  const calls = wholeIn(draft.calls, 1, MAX_RATE_CALLS);
  const save = () => {
    setIsChecked(true);
    if (seconds === undefined || calls === undefined) return;
    onDraft(undefined);
    onChange({
      ...(!pauses && { timeoutSeconds: seconds }),
      rateLimit: calls === null ? null : { calls, per: draft.per },
    });
  };
  return (
    <form
      noValidate
      aria-label={`Limits of calls of ${name}`}
      className="flex max-w-prose flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={({ key }) => key === "Escape" && onDraft(undefined)}
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        {!pauses && (
          <div className="w-48 max-md:w-full">
            <TextField
              label="Time for a call"
              value={draft.seconds}
              onText={(seconds) => onDraft({ ...draft, seconds })}
              unit="s"
              placeholder={String(maxSeconds)}
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              className="tabular-nums"
              hint={`At most ${figure(maxSeconds)} s, which is also the default.`}
              error={
                isChecked && seconds === undefined
                  ? `A whole number from ${MIN_TIMEOUT_SECONDS} to ${figure(maxSeconds)}, or leave it empty.`
                  : undefined
              }
            />
          </div>
        )}
        <div className="w-48 max-md:w-full">
          <TextField
            label="Calls"
            value={draft.calls}
            onText={(calls) => onDraft({ ...draft, calls })}
            placeholder="Unlimited"
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            className="tabular-nums"
            hint="Further calls are refused, with the time of the next possible one."
            error={
              isChecked && calls === undefined
                ? `A whole number from 1 to ${figure(MAX_RATE_CALLS)}, or leave it empty.`
                : undefined
            }
          />
        </div>
        <Field className="w-36 max-md:w-full">
          <FieldLabel htmlFor={id}>In</FieldLabel>
          <NativeSelect
            id={id}
            value={draft.per}
            onChange={({ target }) => {
              const per = SPAN_NAMES.find((span) => span === target.value);
              if (per) onDraft({ ...draft, per });
            }}
          >
            {SPAN_NAMES.map((span) => (
              <NativeSelectOption key={span} value={span}>
                any {span}
              </NativeSelectOption>
            ))}
          </NativeSelect>
        </Field>
      </div>
      <div className="flex gap-2">
        <Button type="submit">Save</Button>
        <Button type="button" variant="ghost" onClick={() => onDraft(undefined)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function describeLimits({ pauses, timeoutSeconds, maxTimeoutSeconds, rateLimit }: ToolView): string {
  const often = rateLimit
    ? `at most ${figure(rateLimit.calls)} ${rateLimit.calls === 1 ? "call" : "calls"} in any ${rateLimit.per}`
    : "unlimited calls";
  if (pauses) return `${often}.`;
  const time = timeoutSeconds ?? maxTimeoutSeconds;
  return time === undefined ? `${often}.` : `${figure(time)} s for a call, ${often}.`;
}

/** Parses a whole number. Returns null for empty text and undefined if it is invalid or out of range. */
function wholeIn(text: string, least: number, max: number): number | null | undefined {
  const plain = text.replace(/[\s,']/g, "");
  if (plain === "") return null;
  const value = /^\d+$/.test(plain) ? Number(plain) : Number.NaN;
  return value >= least && value <= max ? value : undefined;
}

const figure = (value: number) => value.toLocaleString("en");
