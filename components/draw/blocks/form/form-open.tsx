"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, type RefObject, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type Control, FormProvider, type FormState, useForm, useWatch } from "react-hook-form";
import { cn } from "@/components/ui/cn";
import { type FormData, formAnswer } from "@/lib/shared/blocks/answer";
import type { FormField } from "@/lib/shared/blocks/form-field";
import type { FormGroup, RepeatedGroup } from "@/lib/shared/blocks/form-repeat";
import { shownFields } from "@/lib/shared/blocks/form-shown";
import { t } from "@/lib/shared/i18n/en/blocks";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { BlockProps } from "../props";
import { SubmitRow, stillWriting } from "../submit-row";
import { useSend } from "../use-send";
import { FormControl } from "./form-control";
import { FormRepeat } from "./form-repeat";
import { formSections } from "./form-rows";
import { type Draft, formFrom, groupPlace, namedValues, place, useFormDraft } from "./use-form-draft";

type FormOpenProps = Pick<BlockProps<"form">, "block" | "ask">;

export function FormOpen({ block, ask }: FormOpenProps) {
  const typing = useRef<string>(undefined);
  // Fields are identified by position inside the form, so a form with other fields is mounted again. The
  // draft is stored by name.
  const own = block.fields.map(({ name, type, group }) => [name, type, group]);
  const lists = block.groups?.flatMap(({ name, repeat }) => (repeat ? [name] : []));
  return <Fields key={JSON.stringify([own, lists])} block={block} ask={ask} typing={typing} />;
}

/** `typing` has the name of the field that had the focus before the form was mounted again. */
function Fields({ block, ask, typing }: FormOpenProps & { typing: RefObject<string | undefined> }) {
  const { fields, groups } = block;
  const id = useId();
  const asked = useMemo(() => ({ fields, groups }), [fields, groups]);
  const resolver = useMemo(() => zodResolver(answerByPlace(asked)), [asked]);
  const [defaultValues] = useState(() => formFrom(asked, ask.stored?.read()));
  const form = useForm<Draft, unknown, FormData>({ defaultValues, resolver, mode: "onTouched" });
  const { isStored, problem } = useFormDraft(form, asked, ask.stored);
  const { send, error, phase } = useSend(ask);
  const shown = useShownFields(fields, form.control);
  const pressing = useRef(false);
  // A ref, because the cleanup needs the fields; they do not change while this component is mounted.
  const latest = useRef(fields);
  useLayoutEffect(() => {
    const { current: own } = latest;
    const at = own.findIndex(({ name }) => name === typing.current);
    if (document.activeElement === document.body) document.getElementById(`${id}${at}`)?.focus();
    return () => {
      typing.current = own.find((_, index) => `${id}${index}` === document.activeElement?.id)?.name;
    };
  }, [id, typing]);

  const submit = form.handleSubmit(async (values) => {
    await send({ action: "submit", data: namedValues(asked, values) as FormData });
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
          // An error message that appeared during the press would move the button away from the pointer.
          if (pressing.current) event.stopPropagation();
        }}
      >
        <fieldset disabled={phase !== "idle"} className="flex min-w-0 max-w-form flex-col gap-4">
          {formSections(block, (field) => shown.has(field)).map(({ group, rows }) => (
            <Section key={place(rows[0]?.fields[0]?.index ?? 0)} group={group}>
              {group?.repeat && (
                <FormRepeat
                  form={asked}
                  group={group as RepeatedGroup}
                  path={groupPlace(groups?.indexOf(group) ?? 0)}
                />
              )}
              {(group?.repeat ? [] : rows).map(({ kind, fields: row }, index) => (
                <div
                  key={place(row[0]?.index ?? 0)}
                  className={cn(
                    kind === "pair" && "grid grid-cols-1 gap-4 @min-[280px]:grid-cols-2",
                    kind === "boxes" && row.length > 1 && "flex flex-col divide-y divide-line",
                    index > 0 && rows[index - 1]?.kind !== kind && !group?.columns && "mt-1",
                  )}
                >
                  {row.map(({ field, index }) => (
                    <FormControl key={place(index)} id={`${id}${index}`} path={place(index)} field={field} />
                  ))}
                </div>
              ))}
            </Section>
          ))}
          <div className="mt-1">
            <SubmitRow
              label={block.submitLabel}
              phase={phase}
              early={ask.state === "streaming" && stillWriting()}
              variant={ask.state === "late" ? "default" : "accent"}
              error={error ?? troubleOf(asked, form.formState) ?? problem}
            >
              {ask.state === "late" ? t("lateForm") : isStored && t("draftSaved")}
            </SubmitRow>
          </div>
        </fieldset>
      </form>
    </FormProvider>
  );
}

