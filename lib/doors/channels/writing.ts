import { Draft } from "@/lib/agent/message/draft";
import type { Chunk } from "@/lib/agent/message/message";

/**
 * A streaming text is first shown at this length or after this time. A phone's notification shows only the
 * start, so the start should not be too short.
 */
const FIRST_CHARS = 60;
const FIRST_MS = 400;

export type Writing = { messageId: string; at: number; text: string };

/** Calls `show` with the text parts of a stream as they grow, until the stream ends or `signal` aborts. */
export async function eachText(
  stream: AsyncIterable<Chunk>,
  signal: AbortSignal,
  show: (writing: Writing) => void,
): Promise<void> {
  const draft = new Draft();
  let messageId: string | undefined;
  let isDue = false;
  let due: NodeJS.Timeout | undefined;
  const showAt = (at: number) => {
    const part = draft.parts[at];
    if (part?.type === "text" && messageId !== undefined) show({ messageId, at, text: part.text });
  };
  const showNow = () => {
    const part = draft.parts.at(-1);
    if (part?.type !== "text" || part.state !== "streaming") return false;
    if (isDue || part.text.length >= FIRST_CHARS) showAt(draft.parts.length - 1);
    return true;
  };
  try {
    for await (const chunk of stream) {
      if (signal.aborted) return;
      if (chunk.type === "start") messageId = chunk.messageId ?? messageId;
      draft.apply(chunk);
      if (showNow()) {
        due ??= setTimeout(() => {
          isDue = true;
          showNow();
        }, FIRST_MS);
        continue;
      }
      clearTimeout(due);
      due = undefined;
      isDue = false;
      // Show a finished text at once, because it can take longer until its step is saved.
      if (chunk.type === "text-end") showAt(draft.parts.findLastIndex(({ type }) => type === "text"));
    }
  } finally {
    clearTimeout(due);
  }
}
