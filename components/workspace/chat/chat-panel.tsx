"use client";

import type { FileUIPart } from "ai";
import { ArrowDown } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { showIntent, useIntent } from "@/components/client/intent";
import { otherName } from "@/components/client/members";
import { Later } from "@/components/draw/markdown/later";
import { preloadMarkdown } from "@/components/draw/markdown/markdown";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { FieldError } from "@/components/ui/field-error";
import Link from "@/components/ui/kit/agent-base";
import { DropVeil } from "@/components/ui/kit/drop-veil";
import { useDraft } from "@/components/ui/kit/hooks/use-draft";
import { useDrop } from "@/components/ui/kit/hooks/use-drop";
import { later } from "@/components/ui/later";
import { retryLoad } from "@/components/ui/retry-load";
import { isAwaited, type Snapshot } from "@/lib/shared/chat/contract";
import { textOf } from "@/lib/shared/chat/parts";
import { type Point, pointsOf } from "@/lib/shared/chat/points";
import { t } from "@/lib/shared/i18n/en/chat";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { Conversation } from "./client/conversation";
import { loadChat } from "./client/follower";
import { usePoints } from "./client/points";
import { type ConversationState, openAsks } from "./client/state";
import { filesOf } from "./client/unsent";
import { Composer } from "./composer";
import { DemoNext } from "./demo-next";
import { useAttachments } from "./files/use-attachments";
import { FirstRun } from "./first-run";
import { LinkNotice } from "./link-notice";
import { entriesOf } from "./messages/entries";
import { EntryView } from "./messages/entry-view";
import type { ListHandle } from "./messages/message-list";
import { metadataOf } from "./messages/metadata";
import type { ModelInUse } from "./model-in-use";
import { placeholderOf } from "./placeholder";
import { ThreadContext } from "./thread";
import { useThreadOf } from "./use-thread";

const SessionEnd = later(() => import("./messages/session-line").then((module) => module.SessionEnd));
const loadList = () => import("./messages/message-list").then((module) => module.MessageList);
// The import must be inline: otherwise Next does not find the chunks that the server-rendered page needs.
// `MessageList` must not import modules that use `dynamic` themselves: the server would reference chunks that
// Next did not emit.
const MessageList = dynamic(
  retryLoad(() => import("./messages/message-list").then((module) => module.MessageList)),
);

type ChatPanelProps = {
  conversation: Conversation;
  state: ConversationState;
  bar: ReactNode;
  model: ModelInUse;
  modelChoice?: string;
  className?: string;
};

export function ChatPanel({ conversation, state, bar, model, modelChoice, className }: ChatPanelProps) {
  const [isAtEnd, setIsAtEnd] = useState(true);
  const [draft, setDraft] = useDraft(conversation.id);
  const attachments = useAttachments(conversation.id);
  const points = usePoints(conversation.id);
  const { panel, field, takeList, hasList } = usePanel(conversation, modelChoice);
  const isEmpty = entriesOf(state).length === 0;
  const { author } = state.snapshot.conversation;
  const thread = useThreadOf(conversation, state, panel, hasList || isEmpty);
  useOpening(isEmpty, panel.toComposer);
  useEffect(() => {
    if (draft !== "") showIntent();
  }, [draft]);

  const rewrite = (messageId: string) => {
    const unsent = state.outbox.find(({ message }) => message.id === messageId);
    if (!unsent) return;
    conversation.discard(messageId);
    setDraft([textOf(unsent.message), draft].filter(Boolean).join("\n"));
    attachments.putBack(filesOf(unsent.message));
    points.add(pointsOf(unsent.message));
    field.current?.focus();
  };
  const drop = useDrop((files) => {
    if (state.deleted || author != null) return;
    attachments.add(files);
    panel.toComposer();
  });

  return (
    <ThreadContext value={thread}>
      <section
        aria-label={common("chat")}
        {...drop.target}
        className={cn("relative flex min-w-0 flex-col bg-paper", className)}
      >
        {bar}
        {isEmpty ? (
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-[max(24px,50%-340px)] pt-1 pb-6 max-md:px-4">
            {!state.deleted && <FirstRun model={model} onSend={panel.say} onReady={panel.toComposer} />}
          </div>
        ) : (
          <Later fallback={<div className="min-h-0 flex-1" />}>
            <MessageList ref={takeList} conversation={conversation} state={state} onEnd={setIsAtEnd}>
              {(entry) => (
                <EntryView
                  entry={entry}
                  isRunning={state.running}
                  onResend={(id) => conversation.resend(id)}
                  onRewrite={rewrite}
                />
              )}
            </MessageList>
          </Later>
        )}
        <Foot conversation={conversation} state={state} onEnd={isAtEnd || isEmpty ? undefined : panel.toEnd}>
          {author != null ? (
            <ReaderLine author={author} />
          ) : (
            <>
              {model.isDemo && !isEmpty && <DemoNext state={state} onSend={panel.say} />}
              <Composer
                field={field}
                text={draft}
                placeholder={placeholderOf(state, openAsks(state), isEmpty)}
                isRunning={state.running}
                isStopping={state.stopping}
                quietSince={(state.live && metadataOf(state.live).quietSince) ?? undefined}
                canCancel={!state.running && openAsks(state).some(isAwaited)}
                onChange={setDraft}
                attachments={attachments}
                points={points}
                onSend={(text) => panel.say(text, attachments.take(), points.take())}
                onStop={() => void conversation.stop()}
                onUp={thread.editLast}
              />
            </>
          )}
        </Foot>
        {drop.isOver && !state.deleted && author == null && (
          <DropVeil title={t("dropToAttach")} about={t("maxFileSize")} />
        )}
      </section>
    </ThreadContext>
  );
}

