"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { isConversation } from "@/components/client/events";
import { useAgentChoice } from "@/components/client/shell/layout-context";
import Link from "@/components/ui/kit/agent-base";
import { SurfaceIcon } from "@/components/ui/kit/surface-icon";
import { answerSurface } from "@/components/workspace/canvas/answer-surface";
import { Boundary } from "@/components/workspace/canvas/boundary";
import { useBoard } from "@/components/workspace/canvas/pins/pins";
import { usePinDesk } from "@/components/workspace/canvas/pins/use-pin-desk";
import { SurfaceBody } from "@/components/workspace/canvas/surface-body";
import { readConversation } from "@/components/workspace/chat/client/api";
import { DeskContext } from "@/components/workspace/chat/desk";
import type { OpenAsk } from "@/lib/shared/chat/open-asks";
import { closedSurfaces } from "@/lib/shared/chat/surfaces/closed-surfaces";
import { type Pin, surfacePinKey } from "@/lib/shared/chat/surfaces/pins";
import { surfacePath } from "@/lib/shared/chat/surfaces/surface-address";
import { newestOf, type Surface, surfaceId, surfacesOf } from "@/lib/shared/chat/surfaces/surfaces";

/** Number of the newest messages in which the sheet is searched. */
const LIMIT = 40;

/**
 * Shows the sheet that an ask is about: its own, or else the newest of its conversation. Nothing for an ask of
 * another agent, whose sheets this page cannot read.
 */
export function SheetBeside({ ask }: { ask: OpenAsk }) {
  const { current } = useAgentChoice();
  const { conversationId, title } = ask;
  const { data: surface } = useQuery({
    queryKey: ["inbox sheet", conversationId, ask.messageId, ask.toolCallId],
    queryFn: () => sheetOf(ask),
    enabled: current === "" || current === ask.agentId,
    meta: { outdatedBy: (change) => isConversation(change) && change === conversationId },
  });
  if (!surface) return null;
  const isOwn = surface.id === surfaceId(ask.messageId, ask.toolCallId);
  const pin: Pin = {
    key: surfacePinKey(conversationId, surface.id),
    from: { id: conversationId, title },
    surface,
    asks: isOwn ? [ask] : [],
  };
  return <Sheet key={pin.key} pin={pin} surface={surface} />;
}

function Sheet({ pin, surface }: { pin: Pin; surface: Surface }) {
  const id = useId();
  const desk = usePinDesk(useBoard(), pin);
  return (
    <section
      aria-labelledby={id}
      className="max-h-full min-w-0 overflow-y-auto rounded-sheet bg-sheet shadow-sheet"
    >
      <h3 id={id} className="flex min-w-0 items-center gap-2.5 px-5 pt-4 font-medium">
        <SurfaceIcon kind={surface.kind} className="size-4 shrink-0 text-ink-2" />
        <Link
          href={surfacePath(surface, { id: desk.conversationId })}
          className="min-w-0 underline-offset-4 wrap-anywhere hover:underline"
        >
          {surface.title}
        </Link>
      </h3>
      <DeskContext value={desk}>
        <Boundary title={surface.title}>
          <SurfaceBody
            surface={surface}
            onAnswer={(output, shown) => answerSurface(shown, pin.asks[0], output, desk)}
          />
        </Boundary>
      </DeskContext>
    </section>
  );
}

async function sheetOf({ conversationId, messageId, toolCallId }: OpenAsk): Promise<Surface | null> {
  const { messages, asks, sheets, earlier } = await readConversation(conversationId, { limit: LIMIT });
  const all = surfacesOf(earlier ? [...earlier.messages, ...messages] : messages, asks);
  const closed = closedSurfaces(all, sheets);
  const open = all.filter(({ id, kind }) => !closed.has(id) && kind !== "browser" && kind !== "app");
  return open.find(({ id }) => id === surfaceId(messageId, toolCallId)) ?? newestOf(open) ?? null;
}
