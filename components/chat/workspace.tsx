"use client";

import { useCallback, useMemo, useState } from "react";
import { Canvas } from "@/components/canvas/canvas";
import { cn } from "@/components/ui/cn";
import { type Snapshot, titleOf } from "@/lib/shared/chat/contract";
import { textOf } from "@/lib/shared/chat/parts";
import { surfacesOf } from "@/lib/shared/chat/surfaces";
import { tabTitle, titleFrom } from "@/lib/shared/chat/tab-title";
import { Announcer } from "./announcer";
import { PhoneBar } from "./chat-bar";
import { ChatPanel } from "./chat-panel";
import { openAsks, shownMessages } from "./client/state";
import { useConversation } from "./client/use-conversation";
import { DeskContext } from "./desk";
import { LinkNotice } from "./link-notice";
import type { ModelInUse } from "./model-in-use";
import { PhoneTabs, type View } from "./phone-tabs";
import { useFront } from "./use-front";
import { useStable } from "./use-stable";

type WorkspaceProps = { id: string; known: Snapshot | null; model: ModelInUse };

/** One conversation: chat and canvas, side by side or one at a time. */
export function Workspace({ id, known, model }: WorkspaceProps) {
  const { conversation, state } = useConversation(id, known);
  const [view, setView] = useState<View>("chat");

  const messages = shownMessages(state);
  const asks = useStable(openAsks(state));
  const taken = Object.entries(state.answering).flatMap(([key, { state, output }]) =>
    state === "taken" ? [[key, output] as const] : [],
  );
  const surfaces = useStable(surfacesOf(messages, asks, Object.fromEntries(taken)));
  const sent = state.outbox.find(({ answers, state }) => answers && state !== "failed");
  const reply = sent && textOf(sent.message);

  const { front, bring, focusOn } = useFront(surfaces);
  const show = useCallback(
    (surfaceId: string) => {
      setView("canvas");
      focusOn(surfaceId);
    },
    [focusOn],
  );
  const { answering } = state;
  const desk = useMemo(
    () => ({
      asks,
      answering,
      surfaces,
      front,
      reply,
      answer: conversation.answer.bind(conversation),
      show,
    }),
    [asks, answering, surfaces, front, reply, conversation, show],
  );

  const title = titleOf({ title: state.snapshot.conversation.title || titleFrom(messages) });
  const waiting = surfaces.filter((surface) => surface.state === "waiting").length;
  const last = messages.at(-1);
  const browserTitle = tabTitle(title, { isWaiting: asks.length > 0, isRunning: state.running });

  return (
    <DeskContext value={desk}>
      <title>{browserTitle}</title>
      <main className="flex min-w-0 flex-1 flex-col md:flex-row">
        <PhoneBar title={title} />
        <ChatPanel
          conversation={conversation}
          state={state}
          title={title}
          model={model}
          className={cn(
            "max-md:min-h-0 max-md:flex-1 md:w-(--chat) md:shrink-0 md:border-line md:border-r",
            view !== "chat" && "max-md:hidden",
          )}
        />
        <Canvas
          conversationId={id}
          onBring={bring}
          className={cn("max-md:min-h-0 md:flex-1", view !== "canvas" && "max-md:hidden")}
        />
        {view === "canvas" && (
          <LinkNotice isLost={state.lost} className="bg-paper px-4 py-2 empty:hidden md:hidden" />
        )}
        <PhoneTabs view={view} waiting={{ chat: asks.length - waiting, canvas: waiting }} onView={setView} />
      </main>
      <Announcer
        asks={asks}
        surfaces={surfaces}
        isRunning={state.running}
        lastText={last?.role === "assistant" ? textOf(last) : ""}
      />
    </DeskContext>
  );
}
