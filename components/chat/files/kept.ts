import * as z from "zod/mini";
import type { Attachment } from "./uploads";

/** What is attached to a draft, kept in this browser. Bytes that had not arrived are gone with the page. */

const kept = z.array(
  z.object({ id: z.nullable(z.string()), name: z.string(), size: z.number(), mediaType: z.string() }),
);

const keyOf = (conversationId: string): string => `easel:files:${conversationId}`;

const LOST = "The page was left before it was uploaded. Attach it again.";

export function keep(conversationId: string, items: readonly Attachment[]): void {
  const rows = items.map(({ id, name, size, mediaType }) => ({ id: id ?? null, name, size, mediaType }));
  try {
    if (rows.length > 0) localStorage.setItem(keyOf(conversationId), JSON.stringify(rows));
    else localStorage.removeItem(keyOf(conversationId));
  } catch {
    // Without storage they last as long as the page.
  }
}

export function readKept(conversationId: string): Attachment[] {
  try {
    const rows = kept.safeParse(JSON.parse(localStorage.getItem(keyOf(conversationId)) ?? "[]")).data ?? [];
    return rows.map(({ id, ...row }, at) => ({
      ...row,
      key: id ?? `lost-${at}`,
      progress: 1,
      ...(id === null ? { state: "failed", problem: LOST, canRetry: false } : { id, state: "done" }),
    }));
  } catch {
    return [];
  }
}
