"use client";

import type { ComponentProps } from "react";
import { Controller, useFormContext } from "react-hook-form";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import type { FormField } from "@/lib/shared/blocks/form-field";
import { choices } from "@/lib/shared/blocks/form-value";
import { t } from "@/lib/shared/i18n/en/blocks";
import { FormSearch } from "./form-search";
import type { Draft } from "./use-form-draft";

export type FormSelectProps = Omit<ComponentProps<typeof SelectTrigger>, "children"> & {
  path: string;
  field: FormField;
  placeholder?: string;
};

/** Value of "No choice" in an optional select: the menu cannot contain an empty value. */
const NONE = "\u0000none";

const MANY = 10;

export function FormSelect(props: FormSelectProps) {
  return choices(props.field).length > MANY ? <FormSearch {...props} /> : <FormMenu {...props} />;
}

function FormMenu({ path, field, placeholder, ...props }: FormSelectProps) {
  const { control } = useFormContext<Draft>();
  return (
    <Controller
      name={path}
      control={control}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <Select
          value={typeof value === "string" ? value : ""}
          onValueChange={(chosen) => onChange(chosen === NONE ? "" : chosen)}
        >
          <SelectTrigger ref={ref} onBlur={onBlur} {...props}>
            <SelectValue placeholder={placeholder ?? t("choose")} />
          </SelectTrigger>
          <SelectContent>
            {!field.required && <SelectItem value={NONE}>{t("noChoice")}</SelectItem>}
            {choices(field).map(({ value, label }) => (
              <SelectItem key={value} value={value}>
                {label}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      )}
    />
  );
}
