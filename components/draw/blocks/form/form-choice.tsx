"use client";

import { Star } from "lucide-react";
import type { ReactNode } from "react";
import { Controller, useFormContext, useWatch } from "react-hook-form";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { Slider } from "@/components/ui/slider";
import type { FormField } from "@/lib/shared/blocks/form-field";
import { boundsOf, choices } from "@/lib/shared/blocks/form-value";
import { t } from "@/lib/shared/i18n/en/blocks";
import type { Draft } from "./use-form-draft";

const OF_SEVERAL = new Set<FormField["type"]>(["radio", "multiselect", "slider", "rating"]);

/** Returns whether a field has a control of several parts, which a label cannot refer to. */
export const isOfSeveral = ({ type }: FormField): boolean => OF_SEVERAL.has(type);

export type Described = {
  id: string;
  "aria-invalid"?: boolean;
  "aria-describedby"?: string;
  "aria-required"?: boolean;
};
type FormChoiceProps = Described & { path: string; field: FormField; labelledBy: string };

export function FormChoice({ id, path, field, labelledBy, ...aria }: FormChoiceProps) {
  const { control } = useFormContext<Draft>();
  return (
    <Controller
      name={path}
      control={control}
      render={({ field: { value, onChange, onBlur, ref } }) => {
        switch (field.type) {
          case "slider":
            return (
              <div className="flex items-center gap-3">
                <Slider
                  {...boundsOf(field)}
                  step={field.step ?? 1}
                  value={[typeof value === "number" ? value : boundsOf(field).min]}
                  onValueChange={([chosen]) => onChange(chosen)}
                  onBlur={onBlur}
                  aria-labelledby={labelledBy}
                  aria-describedby={aria["aria-describedby"]}
                />
                <output className="min-w-12 shrink-0 text-right tabular-nums">
                  {String(value)}
                  {field.unit && ` ${field.unit}`}
                </output>
              </div>
            );
          case "multiselect":
            return (
              <div className="flex flex-col gap-2 py-1 max-md:gap-3">
                {choices(field).map((option, at) => {
                  const chosen: unknown[] = Array.isArray(value) ? value : [];
                  const others = chosen.filter((one) => one !== option.value);
                  return (
                    <Option key={option.value} id={`${id}-${at}`} label={option.label}>
                      <Checkbox
                        id={`${id}-${at}`}
                        ref={at === 0 ? ref : undefined}
                        aria-invalid={aria["aria-invalid"]}
                        aria-describedby={aria["aria-describedby"]}
                        checked={chosen.includes(option.value)}
                        onCheckedChange={(ticked) => onChange(ticked ? [...others, option.value] : others)}
                        onBlur={onBlur}
                        className="mt-0.5"
                      />
                    </Option>
                  );
                })}
              </div>
            );
          default:
            return (
              <RadioGroup
                aria-labelledby={labelledBy}
                {...aria}
                value={value === "" || value === undefined ? "" : String(value)}
                onValueChange={(chosen) => onChange(field.type === "rating" ? Number(chosen) : chosen)}
                onBlur={onBlur}
                orientation={field.type === "rating" ? "horizontal" : undefined}
                className={cn("py-1", field.type === "rating" ? "gap-1" : "gap-2 max-md:gap-3")}
              >
                {field.type === "rating"
                  ? starsOf(field).map((star) => (
                      <RatingStar
                        key={star}
                        id={`${id}-${star}`}
                        star={star}
                        max={boundsOf(field).max}
                        isLit={typeof value === "number" && star <= value}
                        focusRef={star === 1 ? ref : undefined}
                      />
                    ))
                  : choices(field).map((option, at) => (
                      <Option key={option.value} id={`${id}-${at}`} label={option.label}>
                        <RadioGroupItem
                          id={`${id}-${at}`}
                          ref={at === 0 ? ref : undefined}
                          value={option.value}
                          aria-invalid={aria["aria-invalid"]}
                          className="mt-0.5"
                        />
                      </Option>
                    ))}
              </RadioGroup>
            );
        }
      }}
    />
  );
}

type OptionProps = { id: string; label: string; children: ReactNode };

const Option = ({ id, label, children }: OptionProps) => (
  <div className="flex gap-2.5 max-md:gap-3">
    {children}
    <label htmlFor={id} className="min-w-0 wrap-anywhere max-md:text-prose">
      {label}
    </label>
  </div>
);

const starsOf = (field: FormField) => Array.from({ length: boundsOf(field).max }, (_, at) => at + 1);

type RatingStarProps = {
  id: string;
  star: number;
  max: number;
  isLit: boolean;
  focusRef: ((element: HTMLButtonElement | null) => void) | undefined;
};

const RatingStar = ({ id, star, max, isLit, focusRef }: RatingStarProps) => (
  <span className="relative flex size-8 items-center justify-center rounded-in focus-within:outline-2 focus-within:outline-ink max-md:size-11">
    <RadioGroupItem
      id={id}
      ref={focusRef}
      value={String(star)}
      aria-label={t("star", { star, max })}
      className="absolute inset-0 size-full rounded-in opacity-0 phone:size-full"
    />
    <Star
      aria-hidden
      className={cn("pointer-events-none size-5", isLit ? "fill-ink text-ink" : "text-line-control")}
    />
  </span>
);

export function FormColour({ path, label, ...aria }: Described & { path: string; label: string }) {
  const { register, setValue, control } = useFormContext<Draft>();
  const value = useWatch({ control, name: path });
  const colour = typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value) ? value : "#ffffff";
  return (
    <div className="flex gap-2">
      <Input
        type="color"
        aria-label={`${label}: choose`}
        value={colour}
        onChange={({ target }) => setValue(path, target.value, { shouldDirty: true, shouldValidate: true })}
        className="w-11 shrink-0 p-1"
      />
      <Input
        placeholder="#2f6f4f"
        autoComplete="off"
        spellCheck={false}
        {...aria}
        {...register(path)}
        className="font-mono"
      />
    </div>
  );
}
