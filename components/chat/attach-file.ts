import { type StoredFile, storedFile } from "@/lib/shared/files";
import { uploadsOf } from "./files/uploads-of";

const EVENT = "easel:attach";

/** Attaches a file that the server has already to the next message of the conversation that is on the screen. */
export function attachHere(file: StoredFile): void {
  dispatchEvent(new CustomEvent(EVENT, { detail: file }));
}

/** Attaches it in a conversation, which may be opened later. */
export const keepAttachment = (conversationId: string, file: StoredFile): void =>
  uploadsOf(conversationId).attach(file);

/** Calls `take` with each file that is attached here; gives what ends it. */
export function onAttach(take: (file: StoredFile) => void): () => void {
  const listen = (event: Event) => {
    const file = event instanceof CustomEvent ? storedFile.safeParse(event.detail).data : undefined;
    if (file) take(file);
  };
  addEventListener(EVENT, listen);
  return () => removeEventListener(EVENT, listen);
}
