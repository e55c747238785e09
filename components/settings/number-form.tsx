"use client";

import { type ReactNode, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { failureText, fieldErrors } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useLeaveGuard } from "@/components/ui/kit/hooks/use-leave-guard";
import { Note, type NoteState } from "@/components/ui/kit/page/note";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settings";
import { asFields, type NumberField, readFields } from "./number-fields";

type Values<N extends string> = Record<N, number | null>;

type NumberFormProps<N extends string> = {
  fields: readonly NumberField<N>[];
  values: Values<N>;
  defaults: Values<N>;
  /** Saves the values and resolves to the values that are stored now. */
  save: (values: Values<N>) => Promise<Values<N>>;
  saved: string;
  below?: (name: N) => ReactNode;
  placeholder?: (name: N) => string;
};

export function NumberForm<N extends string>({ fields, values, defaults, ...props }: NumberFormProps<N>) {
  const form = useForm<Record<string, string>>({ defaultValues: asFields(fields, values) });
  const { errors, isDirty } = form.formState;
  const [note, setNote] = useState<NoteState | null>(null);
  const isBusy = useRef(false);
  useLeaveGuard(isDirty);

  const send = async (wanted: Values<N>, message: string) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      form.reset(asFields(fields, await props.save(wanted)));
      setNote({ isGood: true, message });
    } catch (error) {
      const named = fieldErrors(error);
      for (const { name } of fields) if (named.has(name)) form.setError(name, { message: named.get(name) });
      setNote({ isGood: false, message: t("notSaved", { error: failureText(error) }) });
    } finally {
      isBusy.current = false;
    }
  };
  const submit = form.handleSubmit((inputs) => {
    const read = readFields(fields, inputs);
    if ("values" in read) return send(read.values, props.saved);
    const [first] = read.wrong.keys();
    for (const [name, message] of read.wrong)
      form.setError(name, { message }, { shouldFocus: name === first });
  });
  const reset = asFields(fields, defaults);
  const isDefault = fields.every(({ name }) => reset[name] === form.watch(name));

  return (
    <form noValidate onSubmit={submit} className="flex max-w-form flex-col gap-4">
      <div className="grid gap-4 min-[440px]:grid-cols-2">
        {fields.map((field) => (
          <OneNumber
            key={field.name}
            field={field}
            error={errors[field.name]?.message}
            below={props.below?.(field.name)}
            placeholder={props.placeholder?.(field.name)}
            input={form.register(field.name)}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit">{common("save")}</Button>
        <Button
          variant="outline"
          aria-disabled={isDefault}
          onClick={() => !isDefault && send(defaults, t("defaultsRestored"))}
        >
          {t("resetToDefaults")}
        </Button>
        <Note note={note?.isGood && isDirty ? null : note} />
      </div>
    </form>
  );
}

type OneNumberProps = {
  field: NumberField<string>;
  error?: string;
  below?: ReactNode;
  placeholder?: string;
  input: React.ComponentProps<"input">;
};

function OneNumber({ field, error, below, placeholder, input }: OneNumberProps) {
  const { id = field.name, label, unit, hint } = field;
  return (
    <Field>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <div className="relative">
        <Input
          {...input}
          id={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          style={{ paddingRight: `calc(${unit.length}ch + 16px)` }}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-unit ${id}-hint`}
          className="tabular-nums"
        />
        <span
          id={`${id}-unit`}
          className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-field text-ink-3"
        >
          {unit}
        </span>
      </div>
      <FieldError id={`${id}-hint`}>{error}</FieldError>
      {!error && hint && <FieldDescription id={`${id}-hint`}>{hint}</FieldDescription>}
      {below}
    </Field>
  );
}
