"use client";

import type { UIMessage } from "ai";
import { CircleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { takeoverOf } from "@/lib/shared/browser/takeover";
import { sheetOf } from "@/lib/shared/chat/from-surface";
import { textOf } from "@/lib/shared/chat/parts";
import { pointImage, pointsOf } from "@/lib/shared/chat/points";
import { rowsOf } from "@/lib/shared/chat/rows";
import { sentSurfaceOf } from "@/lib/shared/chat/surfaces/sheets";
import { commentOf, type HandedComment } from "@/lib/shared/comments/view";
import { t } from "@/lib/shared/i18n/en/chatMessages";
import { t as inComments } from "@/lib/shared/i18n/en/comments";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { Outgoing } from "../client/state";
import { SentFiles } from "../files/files-later";
import { PointChips } from "../point-chips";
import { HandLine } from "../web/later";
import { FixRow, FromSurfaceLine } from "./from-surface";
import { SentSurfaceNote } from "./sent-surface";

export function SentContent({ message, heading = t("youSaid") }: { message: UIMessage; heading?: string }) {
  const text = textOf(message);
  const surface = sheetOf(message);
  const sent = message.parts.map(sentSurfaceOf).find(Boolean);
  const points = pointsOf(message);
  const comment = commentOf(message);
  return (
    <>
      <h2 className="sr-only">{heading}</h2>
      <div className="flex flex-col gap-2 rounded-sheet bg-fill px-3.5 py-2.5 text-prose wrap-anywhere">
        {text && <p className="whitespace-pre-wrap">{text}</p>}
        {sent && <SentSurfaceNote sent={sent} />}
        {comment && <CommentQuote comment={comment} />}
        <PointChips points={points} />
        <SentFiles files={fileRowsOf(message)} pointed={points.map(pointImage)} />
        {surface && <FromSurfaceLine surface={surface} />}
      </div>
    </>
  );
}

function CommentQuote({ comment: { author, title, text } }: { comment: HandedComment }) {
  return (
    <figure className="flex flex-col gap-0.5 border-line-strong border-l-2 pl-3 text-ui text-ink-2">
      <figcaption className="text-meta text-ink-3">{inComments("handed", { author, title })}</figcaption>
      <blockquote className="whitespace-pre-wrap">{text}</blockquote>
    </figure>
  );
}

export const fileRowsOf = (message: UIMessage) => rowsOf(message).filter((row) => row.kind === "file");

/** A user message that the conversation does not contain yet. */
export function PendingMessage({ message, note }: { message: UIMessage; note: string }) {
  const hand = message.parts.map(takeoverOf).find(Boolean);
  if (hand) return <HandLine hand={hand} at={undefined} />;
  const surface = sheetOf(message);
  if (surface?.failure) return <FixRow surface={surface} text={textOf(message)} at={undefined} />;
  return (
    <div className="flex flex-col gap-1">
      <SentContent message={message} />
      {note && <p className="animate-late text-meta text-ink-3">{note}</p>}
    </div>
  );
}

type UnsentMessageProps = {
  outgoing: Outgoing;
  isRunning: boolean;
  onResend: () => void;
  onEdit: () => void;
};

export function UnsentMessage({ outgoing, isRunning, onResend, onEdit }: UnsentMessageProps) {
  const { message, state, problem } = outgoing;
  const note = state === "sending" ? common("sending") : isRunning ? t("readNext") : "";
  if (state !== "failed") return <PendingMessage message={message} note={note} />;
  return (
    <div className="flex flex-col gap-1">
      <PendingMessage message={message} note="" />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-meta">
        <span role="status" className="flex items-center gap-1 text-danger">
          <CircleAlert aria-hidden className="size-3" />
          {problem ? t("notSent", { problem }) : common("notSent")}
        </span>
        <Button variant="link" className="text-meta" onClick={onResend}>
          {common("tryAgain")}
        </Button>
        <Button variant="link" className="text-meta" onClick={onEdit}>
          {common("edit")}
        </Button>
      </div>
    </div>
  );
}
