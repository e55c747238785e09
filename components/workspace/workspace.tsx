"use client";

import type { UIMessage } from "ai";
import { useCallback, useEffect, useMemo, useState } from "react";
import { PaneButtons } from "@/components/client/shell/pane-buttons";
import { type Pane, Panes } from "@/components/client/shell/panes";
import { ShellContext, useShell } from "@/components/client/shell/shell-context";
import { useRouter } from "@/components/ui/kit/agent-base";
import { later } from "@/components/ui/later";
import { useIsMobile } from "@/components/ui/use-mobile";
import { Canvas } from "@/components/workspace/canvas/canvas";
import { useGuests } from "@/components/workspace/canvas/pins/guests";
import { useTable } from "@/components/workspace/canvas/pins/use-table";
import { Announcer, summarised } from "@/components/workspace/chat/announcer";
import { ChatBar, PhoneBar } from "@/components/workspace/chat/chat-bar";
import { ChatPanel } from "@/components/workspace/chat/chat-panel";
import type { Project } from "@/components/workspace/chat/client/state";
import { useConversation } from "@/components/workspace/chat/client/use-conversation";
import { DeskContext } from "@/components/workspace/chat/desk";
import { LinkNotice } from "@/components/workspace/chat/link-notice";
import { troubleOf } from "@/components/workspace/chat/messages/entries";
import type { ModelInUse } from "@/components/workspace/chat/model-in-use";
import { RehearsalBar } from "@/components/workspace/chat/rehearsal-bar";
import { useChatCommands } from "@/components/workspace/chat/use-chat-commands";
import { useHeading } from "@/components/workspace/chat/use-heading";
import { isAwaited, type Snapshot } from "@/lib/shared/chat/contract";
import { isMark, type Part, textOf } from "@/lib/shared/chat/parts";
import type { Pin } from "@/lib/shared/chat/surfaces/pins";
import { tabTitle } from "@/lib/shared/chat/tab-title";
import { plainText } from "@/lib/shared/text/plain";
import { PhoneTabs } from "./phone-tabs";
import { useDeskOf } from "./use-desk";
import { useFolding } from "./use-folding";

const ShareConversation = later(() =>
  import("@/components/workspace/sharing/share-conversation").then((module) => module.ShareConversation),
);

type WorkspaceProps = {
  id: string;
  initial: Snapshot | null;
  model: ModelInUse;
  /** A component of the library to show beside the conversation. */
  visiting?: Pin | null;
  /** The project of a new conversation. */
  project?: Project | null;
  /** Address of the page of the rehearsal to which the conversation belongs. */
  rehearsal?: string | null;
};

export function Workspace({ id, initial, model, visiting, project, rehearsal }: WorkspaceProps) {
  const { conversation, state } = useConversation(id, initial, project);
  const { split, changeSplit } = useShell();
  const router = useRouter();
  const { movedTo } = state;
  useEffect(() => {
    if (movedTo !== undefined) router.push(`/chat/${movedTo}`);
  }, [movedTo, router]);
  const [view, setView] = useState<Pane>("chat");

  const reveal = useCallback(
    (pane: Pane) => {
      setView(pane);
      if (split.show !== "both" && split.show !== pane) changeSplit({ show: "both" });
    },
    [split.show, changeSplit],
  );
  const revealCanvas = useCallback(() => reveal("canvas"), [reveal]);
  const guests = useGuests(id, visiting);
  const {
    desk: ownDesk,
    messages,
    sheets,
    front,
    bring,
    next,
    previous,
  } = useDeskOf(conversation, state, revealCanvas, guests);
  const isRehearsal = Boolean(rehearsal);
  const desk = useMemo(() => ({ ...ownDesk, isRehearsal }), [ownDesk, isRehearsal]);
  const heading = useHeading(conversation, state, messages, model);
  const { pinned, onPin } = useTable({
    id,
    title: heading.title,
    desk,
    isStored: state.isStored && !desk.isReader,
  });
  const shell = useFolding(sheets.length === 0);
  const { show } = shell.split;
  const chat = { conversation, state, heading, desk, messages };
  const [isSharing, setIsSharing] = useState(false);
  const share = () => setIsSharing(true);
  const commands = useChatCommands({ ...chat, shell, reveal, next, previous, share });

  const { asks, surfaces } = desk;
  const inCanvas = surfaces.filter((surface) => surface.state === "waiting").length;
  const awaited = asks.filter(isAwaited);
  const waiting = { chat: awaited.length - inCanvas, canvas: inCanvas };
  const isBrowsing = state.running && surfaces.some(({ browser }) => browser?.isBusy);
  const isPhone = useIsMobile();
  const news = useNews(messages, isPhone ? view === "chat" : show !== "canvas");
  const last = messages.at(-1);
  const { title } = heading;

  return (
    <ShellContext value={shell}>
      <DeskContext value={desk}>
        <title>{tabTitle(title, { isWaiting: awaited.length > 0, isRunning: state.running })}</title>
        <main className="flex min-w-0 flex-1 flex-col">
          {show === "canvas" && <h1 className="sr-only max-md:hidden">{title}</h1>}
          <PhoneBar heading={heading} commands={commands} />
          {rehearsal && <RehearsalBar href={rehearsal} />}
          <Panes
            view={view}
            waiting={waiting}
            hasNews={news !== undefined}
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
          {/* Show this notice only where the chat is hidden, because the chat has its own. */}
          <LinkNotice
            isLost={state.lost}
            className={`border-line border-t bg-paper px-4 py-2 empty:hidden ${noticeAt(view, show)}`}
          />
          <PhoneTabs
            view={view}
            waiting={waiting}
            isBrowsing={isBrowsing}
            isRunning={state.running}
            news={isPhone ? news : undefined}
            onView={setView}
          />
        </main>
        {isSharing && (
          <ShareConversation
            conversation={{ id, title }}
            load={commands.readAll}
            onClose={() => setIsSharing(false)}
          />
        )}
        <Announcer
          asks={asks}
          surfaces={surfaces}
          isRunning={state.running}
          lastText={last?.role === "assistant" ? (isMark(last) ? summarised() : textOf(last)) : ""}
          trouble={troubleOf(state)}
        />
      </DeskContext>
    </ShellContext>
  );
}

const noticeAt = (view: Pane, show: string): string =>
  `${view === "canvas" ? "" : "max-md:hidden"} ${show === "canvas" ? "" : "md:hidden"}`;

const MAX_NEWS = 120;

function useNews(messages: readonly UIMessage[], isInSight: boolean): string | undefined {
  const last = messages.at(-1);
  const textParts = last?.role === "assistant" && !isMark(last) ? last.parts.filter(hasText) : [];
  const text = textParts.at(-1)?.text.trim() ?? "";
  const now = `${last?.id} ${textParts.length} ${text.length}`;
  const [seen, setSeen] = useState(now);
  useEffect(() => {
    if (isInSight) setSeen(now);
  }, [isInSight, now]);
  if (isInSight || now === seen || text === "") return undefined;
  const line = plainText(text.slice(0, 4 * MAX_NEWS)).replaceAll(/\s+/g, " ");
  return line.length > MAX_NEWS ? `${line.slice(0, MAX_NEWS - 1).trimEnd()}…` : line;
}

const hasText = (part: Part): part is Extract<Part, { type: "text" }> =>
  part.type === "text" && part.text.trim() !== "";
