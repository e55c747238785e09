"use client";

import { Plus, X } from "lucide-react";
import { useId, useMemo, useRef } from "react";
import { flushSync } from "react-dom";
import { get, useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { FieldError } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import type { FormField } from "@/lib/shared/blocks/form-field";
import { addLabel, boundsOfEntries, type RepeatedGroup, splitFields } from "@/lib/shared/blocks/form-repeat";
import { shownFields } from "@/lib/shared/blocks/form-shown";
import type { Block } from "@/lib/shared/blocks/index";
import { t } from "@/lib/shared/i18n/en/blocks";
import { FormControl, wrongIn } from "./form-control";
import { type Draft, emptyEntry, place } from "./use-form-draft";

type FormRepeatProps = { form: Pick<Block<"form">, "fields" | "groups">; group: RepeatedGroup; path: string };

export function FormRepeat({ form, group, path }: FormRepeatProps) {
  const { control, formState } = useFormContext<Record<string, Draft[]>>();
  const { fields: entries, append, remove } = useFieldArray({ control, name: path });
  const { min, max } = boundsOfEntries(group);
  const problem = wrongIn(formState.errors, path);
  const errorId = useId();
  const add = useRef<HTMLButtonElement>(null);
  const removeAt = (at: number) => {
    // Synchronous, so that the add button is enabled before it receives the focus that the removed button had.
    flushSync(() => remove(at));
    add.current?.focus();
  };
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {entries.map(({ id }, at) => (
        <EntryFields
          key={id}
          {...{ form, group, at }}
          path={`${path}.${at}`}
          onRemove={entries.length > min ? () => removeAt(at) : undefined}
        />
      ))}
      <FieldError id={errorId}>{problem}</FieldError>
      <Button
        ref={add}
        variant="outline"
        className="w-fit max-md:w-full"
        disabled={entries.length >= max}
        aria-describedby={problem ? errorId : undefined}
        onClick={() => append(emptyEntry(form, group.name))}
      >
        <Plus aria-hidden />
        {addLabel(group)}
      </Button>
    </div>
  );
}

type EntryFieldsProps = FormRepeatProps & { at: number; onRemove?: () => void };

function EntryFields({ form, group, at, path, onRemove }: EntryFieldsProps) {
  const id = useId();
  const { control } = useFormContext<Draft>();
  const { fields } = form;
  const { once, own } = useMemo(() => {
    const { once, repeated } = splitFields(form);
    return { once, own: repeated.find((one) => one.group === group)?.own ?? [] };
  }, [form, group]);
  const values = useWatch({ control, disabled: !own.some(({ show_when }) => show_when) });
  const entry: Draft = get(values, path, {});
  const placeOf = (field: FormField) => place(fields.indexOf(field));
  const named = Object.fromEntries([
    ...once.map((field) => [field.name, values?.[placeOf(field)]] as const),
    ...own.map((field) => [field.name, entry[placeOf(field)]] as const),
  ]);
  const shown = new Set(shownFields([...once, ...own], named));
  const name = `${group.heading} ${at + 1}`;
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-in border border-line px-3 pt-1 pb-3">
      <legend className="sr-only">{name}</legend>
      <div className="flex min-h-control items-center">
        <span aria-hidden className="flex-1 text-meta text-ink-3">
          {name}
        </span>
        {onRemove && (
          <IconButton
            label={t("removeNamed", { name })}
            size="icon-sm"
            className="max-md:size-11"
            onClick={onRemove}
          >
            <X aria-hidden />
          </IconButton>
        )}
      </div>
      <div className={cn("grid grid-cols-1 gap-4", (group.columns ?? 1) > 1 && "@min-[280px]:grid-cols-2")}>
        {own
          .filter((field) => field.type !== "hidden" && shown.has(field))
          .map((field) => (
            <FormControl
              key={placeOf(field)}
              id={`${id}${placeOf(field)}`}
              path={`${path}.${placeOf(field)}`}
              field={field}
            />
          ))}
      </div>
    </fieldset>
  );
}
