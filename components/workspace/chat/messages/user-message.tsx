"use client";

import type { UIMessage } from "ai";
import { later } from "@/components/ui/later";
import { takeoverOf } from "@/lib/shared/browser/takeover";
import { sheetOf } from "@/lib/shared/chat/from-surface";
import { textOf } from "@/lib/shared/chat/parts";
import { sessionOf } from "@/lib/shared/chat/session";
import { sentSurfaceOf } from "@/lib/shared/chat/surfaces/sheets";
import { t } from "@/lib/shared/i18n/en/chatMessages";
import { SentFiles } from "../files/files-later";
import { useThread } from "../thread";
import { HandLine } from "../web/later";
import { FixRow } from "./from-surface";
import { UserBar } from "./message-bar";
import { metadataOf } from "./metadata";
import { fileRowsOf, SentContent } from "./pending-message";

const CauseLine = later(
  () => import("./cause-line").then((module) => module.CauseLine),
  () => <div className="h-5" />,
);
const ProgramLine = later(
  () => import("./program-line").then((module) => module.ProgramLine),
  () => <div className="h-5" />,
);
const ProgramName = later(
  () => import("./program-line").then((module) => module.ProgramName),
  () => <div className="mb-1.5 h-5" />,
);
const SubagentLine = later(
  () => import("./subagent-line").then((module) => module.SubagentLine),
  () => <div className="h-5" />,
);
const SessionLine = later(
  () => import("./session-line").then((module) => module.SessionLine),
  () => <div className="h-8 max-md:h-11" />,
);
const EditForm = later(() => import("./edit-form").then((module) => module.EditForm));

export function UserMessage({ message }: { message: UIMessage }) {
  const { editing } = useThread();
  const text = textOf(message);
  const hand = message.parts.map(takeoverOf).find(Boolean);
  if (hand) return <HandLine hand={hand} at={metadataOf(message).createdAt} />;
  const session = message.parts.map(sessionOf).find(Boolean);
  if (session) return <SessionLine session={session} id={message.id} />;
  const { cause, program, helper: subagent, createdAt } = metadataOf(message);
  if (cause) return <CauseLine cause={cause} text={text} at={createdAt} />;
  if (subagent) return <SubagentLine subagent={subagent} text={text} at={createdAt} />;
  if (program && program.toolset !== null) return <ProgramLine text={text} at={createdAt} />;
  const surface = sheetOf(message);
  if (surface?.failure) return <FixRow surface={surface} text={text} at={metadataOf(message).createdAt} />;
  const files = fileRowsOf(message);
  if (editing?.id === message.id)
    return (
      <EditForm messageId={message.id} text={text} hasFiles={files.length > 0} problem={editing.problem}>
        {files.length > 0 && <SentFiles files={files} />}
      </EditForm>
    );
  return (
    <div className="group/message relative">
      {program && <ProgramName name={program.name} />}
      <SentContent message={message} heading={program ? t("programSaid") : undefined} />
      {!message.parts.some(sentSurfaceOf) && (
        <UserBar messageId={message.id} metadata={metadataOf(message)} text={() => text} />
      )}
    </div>
  );
}
