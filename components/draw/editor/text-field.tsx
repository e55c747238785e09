"use client";

import { type ComponentProps, useId } from "react";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";

type Common =
  | "maxLength"
  | "className"
  | "autoComplete"
  | "autoCapitalize"
  | "spellCheck"
  | "inputMode"
  | "placeholder";

type TextFieldProps = Pick<ComponentProps<"input">, Common> & {
  label: string;
  value: string;
  onText: (text: string) => void;
  isLong?: boolean;
  isRequired?: boolean;
  unit?: string;
  error?: string;
  hint?: string;
};

export function TextField(props: TextFieldProps) {
  const { label, value, onText, isLong, isRequired, unit, error, hint, ...rest } = props;
  const id = useId();
  const View = isLong ? Textarea : Input;
  return (
    <Field>
      <FieldLabel htmlFor={id} required={isRequired}>
        {label}
      </FieldLabel>
      <div className="relative">
        <View
          {...rest}
          id={id}
          value={value}
          aria-required={isRequired}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-unit ${id}-hint`}
          onChange={({ target }: { target: { value: string } }) => onText(target.value)}
          style={unit === undefined ? undefined : { paddingRight: `calc(${unit.length}ch + 16px)` }}
        />
        {unit !== undefined && (
          <span
            id={`${id}-unit`}
            className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-field text-ink-3"
          >
            {unit}
          </span>
        )}
      </div>
      <FieldError id={`${id}-hint`}>{error}</FieldError>
      {!error && hint && <FieldDescription id={`${id}-hint`}>{hint}</FieldDescription>}
    </Field>
  );
}
