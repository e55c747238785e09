import type { StoredFile } from "@/lib/shared/files";
import { uploadsOf } from "./uploads-of";

type Take = (file: StoredFile) => void;

const takers = new Set<Take>();

export function attachHere(file: StoredFile): void {
  for (const take of takers) take(file);
}

/** Attaches a stored file to the next message of a conversation, even if that conversation is not open. */
export const keepAttachment = (conversationId: string, file: StoredFile): void =>
  uploadsOf(conversationId).attach(file);

export function onAttach(take: Take): () => void {
  takers.add(take);
  return () => takers.delete(take);
}
