import type { FileUIPart, UIMessage } from "ai";
import * as z from "zod/mini";
import { type FromSurface, fromSurface, sheetOf } from "@/lib/shared/chat/from-surface";
import { type Point, point, pointsOf } from "@/lib/shared/chat/points";
import { type SentSurface, sentSurface, sentSurfaceOf } from "@/lib/shared/chat/surfaces/sheets";
import { commentOf, type HandedComment, handedComment } from "@/lib/shared/comments/view";
import type { Outgoing } from "./state";

/* Unsent messages in localStorage survive a reload, until the server has stored them. */

const stored = z.array(
  z.object({
    id: z.string(),
    text: z.string(),
    answers: z.boolean(),
    files: z.optional(
      z.array(z.object({ url: z.string(), mediaType: z.string(), filename: z.optional(z.string()) })),
    ),
    sheet: z.optional(fromSurface),
    answer: z.optional(sentSurface),
    points: z.optional(z.array(point)),
    comment: z.optional(handedComment),
  }),
);

/** The surface, places and comment that a message is about. */
export type About = { sheet?: FromSurface; points?: readonly Point[]; comment?: HandedComment };

const keyOf = (id: string): string => `easel:unsent:${id}`;

export function keepUnsent(id: string, outbox: readonly Outgoing[]): void {
  const unsent = outbox.filter(({ state }) => state !== "sent");
  try {
    const items = unsent.map(({ message, answers }) => ({
      id: message.id,
      text: textOf(message),
      answers,
      files: filesOf(message),
      sheet: sheetOf(message),
      answer: message.parts.map(sentSurfaceOf).find(Boolean),
      points: pointsOf(message),
      comment: commentOf(message),
    }));
    if (items.length > 0) localStorage.setItem(keyOf(id), JSON.stringify(items));
    else localStorage.removeItem(keyOf(id));
  } catch {
    // If storage is full or unavailable, unsent messages do not survive a reload.
  }
}

export function readUnsent(id: string): Outgoing[] {
  try {
    const items = stored.safeParse(JSON.parse(localStorage.getItem(keyOf(id)) ?? "[]")).data ?? [];
    return items.map(({ id, text, answers, files = [], sheet: surface, answer, points, comment }) => ({
      message: answer
        ? surfaceMessage(answer, id)
        : messageOf(
            text,
            files.map((file) => ({ type: "file", ...file })),
            id,
            { sheet: surface, points, comment },
          ),
      state: "failed",
      answers,
    }));
  } catch {
    return [];
  }
}

export const messageOf = (
  text: string,
  files: readonly FileUIPart[],
  id: string,
  { sheet: surface, points = [], comment }: About = {},
): UIMessage => ({
  id,
  role: "user",
  parts: [
    ...(text || files.length === 0 ? [{ type: "text" as const, text }] : []),
    ...files,
    ...(comment ? [{ type: "data-comment" as const, data: comment }] : []),
    ...points.map((data) => ({ type: "data-point" as const, data })),
    ...(surface ? [{ type: "data-sheet" as const, data: surface }] : []),
  ],
});

export const surfaceMessage = (data: SentSurface, id: string): UIMessage => ({
  id,
  role: "user",
  parts: [{ type: "data-answer", data }],
});

export const filesOf = ({ parts }: UIMessage): FileUIPart[] => parts.filter((part) => part.type === "file");

const textOf = (message: UIMessage): string =>
  message.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
