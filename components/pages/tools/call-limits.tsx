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

type Texts = { seconds: string; calls: string; per: Span };

export function CallLimits({ tool, onChange }: CallLimitsProps) {
  const [texts, setTexts] = useState<Texts>();
  const { name, timeoutSeconds = null, rateLimit = null } = tool;
  if (texts) return <LimitsForm tool={tool} texts={texts} onTexts={setTexts} onChange={onChange} />;
  const begin = () =>
    setTexts({
      seconds: timeoutSeconds === null ? "" : String(timeoutSeconds),
      calls: rateLimit === null ? "" : String(rateLimit.calls),
      per: rateLimit?.per ?? "hour",
    });
  const isSet = timeoutSeconds !== null || rateLimit !== null;
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <p className="text-ink-2">
        <span className="text-ink-3">Limits: </span>
        {wordsOf(tool)}
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

type LimitsFormProps = CallLimitsProps & { texts: Texts; onTexts: (texts: Texts | undefined) => void };

function LimitsForm({ tool, texts, onTexts, onChange }: LimitsFormProps) {
  const id = useId();
  const [isChecked, setIsChecked] = useState(false);
  const { name, pauses, maxTimeoutSeconds: most = 0 } = tool;
  const seconds = wholeIn(texts.seconds, MIN_TIMEOUT_SECONDS, most);
  const calls = wholeIn(texts.calls, 1, MAX_RATE_CALLS);
  const save = () => {
    setIsChecked(true);
    if (seconds === undefined || calls === undefined) return;
    onTexts(undefined);
    onChange({
      ...(!pauses && { timeoutSeconds: seconds }),
      rateLimit: calls === null ? null : { calls, per: texts.per },
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
      onKeyDown={({ key }) => key === "Escape" && onTexts(undefined)}
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        {!pauses && (
          <div className="w-48 max-md:w-full">
            <TextField
              label="Time for a call"
              value={texts.seconds}
              onText={(seconds) => onTexts({ ...texts, seconds })}
              unit="s"
              placeholder={String(most)}
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              className="tabular-nums"
              hint={`At most ${figure(most)} s, which is also the default.`}
              error={
                isChecked && seconds === undefined
                  ? `A whole number from ${MIN_TIMEOUT_SECONDS} to ${figure(most)}, or nothing.`
                  : undefined
              }
            />
          </div>
        )}
        <div className="w-48 max-md:w-full">
          <TextField
            label="Calls"
            value={texts.calls}
            onText={(calls) => onTexts({ ...texts, calls })}
            placeholder="Unlimited"
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            className="tabular-nums"
            hint="Further calls are refused, with the time of the next possible one."
            error={
              isChecked && calls === undefined
                ? `A whole number from 1 to ${figure(MAX_RATE_CALLS)}, or nothing.`
                : undefined
            }
          />
        </div>
        <Field className="w-36 max-md:w-full">
          <FieldLabel htmlFor={id}>In</FieldLabel>
          <NativeSelect
            id={id}
            value={texts.per}
            onChange={({ target }) => {
              const per = SPAN_NAMES.find((span) => span === target.value);
              if (per) onTexts({ ...texts, per });
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
        <Button type="button" variant="ghost" onClick={() => onTexts(undefined)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function wordsOf({ pauses, timeoutSeconds, maxTimeoutSeconds, rateLimit }: ToolView): string {
  const often = rateLimit
    ? `at most ${figure(rateLimit.calls)} ${rateLimit.calls === 1 ? "call" : "calls"} in any ${rateLimit.per}`
    : "unlimited calls";
  if (pauses) return `${often}.`;
  const time = timeoutSeconds ?? maxTimeoutSeconds;
  return time === undefined ? `${often}.` : `${figure(time)} s for a call, ${often}.`;
}

/** Parses a whole number. Returns null for empty text and undefined if it is invalid or out of range. */
function wholeIn(text: string, least: number, most: number): number | null | undefined {
  const plain = text.replace(/[\s,']/g, "");
  if (plain === "") return null;
  const value = /^\d+$/.test(plain) ? Number(plain) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}

const figure = (value: number) => value.toLocaleString("en");
