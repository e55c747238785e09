"use client";

import { useMutation } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { failureText } from "@/components/client/failure";
import { cn } from "@/components/ui/cn";
import { FieldError } from "@/components/ui/field";
import { fieldBox } from "@/components/ui/input";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { t } from "@/lib/shared/i18n/en/settingsModels";
import { ModelList } from "./model-list";
import type { Models } from "./use-models";

type ModelFieldProps = {
  title: string;
  about?: string;
  label: string;
  value: string | null;
  none: string;
  models: Models;
  isPlain?: boolean;
  titleOf: (id: string | null) => string;
  factsOf?: (id: string | null) => string;
  save: (id: string | null) => Promise<void>;
  children?: ReactNode;
};

export function ModelField(props: ModelFieldProps) {
  const { title, about, label, value, none, models, isPlain, titleOf, factsOf, save, children } = props;
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, variables, isPending, error } = useMutation({
    // Send choices one at a time, so that the last one wins.
    scope: { id: useId() },
    mutationFn: ({ wanted }: { wanted: string | null }) => save(wanted),
  });
  /** Show the choice while it is being saved. */
  const shown = isPending ? variables.wanted : value;

  const choose = (wanted: string | null) => {
    setIsOpen(false);
    mutate({ wanted });
  };
  return (
    <TitledCard title={title} about={about}>
      <Popover open={isOpen} onOpenChange={setIsOpen}>
        <PopoverTrigger asChild>
          <button
            type="button"
            className={cn(fieldBox, "flex h-control max-w-120 items-center gap-2 px-2.5 text-left")}
          >
            <span className="min-w-0 flex-1 truncate">
              <span className="sr-only">{label}: </span>
              {titleOf(shown)}
            </span>
            <span className="shrink-0 text-meta text-ink-3 tabular-nums max-md:hidden">
              {factsOf?.(shown)}
            </span>
            <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-2" />
          </button>
        </PopoverTrigger>
        <PopoverContent
          align="start"
          aria-label={label}
          className="flex w-120 max-w-[calc(100vw-16px)] flex-col overflow-hidden p-0"
        >
          <ModelList
            models={models}
            value={shown}
            none={{ title: none, about: "" }}
            isPlain={isPlain}
            onChoose={choose}
          />
        </PopoverContent>
      </Popover>
      <FieldError role="alert" className="mt-2">
        {error && t("notChanged", { error: failureText(error) })}
      </FieldError>
      {children}
    </TitledCard>
  );
}
