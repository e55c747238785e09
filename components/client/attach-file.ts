import type { StoredFile } from "@/lib/shared/files";
import { uploadsOf } from "./uploads-of";

type Take = (file: StoredFile) => void;

/** The mounted composers. */
const takers = new Set<Take>();

/** Attaches a stored file to the next message of the visible conversation. */
export function attachHere(file: StoredFile): void {
  for (const take of takers) take(file);
}

/** Attaches a stored file to a conversation that need not be open. */
export const keepAttachment = (conversationId: string, file: StoredFile): void =>
  uploadsOf(conversationId).attach(file);

/** Calls `take` with each attached file. Returns a function that unsubscribes. */
export function onAttach(take: Take): () => void {
  takers.add(take);
  return () => takers.delete(take);
}
