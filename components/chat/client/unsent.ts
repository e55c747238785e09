import type { FileUIPart, UIMessage } from "ai";
import * as z from "zod/mini";
import type { Outgoing } from "./state";

/** What could not be sent survives a reload: kept in this browser until the server has it. */

const stored = z.array(
  z.object({
    id: z.string(),
    text: z.string(),
    answers: z.boolean(),
    files: z.optional(
      z.array(z.object({ url: z.string(), mediaType: z.string(), filename: z.optional(z.string()) })),
    ),
  }),
);

const keyOf = (id: string): string => `easel:unsent:${id}`;

export function keepUnsent(id: string, outbox: readonly Outgoing[]): void {
  const unsent = outbox.filter(({ state }) => state !== "sent");
  try {
    const items = unsent.map(({ message, answers }) => ({
      id: message.id,
      text: textOf(message),
      answers,
      files: filesOf(message),
    }));
    if (items.length > 0) localStorage.setItem(keyOf(id), JSON.stringify(items));
    else localStorage.removeItem(keyOf(id));
  } catch {
    // A full or forbidden storage costs only the copy for a reload.
  }
}

export function readUnsent(id: string): Outgoing[] {
  try {
    const items = stored.safeParse(JSON.parse(localStorage.getItem(keyOf(id)) ?? "[]")).data ?? [];
    return items.map(({ id, text, answers, files = [] }) => ({
      message: messageOf(
        text,
        files.map((file) => ({ type: "file", ...file })),
        id,
      ),
      state: "failed",
      answers,
    }));
  } catch {
    return [];
  }
}

export const messageOf = (text: string, files: readonly FileUIPart[], id: string): UIMessage => ({
  id,
  role: "user",
  parts: [...(text || files.length === 0 ? [{ type: "text" as const, text }] : []), ...files],
});

export const textMessage = (text: string, id: string): UIMessage => messageOf(text, [], id);

export const filesOf = ({ parts }: UIMessage): FileUIPart[] => parts.filter((part) => part.type === "file");

const textOf = (message: UIMessage): string =>
  message.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
