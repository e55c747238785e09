"use client";

import { useId, useState } from "react";
import { TextField } from "@/components/draw/editor/text-field";
import { Button } from "@/components/ui/button";
import { Field, FieldLabel } from "@/components/ui/field";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/tools";
import { MAX_RATE_CALLS, MIN_TIMEOUT_SECONDS, SPAN_NAMES, type Span } from "@/lib/shared/tools/limits";
import type { ToolView } from "@/lib/shared/tools/view";
import type { ToolChange } from "./api";
import { hidden } from "./hidden";
import { figure, ungrouped } from "./whole-number";

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
        <span className="text-ink-3">{common("limits")}: </span>
        {describeLimits(tool)}
      </p>
      <Button variant="link" className="font-normal" onClick={begin}>
        {t.rich(isSet ? "changeLimits" : "setLimits", { hidden, name })}
      </Button>
      {isSet && (
        <Button
          variant="link"
          className="font-normal"
          onClick={() => onChange({ ...(!tool.pauses && { timeoutSeconds: null }), rateLimit: null })}
        >
          {t.rich("removeLimits", { hidden, name })}
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
      aria-label={t("limitsFor", { name })}
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
              label={t("callTime")}
              value={draft.seconds}
              onText={(seconds) => onDraft({ ...draft, seconds })}
              unit="s"
              placeholder={String(maxSeconds)}
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              className="tabular-nums"
              hint={t("callTimeHint", { max: figure(maxSeconds) })}
              error={
                isChecked && seconds === undefined
                  ? t("wholeNumber", { least: figure(MIN_TIMEOUT_SECONDS), most: figure(maxSeconds) })
                  : undefined
              }
            />
          </div>
        )}
        <div className="w-48 max-md:w-full">
          <TextField
            label={common("calls")}
            value={draft.calls}
            onText={(calls) => onDraft({ ...draft, calls })}
            placeholder={t("unlimited")}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            className="tabular-nums"
            error={
              isChecked && calls === undefined
                ? t("wholeNumber", { least: "1", most: figure(MAX_RATE_CALLS) })
                : undefined
            }
          />
        </div>
        <Field className="w-36 max-md:w-full">
          <FieldLabel htmlFor={id}>{t("per")}</FieldLabel>
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
                {t("span", { span })}
              </NativeSelectOption>
            ))}
          </NativeSelect>
        </Field>
      </div>
      <div className="flex gap-2">
        <Button type="submit">{common("save")}</Button>
        <Button type="button" variant="ghost" onClick={() => onDraft(undefined)}>
          {common("cancel")}
        </Button>
      </div>
    </form>
  );
}

function describeLimits({ pauses, timeoutSeconds, maxTimeoutSeconds, rateLimit }: ToolView): string {
  const often = rateLimit
    ? t("rateLimit", { calls: rateLimit.calls, span: t("span", { span: rateLimit.per }) })
    : t("noRateLimit");
  const seconds = pauses ? undefined : (timeoutSeconds ?? maxTimeoutSeconds);
  return seconds === undefined ? often : `${t("timeLimit", { seconds })}, ${often}`;
}

/** Parses a whole number. Returns null for empty text and undefined if it is invalid or out of range. */
function wholeIn(text: string, least: number, max: number): number | null | undefined {
  const plain = ungrouped(text);
  if (plain === "") return null;
  const value = /^\d+$/.test(plain) ? Number(plain) : Number.NaN;
  return value >= least && value <= max ? value : undefined;
}
