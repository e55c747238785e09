"use client";

import type { UIMessage } from "ai";
import { later } from "@/components/ui/later";
import { takeoverOf } from "@/lib/shared/browser/takeover";
import { sheetOf } from "@/lib/shared/chat/from-sheet";
import { textOf } from "@/lib/shared/chat/parts";
import { pointPicture, pointsOf } from "@/lib/shared/chat/points";
import { rowsOf } from "@/lib/shared/chat/rows";
import { sessionOf } from "@/lib/shared/chat/session";
import { sentSheetOf } from "@/lib/shared/chat/surfaces/sheets";
import { SentFiles } from "../files/files-later";
import { PointChips } from "../point-chips";
import { useThread } from "../thread";
import { HandLine } from "../web/later";
import { FixRow, FromSheetLine } from "./from-sheet";
import { PersonBar } from "./message-bar";
import { metadataOf } from "./metadata";
import { SentSheetNote } from "./sent-sheet";

const CauseLine = later(
  () => import("./cause-line").then((module) => module.CauseLine),
  () => <div className="h-5" />,
);
const ProgramLine = later(
  () => import("./program-line").then((module) => module.ProgramLine),
  () => <div className="h-5" />,
);
const HelperLine = later(
  () => import("./helper-line").then((module) => module.HelperLine),
  () => <div className="h-5" />,
);
const SessionLine = later(
  () => import("./session-line").then((module) => module.SessionLine),
  () => <div className="h-8 max-md:h-11" />,
);
const EditForm = later(() => import("./edit-form").then((module) => module.EditForm));

/** What the person said, or the field in which it is being rewritten. */
export function PersonMessage({ message }: { message: UIMessage }) {
  const { editing } = useThread();
  const text = textOf(message);
  const hand = message.parts.map(takeoverOf).find(Boolean);
  if (hand) return <HandLine hand={hand} at={metadataOf(message).createdAt} />;
  const session = message.parts.map(sessionOf).find(Boolean);
  if (session) return <SessionLine session={session} id={message.id} />;
  const { cause, program, helper, createdAt } = metadataOf(message);
  if (cause) return <CauseLine cause={cause} text={text} at={createdAt} />;
  if (helper) return <HelperLine helper={helper} text={text} at={createdAt} />;
  if (program) return <ProgramLine text={text} at={createdAt} />;
  const sheet = sheetOf(message);
  if (sheet?.failure) return <FixRow sheet={sheet} text={text} at={metadataOf(message).createdAt} />;
  const sent = message.parts.map(sentSheetOf).find(Boolean);
  const files = rowsOf(message).filter((row) => row.kind === "file");
  const points = pointsOf(message);
  if (editing?.id === message.id)
    return (
      <EditForm messageId={message.id} text={text} hasFiles={files.length > 0} problem={editing.problem}>
        {files.length > 0 && <SentFiles files={files} />}
      </EditForm>
    );
  return (
    <div className="group/message relative">
      <h2 className="sr-only">You said</h2>
      <div className="flex flex-col gap-2 rounded-sheet bg-fill px-3.5 py-2.5 text-prose wrap-anywhere">
        {text && <p className="whitespace-pre-wrap">{text}</p>}
        {sent && <SentSheetNote sent={sent} />}
        <PointChips points={points} />
        <SentFiles files={files} pointed={points.map(pointPicture)} />
        {sheet && <FromSheetLine sheet={sheet} />}
      </div>
      {!sent && <PersonBar messageId={message.id} metadata={metadataOf(message)} text={() => text} />}
    </div>
  );
}
