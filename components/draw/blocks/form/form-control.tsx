"use client";

import { Controller, get, useFormContext } from "react-hook-form";
import { Checkbox } from "@/components/ui/checkbox";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { FormField } from "@/lib/shared/blocks/form-field";
import { FormChoice, FormColour, isOfSeveral } from "./form-choice";
import { FormFile } from "./form-file";
import { FormSelect } from "./form-select";
import type { Draft } from "./use-form-draft";

/** Returns the error at a path. For a repeated group, returns the error of the whole list. */
export function wrongIn(errors: object, path: string): string | undefined {
  const wrong: { message?: unknown; root?: { message?: unknown } } = get(errors, path, {});
  const message = wrong.root?.message ?? wrong.message;
  return typeof message === "string" ? message : undefined;
}

type FormControlProps = { id: string; path: string; field: FormField };

export function FormControl({ id, path, field }: FormControlProps) {
  const { register, control, formState } = useFormContext<Draft>();
  const error = wrongIn(formState.errors, path);
  const { type, label, hint, placeholder, unit, required = false } = field;
  const described = {
    id,
    "aria-required": required,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error ? `${id}-error` : hint ? `${id}-hint` : undefined,
  };
  const common = { ...described, placeholder };
  const below = (
    <>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {hint && !error && <FieldDescription id={`${id}-hint`}>{hint}</FieldDescription>}
    </>
  );
  if (type === "checkbox")
    return (
      <Controller
        name={path}
        control={control}
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <div className="flex gap-2.5 not-only:py-1.5 max-md:gap-3 max-md:not-only:py-3">
            <Checkbox
              {...common}
              ref={ref}
              checked={value === true}
              onCheckedChange={(ticked) => onChange(ticked === true)}
              onBlur={onBlur}
              className="mt-0.5"
            />
            <div className="flex min-w-0 flex-col">
              <FieldLabel htmlFor={id} required={required} className="font-normal max-md:text-prose">
                {label}
              </FieldLabel>
              {below}
            </div>
          </div>
        )}
      />
    );
  if (isOfSeveral(field))
    return (
      <Field {...(type === "multiselect" && { role: "group", "aria-labelledby": `${id}-label` })}>
        <FieldLabel id={`${id}-label`} required={required}>
          {label}
        </FieldLabel>
        <FormChoice {...described} path={path} field={field} labelledBy={`${id}-label`} />
        {below}
      </Field>
    );
  return (
    <Field>
      <FieldLabel htmlFor={id} required={required}>
        {label}
      </FieldLabel>
      {type === "select" && <FormSelect {...common} path={path} field={field} />}
      {type === "textarea" && <Textarea {...common} {...register(path)} />}
      {type === "text" && <Input {...common} autoComplete="off" {...register(path)} />}
      {(type === "email" || type === "url" || type === "phone") && (
        <Input {...common} {...KEYBOARDS[type]} {...register(path)} />
      )}
      {(type === "date" || type === "time" || type === "datetime") && (
        <Input
          {...common}
          type={type === "datetime" ? "datetime-local" : type}
          {...register(path, { setValueAs: dateOf(id) })}
        />
      )}
      {type === "file" && <FormFile {...described} path={path} field={field} />}
      {type === "colour" && <FormColour {...described} path={path} label={label} />}
      {type === "number" && (
        <div className="relative">
          <Input
            {...common}
            type="number"
            inputMode="decimal"
            min={field.min}
            max={field.max}
            step={field.step ?? "any"}
            style={unit ? { paddingRight: `calc(${unit.length}ch + 20px)` } : undefined}
            className="tabular-nums [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
            onWheel={(event) => event.currentTarget.blur()}
            {...register(path, { setValueAs: numberOf(id) })}
          />
          {unit && (
            <span className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-field text-ink-3">
              {unit}
            </span>
          )}
        </div>
      )}
      {below}
    </Field>
  );
}

const KEYBOARDS = {
  email: { type: "email", autoComplete: "email" },
  url: { type: "url", autoComplete: "url" },
  phone: { type: "tel", autoComplete: "tel" },
} as const;

// Returns whether the input contains an incomplete number or date. Browsers report its value as "", which must not
// count as empty.
function isHalf(id: string): boolean {
  const input = document.getElementById(id);
  return input instanceof HTMLInputElement && input.validity.badInput;
}

function numberOf(id: string) {
  return (text: unknown) => (text === "" ? (isHalf(id) ? Number.NaN : "") : Number(text));
}

function dateOf(id: string) {
  return (text: unknown) => (text === "" && isHalf(id) ? "half" : text);
}
