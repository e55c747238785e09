"use client";

import { MessageSquareText } from "lucide-react";
import { useServerPrompts } from "@/components/client/shell/palette/use-server-prompts";
import { Button } from "@/components/ui/button";
import { later } from "@/components/ui/later";
import { t } from "@/lib/shared/i18n/en/chat";

const PromptForm = later(() =>
  import("@/components/client/shell/palette/prompt-form").then((module) => module.PromptForm),
);

const MAX_PROMPTS = 6;

export function ServerOpenings() {
  const { all, run, chosen, leave, fill } = useServerPrompts(true);
  if (all.length === 0) return null;
  return (
    <>
      <ul aria-label={t("serverPrompts")} className="flex flex-wrap gap-2 pt-4">
        {all.slice(0, MAX_PROMPTS).map((one) => (
          <li key={`${one.server.id} ${one.prompt.name}`}>
            <Button
              variant="outline"
              onClick={() => run(one)}
              title={one.prompt.description ?? undefined}
              className="max-w-full"
            >
              <MessageSquareText aria-hidden className="size-4 text-ink-3" />
              <span className="truncate">
                {one.server.title}: {one.prompt.title}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {chosen && <PromptForm chosen={chosen} onFill={(args) => fill(chosen, args)} onClose={leave} />}
    </>
  );
}