/**
 * Returns a message with the invalid fields after an attempt to send. The first one gets the focus and shows
 * its error.
 */
function troubleOf({ fields, groups = [] }: FormFields, { submitCount, errors }: FormState<Draft>) {
  const wrong = [
    ...fields
      .filter((_, index) => errors[place(index)])
      .map(({ label }) => common("quoted", { text: label })),
    ...groups
      .filter((_, index) => errors[groupPlace(index)])
      .map(({ heading }) => common("quoted", { text: heading })),
  ];
  if (submitCount === 0 || wrong.length === 0) return undefined;
  const named = wrong.slice(0, 3).join(", ");
  return t("checkFields", { named, more: Math.max(0, wrong.length - 3) });
}

type FormFields = Pick<BlockProps<"form">["block"], "fields" | "groups">;

const answerByPlace = ({ fields, groups = [] }: FormFields) =>
  formAnswer(
    fields.map(byPlace(groups)),
    groups.map((group, index) => ({ ...group, name: groupPlace(index) })),
  );

const byPlace =
  (groups: readonly FormGroup[]) =>
  (field: FormField, index: number, fields: readonly FormField[]): FormField => {
    const { show_when: when, group } = field;
    const other = when && fields.findIndex(({ name }) => name === when.field);
    return {
      ...field,
      name: place(index),
      ...(group !== undefined && { group: groupPlace(groups.findIndex(({ name }) => name === group)) }),
      ...(when && other !== undefined && { show_when: { ...when, field: place(other) } }),
    };
  };

/** Returns the fields whose conditions are met. Renders again only if some fields depend on others. */
function useShownFields(fields: FormField[], control: Control<Draft>): ReadonlySet<FormField> {
  const depends = fields.some(({ show_when }) => show_when);
  const values = useWatch({ control, disabled: !depends });
  return useMemo(() => {
    if (!depends) return new Set(fields);
    const named = Object.fromEntries(fields.map(({ name }, index) => [name, values[place(index)]]));
    return new Set(shownFields(fields, named));
  }, [depends, fields, values]);
}

type SectionProps = { group: FormGroup | undefined; children: ReactNode };

function Section({ group, children }: SectionProps) {
  if (!group) return children;
  const { heading, text, repeat } = group;
  // In a repeated group each entry arranges its fields in the group's columns; the entries themselves form
  // one column.
  const columns = repeat ? 1 : (group.columns ?? 1);
  return (
    <fieldset className="mt-2 flex min-w-0 flex-col gap-4 border-line border-t pt-3">
      <legend className="sr-only">{heading}</legend>
      <div aria-hidden className="text-ui font-medium">
        {heading}
      </div>
      {text && <p className="-mt-3 text-meta text-ink-3">{text}</p>}
      <div className={cn("grid grid-cols-1 gap-4", COLUMNS[columns])}>{children}</div>
    </fieldset>
  );
}

const COLUMNS: Record<number, string> = {
  2: "@min-[280px]:grid-cols-2",
  3: "@min-[280px]:grid-cols-2 @min-[420px]:grid-cols-3",
};
