"use client";

import { ChevronDown } from "lucide-react";
import { useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { FieldError } from "@/components/ui/field";
import { fieldBox } from "@/components/ui/input";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { ModelsView, SettingsView } from "@/lib/shared/settings";
import { saveSettings, wordsOf } from "./api";
import { ModelList } from "./model-list";
import { contextWords, nameOf, priceWords } from "./model-words";
import { Card } from "./settings-page";
import type { Models } from "./use-models";

type DefaultModelProps = {
  value: string | null;
  models: Models;
  onSaved: (settings: SettingsView) => void;
};

/** The model of new conversations. */
export function DefaultModel({ value, models, onSaved }: DefaultModelProps) {
  const [isOpen, setIsOpen] = useState(false);
  /** Shown as chosen until the server has said so. */
  const [wanted, setWanted] = useState<string | null>();
  const [problem, setProblem] = useState<string | null>(null);
  const isBusy = useRef(false);
  const shown = wanted === undefined ? value : wanted;

  const choose = async (id: string | null) => {
    setIsOpen(false);
    if (isBusy.current) return;
    isBusy.current = true;
    setWanted(id);
    setProblem(null);
    try {
      onSaved(await saveSettings({ model: id }));
      await models.reload();
    } catch (error) {
      setProblem(`Not changed. ${wordsOf(error)}`);
    } finally {
      isBusy.current = false;
      setWanted(undefined);
    }
  };
  return (
    <Card
      title="New conversations"
      about="Which model answers in them. A conversation can choose another one at its top."
    >
      <Popover open={isOpen} onOpenChange={setIsOpen}>
        <PopoverTrigger asChild>
          <button
            type="button"
            className={cn(fieldBox, "flex h-control max-w-120 items-center gap-2 px-2.5 text-left")}
          >
            <span className="min-w-0 flex-1 truncate">
              <span className="sr-only">Model of new conversations: </span>
              {titleOf(shown, models.view)}
            </span>
            <span className="shrink-0 text-meta text-ink-3 tabular-nums max-md:hidden">
              {factsOf(shown, models.view)}
            </span>
            <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-2" />
          </button>
        </PopoverTrigger>
        <PopoverContent
          align="start"
          aria-label="Choose the model of new conversations"
          className="flex w-120 max-w-[calc(100vw-16px)] flex-col overflow-hidden p-0"
        >
          <ModelList
            models={models}
            value={shown}
            none={{ title: "Whatever is connected", about: "" }}
            onChoose={choose}
          />
        </PopoverContent>
      </Popover>
      <FieldError role="alert" className="mt-2">
        {problem}
      </FieldError>
    </Card>
  );
}

function titleOf(id: string | null, view: ModelsView | null): string {
  const name = (id: string) => view?.models.find((model) => model.id === id)?.name ?? nameOf(id);
  if (id !== null) return name(id);
  return view ? `Whatever is connected, now ${name(view.default)}` : "Whatever is connected";
}

function factsOf(id: string | null, view: ModelsView | null): string {
  const model = view?.models.find((model) => model.id === (id ?? view.default));
  if (!model) return "";
  const context = model.contextWindow === null ? "" : contextWords(model.contextWindow);
  return [context, priceWords(model)].filter(Boolean).join(" · ");
}
