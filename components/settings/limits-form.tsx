"use client";

import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { SettingsView } from "@/lib/shared/settings";
import { fieldErrors, saveSettings, wordsOf } from "./api";
import { LIMITS, type LimitName, limitFields, readLimits } from "./limits";
import { Note, type NoteState } from "./note";
import { Card } from "./settings-page";
import { useLeaveGuard } from "./use-leave-guard";

type Limits = SettingsView["limits"];
type LimitsFormProps = { limits: Limits; defaults: Limits };

/** What a run may use up before it ends and says so. */
export function LimitsForm({ limits, defaults }: LimitsFormProps) {
  const form = useForm({ defaultValues: limitFields(limits) });
  const { errors, isDirty } = form.formState;
  const [note, setNote] = useState<NoteState | null>(null);
  const isBusy = useRef(false);
  useLeaveGuard(isDirty);

  const send = async (wanted: Limits, words: string) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      const saved = await saveSettings({ limits: wanted });
      form.reset(limitFields(saved.limits));
      setNote({ isGood: true, words });
    } catch (error) {
      const named = fieldErrors(error);
      for (const { name } of LIMITS) if (named.has(name)) form.setError(name, { message: named.get(name) });
      setNote({ isGood: false, words: `Not saved. ${wordsOf(error)}` });
    } finally {
      isBusy.current = false;
    }
  };
  const save = form.handleSubmit((given) => {
    const read = readLimits(given);
    if ("limits" in read) return send(read.limits, "Saved. They hold from the next run on.");
    const [first] = read.wrong.keys();
    for (const [name, message] of read.wrong)
      form.setError(name, { message }, { shouldFocus: name === first });
  });
  const isDefault = LIMITS.every(({ name }) => limitFields(defaults)[name] === form.watch(name));

  return (
    <Card
      title="Limits of a run"
      about="What the agent may use after one message of yours before it stops and says so. You can always let it go on."
    >
      <form noValidate onSubmit={save} className="flex max-w-form flex-col gap-4">
        <div className="grid gap-4 min-[440px]:grid-cols-2">
          {LIMITS.map(({ name, label, unit, hint }) => (
            <LimitField
              key={name}
              name={name}
              label={label}
              unit={unit}
              hint={hint}
              error={errors[name]?.message}
              input={form.register(name)}
            />
          ))}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit">Save</Button>
          <Button
            variant="outline"
            aria-disabled={isDefault}
            onClick={() => !isDefault && send(defaults, "The defaults hold again.")}
          >
            Reset to defaults
          </Button>
          <Note note={note?.isGood && isDirty ? null : note} />
        </div>
      </form>
    </Card>
  );
}

type LimitFieldProps = {
  name: LimitName;
  label: string;
  unit: string;
  hint?: string;
  error?: string;
  input: React.ComponentProps<"input">;
};

function LimitField({ name, label, unit, hint, error, input }: LimitFieldProps) {
  return (
    <Field>
      <FieldLabel htmlFor={name}>{label}</FieldLabel>
      <div className="relative">
        <Input
          {...input}
          id={name}
          inputMode="decimal"
          autoComplete="off"
          style={{ paddingRight: `calc(${unit.length}ch + 16px)` }}
          aria-invalid={error !== undefined}
          aria-describedby={`${name}-unit ${name}-hint`}
          className="tabular-nums"
        />
        <span
          id={`${name}-unit`}
          className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-field text-ink-3"
        >
          {unit}
        </span>
      </div>
      <FieldError id={`${name}-hint`}>{error}</FieldError>
      {!error && hint && <FieldDescription id={`${name}-hint`}>{hint}</FieldDescription>}
    </Field>
  );
}
