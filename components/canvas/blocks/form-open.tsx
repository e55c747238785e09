"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useMemo } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { cn } from "@/components/ui/cn";
import { type FormData, formAnswer } from "@/lib/shared/blocks/answer";
import type { FormField } from "@/lib/shared/blocks/form-field";
import { type Draft, dropDraft } from "./draft";
import { FormControl } from "./form-control";
import { formRows } from "./form-rows";
import type { BlockProps } from "./props";
import { SubmitRow } from "./submit-row";
import { useFormDraft } from "./use-form-draft";
import { useSend } from "./use-send";

/** The form while it can still be answered. */
export function FormOpen({ block, ask }: Pick<BlockProps<"form">, "block" | "ask">) {
  const { fields } = block;
  const id = useId();
  const defaults = useMemo(() => initial(fields), [fields]);
  const resolver = useMemo(() => zodResolver(formAnswer(fields.map(byPlace))), [fields]);
  const form = useForm<Draft, unknown, FormData>({ defaultValues: defaults, resolver });
  const kept = useFormDraft(form, ask.draftKey, defaults);
  const { send, error, phase } = useSend(ask);

  const submit = form.handleSubmit(async (values) => {
    const data = Object.fromEntries(fields.map(({ name }, index) => [name, values[place(index)]]));
    if (await send({ action: "submit", data })) dropDraft(ask.draftKey);
  });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit}>
        <fieldset disabled={phase !== "idle"} className="flex min-w-0 max-w-form flex-col gap-4">
          {formRows(fields).map(({ kind, fields: row }, index, rows) => (
            <div
              key={place(row[0]?.index ?? 0)}
              className={cn(
                kind === "pair" && "grid grid-cols-1 gap-4 @min-[280px]:grid-cols-2",
                kind === "boxes" && row.length > 1 && "flex flex-col divide-y divide-line",
                // A change of kind gets a little more room.
                index > 0 && rows[index - 1]?.kind !== kind && "mt-1",
              )}
            >
              {row.map(({ field, index }) => (
                <FormControl key={place(index)} id={`${id}${index}`} path={place(index)} field={field} />
              ))}
            </div>
          ))}
          <div className="mt-1">
            <SubmitRow
              label={block.submitLabel}
              phase={phase}
              early={ask.state === "streaming"}
              error={error}
            >
              {kept && (
                <>
                  Draft kept<span className="md:hidden">. You can also answer in the chat.</span>
                </>
              )}
            </SubmitRow>
          </div>
        </fieldset>
      </form>
    </FormProvider>
  );
}

// Inside the form a field goes by its place: its name may hold dots, which react-hook-form takes for a path.
function place(index: number): string {
  return `f${index}`;
}

function byPlace(field: FormField, index: number): FormField {
  return { ...field, name: place(index) };
}

function initial(fields: FormField[]): Draft {
  return Object.fromEntries(
    fields.map(({ type, default: value }, index) => [
      place(index),
      value ?? (type === "checkbox" ? false : ""),
    ]),
  );
}
