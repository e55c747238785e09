"use client";

import { ArrowLeft } from "lucide-react";
import { chooseFallbackModels } from "@/components/settings/api";
import { useSavedChoice } from "@/components/settings/use-saved-choice";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Note } from "@/components/ui/kit/page/note";
import { t } from "@/lib/shared/i18n/en/settingsModels";
import { FallbackModelList } from "./fallback-model-list";
import type { Models } from "./use-models";

type ConversationFallbacksProps = {
  conversationId: string;
  value: string[] | null;
  models: Models;
  onBack: () => void;
};

export function ConversationFallbacks({ conversationId, value, models, onBack }: ConversationFallbacksProps) {
  const { chosen, note, choose } = useSavedChoice(value, async (wanted: string[] | null) => {
    await chooseFallbackModels(conversationId, wanted);
    return wanted;
  });
  return (
    <section aria-labelledby="successors" className="flex flex-col gap-3 overflow-y-auto p-3">
      <header className="flex items-center gap-1">
        <IconButton label={t("back")} size="icon-sm" onClick={onBack}>
          <ArrowLeft aria-hidden />
        </IconButton>
        <h2 id="successors" className="min-w-0 flex-1 font-medium">
          {t("fallbackModels")}
        </h2>
        <Note note={note} />
      </header>
      {chosen === null ? (
        <>
          <p className="text-ink-2">{t("asInSettings")}</p>
          <Button variant="outline" className="self-start" onClick={() => choose([])}>
            {t("chooseOthers")}
          </Button>
        </>
      ) : (
        <>
          <p className="text-ink-2">{chosen.length > 0 ? t("fallbackAbout") : t("noFallbacks")}</p>
          <div>
            <FallbackModelList value={chosen} models={models} onChange={choose} />
          </div>
          <Button variant="ghost" className="self-start" onClick={() => choose(null)}>
            {t("asInSettings")}
          </Button>
        </>
      )}
    </section>
  );
}
