"use client";

import { Slot } from "radix-ui";
import { type ComponentProps, createContext, use, useId } from "react";
import {
  Controller,
  type ControllerProps,
  type FieldPath,
  type FieldValues,
  FormProvider,
  useFormContext,
  useFormState,
} from "react-hook-form";
import { t } from "@/lib/shared/i18n/en/ui";
import { cn } from "./cn";
import { FieldError } from "./field";
import { Label } from "./label";

/** Provides the result of `useForm` to the fields. The caller renders the `<form>`. */
export const Form = FormProvider;

const NameContext = createContext<string | null>(null);
const ItemContext = createContext<string | null>(null);

export function FormField<Values extends FieldValues, Name extends FieldPath<Values>, Sent = Values>(
  props: ControllerProps<Values, Name, Sent>,
) {
  return (
    <NameContext value={props.name}>
      <Controller {...props} />
    </NameContext>
  );
}

export function useFormField() {
  const name = use(NameContext);
  const id = use(ItemContext);
  if (name === null) throw new Error("useFormField must be used within a <FormField>.");
  if (id === null) throw new Error("useFormField must be used within a <FormItem>.");
  const { getFieldState } = useFormContext();
  const state = getFieldState(name, useFormState({ name }));
  return {
    id,
    name,
    formItemId: `${id}-form-item`,
    formDescriptionId: `${id}-form-item-description`,
    formMessageId: `${id}-form-item-message`,
    ...state,
  };
}

export function FormItem({ className, ...props }: ComponentProps<"div">) {
  return (
    <ItemContext value={useId()}>
      <div data-slot="form-item" className={cn("flex min-w-0 flex-col gap-1", className)} {...props} />
    </ItemContext>
  );
}

export function FormLabel({ className, ...props }: ComponentProps<typeof Label>) {
  const { error, formItemId } = useFormField();
  return (
    <Label
      data-slot="form-label"
      data-error={error !== undefined}
      htmlFor={formItemId}
      className={className}
      {...props}
    />
  );
}

export function FormControl(props: ComponentProps<typeof Slot.Root>) {
  const { error, formItemId, formDescriptionId, formMessageId } = useFormField();
  return (
    <Slot.Root
      data-slot="form-control"
      id={formItemId}
      aria-describedby={error ? `${formDescriptionId} ${formMessageId}` : formDescriptionId}
      aria-invalid={error !== undefined}
      {...props}
    />
  );
}

export function FormDescription({ className, ...props }: ComponentProps<"p">) {
  const { formDescriptionId } = useFormField();
  return (
    <p
      data-slot="form-description"
      id={formDescriptionId}
      className={cn("text-meta text-ink-3", className)}
      {...props}
    />
  );
}

export function FormMessage({ className, children, ...props }: ComponentProps<"p">) {
  const { error, formMessageId } = useFormField();
  if (error)
    return (
      <FieldError id={formMessageId} className={className} {...props}>
        {error.message || t("invalid")}
      </FieldError>
    );
  if (!children) return null;
  return (
    <p id={formMessageId} className={cn("text-meta text-ink-3", className)} {...props}>
      {children}
    </p>
  );
}