/** Returns actions on the chat panel. `panel` is the same object as long as the conversation is the same. */
function usePanel(conversation: Conversation, modelChoice: string | undefined) {
  const list = useRef<ListHandle>(null);
  const [hasList, setHasList] = useState(false);
  const takeList = useCallback((handle: ListHandle | null) => {
    list.current = handle;
    setHasList(handle !== null);
  }, []);
  const field = useRef<HTMLTextAreaElement>(null);
  const choice = useRef(modelChoice);
  choice.current = modelChoice;
  const panel = useMemo(
    () => ({
      toEnd: () => list.current?.toEnd(),
      reveal: (id: string) => list.current?.reveal(id) ?? false,
      bring: (element: HTMLElement) => list.current?.bring(element),
      // Does nothing on touch devices, where focusing the field would open the on-screen keyboard.
      toComposer: () => {
        if (matchMedia("(pointer: fine)").matches) field.current?.focus({ preventScroll: true });
      },
      say: (text: string, files: FileUIPart[] = [], points: readonly Point[] = []) => {
        conversation.send(text, { model: choice.current, files, points });
        list.current?.toEnd();
        panel.toComposer();
      },
    }),
    [conversation],
  );
  return { panel, field, takeList, hasList };
}

/**
 * Runs `begin` once if the conversation opens empty. Preloads the code of the first answer when the browser is idle,
 * but in an empty conversation only once the user is about to begin one.
 */
function useOpening(isEmpty: boolean, begin: () => void): void {
  const onOpen = useEffectEvent(() => isEmpty && begin());
  useEffect(() => {
    onOpen();
  }, []);
  const hasIntent = useIntent();
  const isExpected = hasIntent || !isEmpty;
  useEffect(() => {
    if (!isExpected) return;
    const later = window.requestIdleCallback ?? ((call) => setTimeout(call, 500));
    later(() => {
      preloadMarkdown();
      loadList().catch(() => {});
      loadChat().catch(() => {});
    });
  }, [isExpected]);
}

type FootProps = {
  conversation: Conversation;
  state: ConversationState;
  onEnd: (() => void) | undefined;
  children: ReactNode;
};

function Foot({ conversation, state, onEnd, children }: FootProps) {
  const { later } = state.snapshot;
  const { prompt, author, endedAt } = state.snapshot.conversation;
  return (
    <div className="relative flex flex-col gap-2 px-[max(16px,50%-348px)] pb-4 max-md:px-3 max-md:pb-3">
      {onEnd && (
        <Button
          variant="outline"
          size="sm"
          onClick={onEnd}
          className="absolute bottom-full left-1/2 z-10 mb-2 -translate-x-1/2 animate-appear rounded-full bg-float shadow-float"
        >
          <ArrowDown aria-hidden />
          {t("jumpToEnd")}
        </Button>
      )}
      <LinkNotice isLost={state.lost} className="px-2 empty:hidden" />
      <FieldError className="px-2">{state.problem}</FieldError>
      {prompt && author == null && !state.deleted && !state.running && !endedAt && (
        <PromptLine prompt={prompt} onTake={() => conversation.takeNewestPrompt()} />
      )}
      {!state.deleted && hasEnd(state) && (
        <SessionEnd conversation={state.snapshot.conversation} isEndingSession={state.isEndingSession} />
      )}
      {later && author == null && !state.deleted && !state.running && state.outbox.length === 0 && (
        <p className="flex flex-wrap items-baseline gap-x-3 px-2 text-meta text-ink-2">
          {t("laterHidden")}
          <Button variant="link" className="text-meta" onClick={() => conversation.showMessage(later)}>
            {t("showLater")}
          </Button>
        </p>
      )}
      {state.deleted ? (
        <p className="px-2 pb-2 text-ui text-ink-2">
          {author == null ? t("conversationDeleted") : t("noLongerShared")}
        </p>
      ) : (
        children
      )}
    </div>
  );
}

const ReaderLine = ({ author }: { author: string }) => (
  <p className="px-2 py-2 text-ui text-ink-2">{t("sharedWithYou", { name: otherName(author) })}</p>
);

const hasEnd = ({ isEndingSession: dividing, snapshot: { conversation } }: ConversationState): boolean =>
  dividing || conversation.endedAt != null || conversation.isEnding === true;

type PromptLineProps = {
  prompt: NonNullable<Snapshot["conversation"]["prompt"]>;
  onTake: () => Promise<void>;
};

/**
 * A conversation keeps the system prompt it began with. If a newer version is live, this line offers to
 * switch.
 */
function PromptLine({ prompt: { version, live }, onTake }: PromptLineProps) {
  const [isBusy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    await onTake();
    setBusy(false);
  };
  const link = (text: ReactNode) => (
    <Link href="/agent/history?kind=system_prompt" className="underline underline-offset-4">
      {text}
    </Link>
  );
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 px-2 text-meta text-ink-3">
      <span>
        {version === null ? t.rich("earlierPrompt", { link }) : t.rich("promptVersion", { link, version })}
      </span>
      <Button variant="link" className="text-meta" disabled={isBusy} onClick={take}>
        {t("useVersion", { live })}
      </Button>
    </p>
  );
}
