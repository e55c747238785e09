import type { UIMessage } from "ai";
import { z } from "zod/mini";
import type { Outgoing } from "./state";

/** What could not be sent survives a reload: kept in this browser until the server has it. */

const stored = z.array(
  z.object({
    id: z.string(),
    text: z.string(),
    answers: z.boolean(),
  }),
);

const keyOf = (id: string): string => `easel:unsent:${id}`;

export function keepUnsent(id: string, outbox: readonly Outgoing[]): void {
  const unsent = outbox.filter(({ state }) => state !== "sent");
  try {
    const items = unsent.map(({ message, answers }) => ({ id: message.id, text: textOf(message), answers }));
    if (items.length > 0) localStorage.setItem(keyOf(id), JSON.stringify(items));
    else localStorage.removeItem(keyOf(id));
  } catch {
    // A full or forbidden storage costs only the copy for a reload.
  }
}

export function readUnsent(id: string): Outgoing[] {
  try {
    const items = stored.safeParse(JSON.parse(localStorage.getItem(keyOf(id)) ?? "[]")).data ?? [];
    return items.map(({ id, text, answers }) => ({
      message: textMessage(text, id),
      state: "failed",
      answers,
    }));
  } catch {
    return [];
  }
}

export const textMessage = (text: string, id: string): UIMessage => ({
  id,
  role: "user",
  parts: [{ type: "text", text }],
});

const textOf = (message: UIMessage): string =>
  message.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
