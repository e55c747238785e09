"use client";

import { useCallback, useState } from "react";
import { Canvas } from "@/components/canvas/canvas";
import { useGuests } from "@/components/canvas/pins/guests";
import { useTable } from "@/components/canvas/pins/use-table";
import { PaneButtons } from "@/components/shell/pane-buttons";
import { type Pane, Panes } from "@/components/shell/panes";
import { useShell } from "@/components/shell/shell-context";
import type { Snapshot } from "@/lib/shared/chat/contract";
import { isMark, textOf } from "@/lib/shared/chat/parts";
import { tabTitle } from "@/lib/shared/chat/tab-title";
import { Announcer, SUMMARISED } from "./announcer";
import { ChatBar, PhoneBar } from "./chat-bar";
import { ChatPanel } from "./chat-panel";
import { useConversation } from "./client/use-conversation";
import { DeskContext } from "./desk";
import { troubleOf } from "./entries";
import { LinkNotice } from "./link-notice";
import type { ModelInUse } from "./model-in-use";
import { PhoneTabs } from "./phone-tabs";
import { useChatCommands } from "./use-chat-commands";
import { useDeskOf } from "./use-desk";
import { useHeading } from "./use-heading";

type WorkspaceProps = { id: string; known: Snapshot | null; model: ModelInUse };

/** One conversation: chat and canvas, side by side or one at a time. */
export function Workspace({ id, known, model }: WorkspaceProps) {
  const { conversation, state } = useConversation(id, known);
  const { split, changeSplit } = useShell();
  const [view, setView] = useState<Pane>("chat");

  /** Brings one of the two into view, wherever the other has taken its room. */
  const reveal = useCallback(
    (pane: Pane) => {
      setView(pane);
      if (split.show !== "both" && split.show !== pane) changeSplit({ show: "both" });
    },
    [split.show, changeSplit],
  );
  const revealCanvas = useCallback(() => reveal("canvas"), [reveal]);
  const guests = useGuests(id);
  const { messages, desk, front, bring, next, previous } = useDeskOf(
    conversation,
    state,
    revealCanvas,
    guests,
  );
  const heading = useHeading(conversation, state, messages, model);
  const { pinned, onPin } = useTable({ id, title: heading.title, desk, isKnown: state.known });
  const commands = useChatCommands({ conversation, state, heading, desk, messages, reveal, next, previous });

  const { asks, surfaces } = desk;
  const inCanvas = surfaces.filter((surface) => surface.state === "waiting").length;
  const waiting = { chat: asks.length - inCanvas, canvas: inCanvas };
  const isBrowsing = state.running && surfaces.some(({ browser }) => browser?.isBusy);
  const last = messages.at(-1);
  const { title } = heading;

  return (
    <DeskContext value={desk}>
      <title>{tabTitle(title, { isWaiting: asks.length > 0, isRunning: state.running })}</title>
      <main className="flex min-w-0 flex-1 flex-col">
        {split.show === "canvas" && <h1 className="sr-only max-md:hidden">{title}</h1>}
        <PhoneBar heading={heading} commands={commands} />
        <Panes
          view={view}
          waiting={waiting}
          chat={
            <ChatPanel
              conversation={conversation}
              state={state}
              bar={<ChatBar heading={heading} commands={commands} />}
              model={heading.model}
              modelChoice={heading.choice ?? undefined}
              className="flex-1"
            />
          }
          canvas={
            <Canvas
              conversationId={id}
              title={title}
              front={front}
              onBring={bring}
              pinned={pinned}
              onPin={onPin}
              guests={guests}
              bar={<PaneButtons />}
            />
          }
        />
        {/* Where the chat is seen, it says so itself. */}
        <LinkNotice
          isLost={state.lost}
          className={`border-line border-t bg-paper px-4 py-2 empty:hidden ${noticeAt(view, split.show)}`}
        />
        <PhoneTabs view={view} waiting={waiting} isBrowsing={isBrowsing} onView={setView} />
      </main>
      <Announcer
        asks={asks}
        surfaces={surfaces}
        isRunning={state.running}
        lastText={last?.role === "assistant" ? (isMark(last) ? SUMMARISED : textOf(last)) : ""}
        trouble={troubleOf(state)}
      />
    </DeskContext>
  );
}

const noticeAt = (view: Pane, show: string): string =>
  `${view === "canvas" ? "" : "max-md:hidden"} ${show === "canvas" ? "" : "md:hidden"}`;
