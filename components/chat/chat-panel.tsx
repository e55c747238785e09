"use client";

import { ArrowDown } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { FieldError } from "@/components/ui/field";
import { textOf } from "@/lib/shared/chat/parts";
import { ChatBar } from "./chat-bar";
import type { Conversation } from "./client/conversation";
import { type ConversationState, openAsks, shownMessages, waitingMessages } from "./client/state";
import { Composer } from "./composer";
import { FirstRun } from "./first-run";
import { LinkNotice } from "./link-notice";
import { MessageList } from "./message-list";
import type { ModelInUse } from "./model-in-use";
import { NoticeLine } from "./notice-line";
import { Outbox } from "./outbox";
import { isQuestion } from "./question-card";
import { useDraft } from "./use-draft";
import { useEnd } from "./use-end";

type ChatPanelProps = {
  conversation: Conversation;
  state: ConversationState;
  title: string;
  model: ModelInUse;
  className?: string;
};

export function ChatPanel({ conversation, state, title, model, className }: ChatPanelProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { isPlaced, isAtEnd, toEnd } = useEnd(scroller, content);
  const [draft, setDraft] = useDraft(conversation.id);

  const messages = shownMessages(state);
  const waiting = waitingMessages(state);
  const asks = openAsks(state);
  const isEmpty = messages.length === 0 && state.outbox.length === 0;
  const send = (text: string) => {
    conversation.send(text);
    toEnd();
    focusWithKeys(field.current);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an empty page asks for the first word
  useEffect(() => {
    if (isEmpty) focusWithKeys(field.current);
  }, []);
  const edit = (messageId: string) => {
    const unsent = state.outbox.find(({ message }) => message.id === messageId);
    if (!unsent) return;
    conversation.discard(messageId);
    setDraft([textOf(unsent.message), draft].filter(Boolean).join("\n"));
    field.current?.focus();
  };

  return (
    <section aria-label="Chat" className={cn("relative flex min-w-0 flex-col bg-paper", className)}>
      <ChatBar id={conversation.id} title={title} model={model} isKnown={state.known} />
      <div
        ref={scroller}
        data-scroller
        className={cn("flex min-h-0 flex-1 overflow-y-auto", isPlaced ? "flex-col" : "flex-col-reverse")}
      >
        <div
          ref={content}
          className="mb-auto flex min-h-full shrink-0 flex-col gap-4 px-6 pt-1 pb-6 max-md:px-4"
        >
          {isEmpty && !state.deleted && <FirstRun model={model} onSend={send} />}
          <MessageList
            messages={messages}
            liveId={state.running ? (state.live?.id ?? undefined) : undefined}
          />
          {state.running && !state.live && <span className="caret" />}
          <FailedRun state={state} />
          <Outbox
            waiting={waiting}
            outbox={state.outbox}
            isRunning={state.running}
            onResend={(id) => conversation.resend(id)}
            onEdit={edit}
          />
        </div>
      </div>
      <div className="relative flex flex-col gap-2 px-4 pb-4 max-md:px-3 max-md:pb-3">
        {!isAtEnd && (
          <Button
            variant="outline"
            size="sm"
            onClick={toEnd}
            className="absolute bottom-full left-1/2 mb-2 -translate-x-1/2 animate-appear rounded-full bg-float shadow-float"
          >
            <ArrowDown aria-hidden />
            Jump to the end
          </Button>
        )}
        <LinkNotice isLost={state.lost} className="px-2 empty:hidden" />
        <FieldError className="px-2">{state.problem}</FieldError>
        {state.deleted ? (
          <p className="px-2 pb-2 text-ui text-ink-2">This conversation was deleted. Begin a new one.</p>
        ) : (
          <Composer
            field={field}
            text={draft}
            placeholder={placeholderOf(state, asks, isEmpty)}
            isRunning={state.running}
            isStopping={state.stopping}
            canCancel={!state.running && asks.length > 0}
            onChange={setDraft}
            onSend={send}
            onStop={() => void conversation.stop()}
          />
        )}
      </div>
    </section>
  );
}

/** Puts the caret there, unless that would bring up the keyboard of a phone. */
function focusWithKeys(field: HTMLElement | null) {
  if (matchMedia("(pointer: fine)").matches) field?.focus({ preventScroll: true });
}

/** Why the last run failed, unless its message says so itself. */
function FailedRun({ state: { running, snapshot } }: { state: ConversationState }) {
  const { run, messages } = snapshot;
  const isSaid = messages.at(-1)?.parts.some(({ type }) => type === "data-notice");
  if (running || run?.status !== "failed" || isSaid || messages.at(-1)?.role === "user") return null;
  const message = run.error?.message ?? "The answer broke off. Write again to go on.";
  return <NoticeLine notice={{ kind: "error", code: run.error?.code ?? "internal", message }} />;
}

function placeholderOf(
  state: ConversationState,
  asks: ReturnType<typeof openAsks>,
  isEmpty: boolean,
): string {
  if (state.running) return "Add something while it writes";
  if (asks.some(isQuestion)) return "Answer in words";
  if (asks.some(({ kind }) => kind === "answer")) return "Answer in words, or ask something else";
  if (asks.length > 0) return "Say what it should do instead";
  return isEmpty ? "Say what you need" : "Write a message";
}
