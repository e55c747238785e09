"use client";

import { Check, CircleSlash } from "lucide-react";
import { useEffect, useId, useMemo, useRef } from "react";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field-error";
import { useRouter } from "@/components/ui/kit/agent-base";
import { SurfaceIcon } from "@/components/ui/kit/surface-icon";
import { answerSurface } from "@/components/workspace/canvas/answer-surface";
import { SurfaceBody } from "@/components/workspace/canvas/surface-body";
import { ApprovalCard } from "@/components/workspace/chat/approval/approval-card";
import { QuestionCard } from "@/components/workspace/chat/approval/question-card";
import { SurfaceCard } from "@/components/workspace/chat/calls/surface-card";
import { type Answering, askId } from "@/components/workspace/chat/client/state";
import { DeskContext, EMPTY_DESK, useDesk } from "@/components/workspace/chat/desk";
import { withoutHidden } from "@/lib/shared/blocks/hidden-fields";
import type { OpenAsk } from "@/lib/shared/chat/open-asks";
import { field, isRecord } from "@/lib/shared/chat/parts";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { answerText } from "@/lib/shared/chat/tool-sentence";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/inbox";
import { type AskBody, bodyOf } from "./body-of";
import { Heading, useWayTo } from "./heading";
import { outputElsewhere, useAnswer } from "./use-answer";
import type { InboxRow } from "./use-inbox";

type InboxItemProps = {
  row: InboxRow;
  open: readonly OpenAsk[];
  now: string;
  isChosen: boolean;
  onChoose: (row: InboxRow) => void;
};

export function InboxItem({ row, open, now, isChosen, onChoose }: InboxItemProps) {
  const { ask, isOpen } = row;
  const id = useId();
  const router = useRouter();
  const place = useRef<HTMLElement>(null);
  const { answer, answering, dismissal } = useAnswer(ask);
  const body = useMemo(() => bodyOf(ask), [ask]);
  const way = useWayTo(ask, body);
  const isMine = answering?.state === "taken" || answering?.state === "elsewhere" || dismissal.isDone;
  const isOver = !isOpen || isMine;
  useEffect(() => {
    // The clicked button was removed, so keep the keyboard focus on the item.
    if (isMine) place.current?.focus({ preventScroll: true });
  }, [isMine]);
  const desk = useMemo(
    () => ({
      ...EMPTY_DESK,
      conversationId: ask.conversationId,
      asks: isOver ? [] : [...open],
      answering: answering ? { [askId(ask)]: answering } : {},
      surfaces: "surface" in body ? [body.surface] : [],
      answer: (_: unknown, output: unknown) => answer(output),
      show: () => router.push(way),
    }),
    [ask, isOver, open, answering, body, answer, router, way],
  );
  return (
    <article
      ref={place}
      tabIndex={-1}
      aria-labelledby={id}
      data-chosen={isChosen || undefined}
      onFocus={() => onChoose(row)}
      onPointerDown={() => onChoose(row)}
      className="flex scroll-mt-4 flex-col gap-2 outline-none"
    >
      <Heading id={id} ask={ask} body={body} now={now} isOver={isOver} />
      {isOver ? (
        <Settled answering={answering} isDismissed={dismissal.isDone} input={ask.input} />
      ) : (
        <DeskContext value={desk}>
          <Body body={body} ask={ask} />
          <div className="-mt-1 flex items-center gap-2">
            <Button
              variant="ghost"
              size="sm"
              className="-ml-2 text-ink-3 max-md:h-11"
              title={t("dismissHint")}
              disabled={dismissal.isPending}
              onClick={dismissal.dismiss}
            >
              {common("dismiss")}
            </Button>
            <FieldError>{dismissal.problem}</FieldError>
          </div>
        </DeskContext>
      )}
    </article>
  );
}

function Body({ body, ask }: { body: AskBody; ask: OpenAsk }) {
  const { messageId } = ask;
  if (body.as === "question") return <QuestionCard tool={body.tool} messageId={messageId} />;
  if (body.as === "approval")
    return <ApprovalCard tool={body.tool} messageId={messageId} reason={ask.because ?? undefined} />;
  if (body.as === "form") return <SmallForm surface={body.surface} ask={ask} />;
  if (body.as === "sheet") return <SurfaceCard tool={{ toolCallId: ask.toolCallId }} messageId={messageId} />;
  return <p className="text-ui text-ink-2">{t("answerThere")}</p>;
}

function SmallForm({ surface, ask }: { surface: Surface; ask: OpenAsk }) {
  const id = useId();
  const desk = useDesk();
  return (
    <section
      aria-labelledby={id}
      className="rounded-sheet border border-accent-line border-t-2 border-t-accent bg-sheet shadow-sheet"
    >
      <h3 id={id} className="flex min-w-0 items-center gap-2.5 px-5 pt-3.5 font-medium max-md:px-4">
        <SurfaceIcon kind={surface.kind} className="size-4 shrink-0 text-accent" />
        <span className="min-w-0 wrap-anywhere">{surface.title}</span>
      </h3>
      <SurfaceBody surface={surface} onAnswer={(output) => answerSurface(surface, ask, output, desk)} />
    </section>
  );
}

type SettledProps = {
  answering: Answering | undefined;
  isDismissed: boolean;
  input: unknown;
};

function Settled({ answering, isDismissed, input }: SettledProps) {
  const isMine = answering?.state === "taken";
  return (
    <p
      role="status"
      className="flex items-start gap-2.5 rounded-sheet border border-line px-3.5 py-2.5 text-ui text-ink-2"
    >
      {isMine ? (
        <Check aria-hidden className="mt-0.5 size-4 shrink-0" />
      ) : (
        <CircleSlash aria-hidden className="mt-0.5 size-4 shrink-0" />
      )}
      <span className="min-w-0 wrap-anywhere">
        {isMine ? mine(answering, input) : isDismissed ? t("dismissed") : elsewhere(answering, input)}
      </span>
    </p>
  );
}

function mine({ output }: Answering, input: unknown): string {
  const decision = field(output, "decision");
  if (decision === "reject") return t("rejected");
  if (decision !== undefined) return decision === "edit" ? t("allowedEdited") : t("allowed");
  const text = answerText(withoutHidden(input, output));
  return text ? t("answeredText", { text }) : t("answered");
}

function elsewhere(answering: Answering | undefined, input: unknown): string {
  if (!answering) return t("settledElsewhere");
  const otherOutput = outputElsewhere(answering);
  const text = answerText(withoutHidden(input, otherOutput));
  if (text) return t("answeredElsewhere", { text });
  const isStopped = isRecord(otherOutput) && otherOutput.action === "cancelled";
  return isStopped ? t("stopped") : t("closedElsewhere");
}
