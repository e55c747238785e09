import type { InferUIMessageChunk, ToolUIPart, UIMessage } from "ai";
import type { BrowserTakeover } from "@/lib/shared/browser/takeover";
import type { Compaction } from "@/lib/shared/chat/compaction";
import type { FromSurface } from "@/lib/shared/chat/from-surface";
import type { MessageMetadata } from "@/lib/shared/chat/metadata";
import type { Point } from "@/lib/shared/chat/points";
import type { SessionPart } from "@/lib/shared/chat/session";
import type { SentSurface } from "@/lib/shared/chat/surfaces/sheets";
import type { CodeTask } from "@/lib/shared/code/task";
import type { HandedComment } from "@/lib/shared/comments/view";
import type { Notice } from "@/lib/shared/notice";

export type Message = UIMessage<
  MessageMetadata,
  {
    notice: Notice;
    compaction: Compaction;
    browser: BrowserTakeover;
    sheet: FromSurface;
    answer: SentSurface;
    point: Point;
    comment: HandedComment;
    session: SessionPart;
    task: CodeTask;
  }
>;
export type Part = Message["parts"][number];
export type Chunk = InferUIMessageChunk<Message>;
export type ToolPart = ToolUIPart;
export type ProsePart = Extract<Part, { type: "text" | "reasoning" }>;

export const isToolPart = (part: Part): part is ToolPart => part.type.startsWith("tool-");
export const toolName = (part: ToolPart): string => part.type.slice("tool-".length);
export const isOpen = (part: ToolPart): boolean =>
  part.state === "input-streaming" ||
  part.state === "input-available" ||
  part.state === "approval-requested" ||
  part.state === "approval-responded";
