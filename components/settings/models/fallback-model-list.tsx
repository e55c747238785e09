"use client";

import { ArrowUp, Plus, X } from "lucide-react";
import { useState } from "react";
import { nameOf } from "@/components/settings/model-format";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { t } from "@/lib/shared/i18n/en/settingsModels";
import { ModelList } from "./model-list";
import type { Models } from "./use-models";

const MAX_FALLBACK_MODELS = 5;

type FallbackModelListProps = {
  value: readonly string[];
  models: Models;
  onChange: (value: string[]) => void;
};

export function FallbackModelList({ value, models, onChange }: FallbackModelListProps) {
  const [isOpen, setIsOpen] = useState(false);
  const titleOf = (id: string) => models.view?.models.find((model) => model.id === id)?.name ?? nameOf(id);
  const without = (id: string) => value.filter((other) => other !== id);
  return (
    <>
      {value.length > 0 && (
        <ol aria-label={t("fallbackModels")} className="mb-3 flex max-w-120 flex-col divide-y divide-line">
          {value.map((id, index) => (
            <li key={id} className="flex min-h-control items-center gap-2 py-0.5">
              <span className="w-4 text-ink-3 tabular-nums">{index + 1}</span>
              <span className="min-w-0 flex-1 truncate" title={id}>
                {titleOf(id)}
              </span>
              {index > 0 && (
                <IconButton
                  label={t("moveUp", { model: titleOf(id) })}
                  size="icon-sm"
                  onClick={() => onChange(without(id).toSpliced(index - 1, 0, id))}
                >
                  <ArrowUp aria-hidden />
                </IconButton>
              )}
              <IconButton
                label={t("remove", { model: titleOf(id) })}
                size="icon-sm"
                onClick={() => onChange(without(id))}
              >
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      {value.length < MAX_FALLBACK_MODELS && (
        <Popover open={isOpen} onOpenChange={setIsOpen}>
          <PopoverTrigger asChild>
            <Button variant="outline">
              <Plus aria-hidden />
              {t("addModel")}
            </Button>
          </PopoverTrigger>
          <PopoverContent
            align="start"
            aria-label={t("chooseModel")}
            className="flex w-120 max-w-[calc(100vw-16px)] flex-col overflow-hidden p-0"
          >
            <ModelList
              models={models}
              value={null}
              none={{ title: t("none"), about: "" }}
              onChoose={(id) => {
                setIsOpen(false);
                if (id !== null) onChange([...without(id), id]);
              }}
            />
          </PopoverContent>
        </Popover>
      )}
    </>
  );
}
