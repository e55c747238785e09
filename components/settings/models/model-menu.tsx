"use client";

import { ArrowLeftRight, ChevronDown, CircleAlert } from "lucide-react";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { chooseModel } from "@/components/settings/api";
import { choiceQueue } from "@/components/settings/choice-queue";
import { nameOf } from "@/components/settings/model-format";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { t } from "@/lib/shared/i18n/en/settingsModels";
import type { ModelsView } from "@/lib/shared/settings";
import { ConversationFallbacks } from "./conversation-fallbacks";
import { ModelList } from "./model-list";
import { useModels } from "./use-models";

type ModelMenuProps = {
  conversationId: string;
  /** The model chosen for this conversation; null to use that of new conversations. */
  value: string | null;
  /** Fallback models of this conversation; null to use those of the settings. */
  fallbackModels: string[] | null;
  label: string;
  isDemo?: boolean;
  /**
   * True if the conversation exists on the server. A new conversation sends its model with the first message.
   */
  isStored: boolean;
  onChoose: (id: string | null) => void;
  /** Set because the menu's code only loads on the first click. */
  defaultOpen?: boolean;
  className?: string;
};

/** Menu to choose the model of a conversation. Load it lazily, because it is too large for the first page. */
export function ModelMenu({
  conversationId,
  value,
  fallbackModels,
  label,
  isDemo,
  isStored,
  onChoose,
  defaultOpen = false,
  className,
}: ModelMenuProps) {
  const [isOpen, setIsOpen] = useState(defaultOpen);
  const [isOnFallbacks, setIsOnFallbacks] = useState(false);
  // Show the cached models at once and refetch them, because providers may have changed.
  const models = useModels(null, isOpen);
  const { choose, problem, forget } = useModelChoice({
    conversationId: isStored ? conversationId : null,
    value,
    onChoose,
    onRefused: () => setIsOpen(true),
  });
  const shown = labelOf(value, label, models.view);

  const open = (wanted: boolean) => {
    setIsOpen(wanted);
    setIsOnFallbacks(false);
    if (!wanted) forget();
  };
  return (
    <Popover open={isOpen} onOpenChange={open}>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          title={shown}
          className={cn("min-w-0 shrink gap-1 px-2 font-normal", className)}
        >
          <span className="max-w-44 truncate">
            <span className="sr-only">{t("current")} </span>
            {shown}
          </span>
          <ChevronDown aria-hidden />
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="end"
        aria-label={isOnFallbacks ? t("fallbackModels") : t("chooseModel")}
        className="flex w-120 max-w-[calc(100vw-16px)] flex-col overflow-hidden p-0"
      >
        {isOnFallbacks ? (
          <ConversationFallbacks
            conversationId={conversationId}
            value={fallbackModels}
            models={models}
            onBack={() => setIsOnFallbacks(false)}
          />
        ) : (
          <>
            {problem && (
              <p role="alert" className="flex gap-2 border-line border-b px-3 py-2">
                <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
                {problem}
              </p>
            )}
            <ModelList
              models={models}
              value={value}
              none={{
                title: t("default"),
                about: models.view ? labelOf(null, nameOf(models.view.default), models.view) : "",
              }}
              onChoose={(id) => {
                open(false);
                choose(id);
              }}
              connect={isDemo ? t("connectModel") : t("connectAnother")}
            />
            {isStored && (
              <div className="shrink-0 border-line border-t p-1">
                <Button
                  variant="ghost"
                  className="w-full justify-start px-2 font-normal"
                  onClick={() => setIsOnFallbacks(true)}
                >
                  <ArrowLeftRight aria-hidden />
                  {fallbackModels === null
                    ? t("fallbackAsInSettings")
                    : t("fallbackCount", { count: fallbackModels.length })}
                </Button>
              </div>
            )}
          </>
        )}
      </PopoverContent>
    </Popover>
  );
}

function labelOf(value: string | null, label: string, view: ModelsView | null): string {
  const id = value ?? view?.default;
  const modelName = view?.models.find((model) => model.id === id)?.name;
  return modelName ?? (view && value !== null ? nameOf(value) : label);
}

type ModelChoice = {
  /** Null if the conversation is not on the server yet. */
  conversationId: string | null;
  value: string | null;
  onChoose: (id: string | null) => void;
  onRefused: () => void;
};

/** Applies a choice optimistically and sends it. A rejected choice is reverted with a message. */
function useModelChoice({ conversationId, value, onChoose, onRefused }: ModelChoice) {
  const [problem, setProblem] = useState<string | null>(null);
  const [push] = useState(() => choiceQueue<string | null>());

  const choose = (id: string | null) => {
    setProblem(null);
    onChoose(id);
    if (conversationId === null || id === value) return;
    void push({
      to: id,
      from: value,
      send: () => chooseModel(conversationId, id),
      onRefused: (stored, error) => {
        onChoose(stored);
        setProblem(t("notChanged", { error: failureText(error) }));
        onRefused();
      },
    });
  };
  return { choose, problem, forget: () => setProblem(null) };
}
