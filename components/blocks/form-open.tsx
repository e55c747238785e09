"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useMemo, useRef } from "react";
import { FormProvider, type FormState, useForm } from "react-hook-form";
import { cn } from "@/components/ui/cn";
import { type FormData, formAnswer } from "@/lib/shared/blocks/answer";
import type { FormField } from "@/lib/shared/blocks/form-field";
import { FormControl } from "./form-control";
import { formRows } from "./form-rows";
import type { BlockProps } from "./props";
import { SubmitRow } from "./submit-row";
import { type Draft, emptyValue, place, useFormDraft } from "./use-form-draft";
import { useSend } from "./use-send";

/** The form while it can still be answered. */
export function FormOpen({ block, ask }: Pick<BlockProps<"form">, "block" | "ask">) {
  const { fields } = block;
  const id = useId();
  const defaults = useMemo(() => initial(fields), [fields]);
  const resolver = useMemo(() => zodResolver(formAnswer(fields.map(byPlace))), [fields]);
  const form = useForm<Draft, unknown, FormData>({ defaultValues: defaults, resolver, mode: "onTouched" });
  const { isKept, problem } = useFormDraft(form, fields, ask.kept);
  const { send, error, phase } = useSend(ask);
  const pressing = useRef(false);

  const submit = form.handleSubmit(async (values) => {
    const data = Object.fromEntries(fields.map(({ name }, index) => [name, values[place(index)]]));
    await send({ action: "submit", data });
  });
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={submit}
        onPointerDownCapture={({ target }) => {
          pressing.current = target instanceof Element && target.closest("[type=submit]") !== null;
        }}
        onPointerUpCapture={() => {
          pressing.current = false;
        }}
        onBlurCapture={(event) => {
          // A message that appeared now would move the button away from under the pointer.
          if (pressing.current) event.stopPropagation();
        }}
      >
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
              variant={ask.state === "late" ? "default" : "accent"}
              error={error ?? troubleOf(fields, form.formState) ?? problem}
            >
              {ask.state === "late" ? LATE : isKept && "Draft kept"}
            </SubmitRow>
          </div>
        </fieldset>
      </form>
    </FormProvider>
  );
}

/** After a try to send: which fields are wrong. The first of them has the focus then, and says what. */
function troubleOf(fields: FormField[], { submitCount, errors }: FormState<Draft>): string | undefined {
  const wrong = fields.filter((_, index) => errors[place(index)]).map(({ label }) => `“${label}”`);
  if (submitCount === 0 || wrong.length === 0) return undefined;
  const named = wrong.slice(0, 3).join(", ");
  const more = wrong.length > 3 ? ` and ${wrong.length - 3} more` : "";
  return `Not sent yet: look at ${named}${more}.`;
}

function byPlace(field: FormField, index: number): FormField {
  return { ...field, name: place(index) };
}

const initial = (fields: FormField[]): Draft =>
  Object.fromEntries(fields.map((field, index) => [place(index), emptyValue(field)]));

const LATE = "The agent went on without it. What you send comes to it as a message.";
