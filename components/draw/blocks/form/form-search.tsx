"use client";

import { ChevronDown } from "lucide-react";
import { Suspense, useId, useState } from "react";
import { Controller, useFormContext } from "react-hook-form";
import { cn } from "@/components/ui/cn";
import { fieldBox } from "@/components/ui/input";
import { lazyView } from "@/components/ui/kit/lazy-view";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { choices } from "@/lib/shared/blocks/form-value";
import { t } from "@/lib/shared/i18n/en/blocks";
import type { FormSelectProps } from "./form-select";
import type { Draft } from "./use-form-draft";

const FormOptions = lazyView(() => import("./form-options").then((module) => module.FormOptions));

export function FormSearch({ path, field, placeholder, className, ...props }: FormSelectProps) {
  const { control } = useFormContext<Draft>();
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const options = choices(field);
  return (
    <Controller
      name={path}
      control={control}
      render={({ field: { value, onChange, onBlur, ref } }) => {
        const chosen = options.find((option) => option.value === value);
        return (
          <Popover open={isOpen} onOpenChange={setOpen}>
            <PopoverTrigger asChild>
              <button
                {...props}
                ref={ref}
                type="button"
                role="combobox"
                aria-expanded={isOpen}
                aria-controls={listId}
                aria-haspopup="listbox"
                onBlur={() => !isOpen && onBlur()}
                onKeyDown={(event) => {
                  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
                  event.preventDefault();
                  setOpen(true);
                }}
                className={cn(
                  fieldBox,
                  "flex h-control items-center justify-between gap-2 px-2.5 text-left",
                  !chosen && "text-ink-3",
                  className,
                )}
              >
                <span className="truncate">{chosen?.label ?? placeholder ?? t("choose")}</span>
                <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-2" />
              </button>
            </PopoverTrigger>
            <PopoverContent
              align="start"
              aria-label={field.label}
              className="w-(--radix-popover-trigger-width) min-w-60 overflow-hidden p-0"
            >
              <div id={listId} className="min-h-24">
                <Suspense>
                  <FormOptions
                    label={field.label}
                    options={options}
                    chosen={chosen?.value}
                    isFree={!field.required}
                    onChoose={(next) => {
                      onChange(next);
                      setOpen(false);
                    }}
                  />
                </Suspense>
              </div>
            </PopoverContent>
          </Popover>
        );
      }}
    />
  );
}
