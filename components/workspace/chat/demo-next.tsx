"use client";

import { Button } from "@/components/ui/button";
import { isAwaited } from "@/lib/shared/chat/contract";
import { textOf } from "@/lib/shared/chat/parts";
import { nextStops } from "@/lib/shared/demo-tour";
import { t } from "@/lib/shared/i18n/en/chat";
import { type ConversationState, openAsks, shownMessages } from "./client/state";

type DemoNextProps = { state: ConversationState; onSend: (text: string) => void };

/** Offers what the demo can play next. The run does not wait for the choice, so the user can leave or write instead. */
export function DemoNext({ state, onSend }: DemoNextProps) {
  const isFree = !state.running && state.outbox.length === 0 && !openAsks(state).some(isAwaited);
  const said = shownMessages(state).filter(({ role }) => role === "user");
  const stops = isFree && !state.deleted ? nextStops(said.map(textOf)) : [];
  if (stops.length === 0) return null;
  return (
    <section aria-label={t("whereToNext")} className="flex flex-wrap gap-2">
      {stops.map((title) => (
        <Button key={title} variant="outline" onClick={() => onSend(title)}>
          {title}
        </Button>
      ))}
    </section>
  );
}
