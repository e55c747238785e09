import type { StoredFile } from "@/lib/shared/files";
import { uploadsOf } from "./uploads-of";

type Take = (file: StoredFile) => void;

/** The composers on the screen. */
const takers = new Set<Take>();

/** Attaches a file that the server has already to the next message of the conversation that is on the screen. */
export function attachHere(file: StoredFile): void {
  for (const take of takers) take(file);
}

/** Attaches it in a conversation, which may be opened later. */
export const keepAttachment = (conversationId: string, file: StoredFile): void =>
  uploadsOf(conversationId).attach(file);

/** Calls `take` with each file that is attached here; gives what ends it. */
export function onAttach(take: Take): () => void {
  takers.add(take);
  return () => takers.delete(take);
}
