"use client";

import { type ComponentProps, useId } from "react";
import { Field, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

type VisitorFieldProps = ComponentProps<typeof Input> & { label: string; error: string | undefined };

export function VisitorField({ label, error, ...props }: VisitorFieldProps) {
  const id = useId();
  return (
    <Field>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <Input
        {...props}
        id={id}
        required
        maxLength={props.type === "email" ? 254 : 100}
        aria-invalid={error !== undefined}
        aria-describedby={error && `${id}-error`}
      />
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </Field>
  );
}
