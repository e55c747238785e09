import { findReach, type Reach } from "@/lib/store/hot/reach";

export type { Reach };

/**
 * Returns the limit of a run that a program has caused by way of helpers: a helper that is not settled yet or does its task
 * again, or the run that reads the result of one. The calls of `ask_agent` lead up to the message of the program, also through
 * runs that read results; the metadata of that message hold the names. Null without one.
 */
export async function readReach({
  conversationId,
  messageId,
}: {
  conversationId: string;
  messageId: string;
}): Promise<Reach | null> {
  const [row] = await findReach(conversationId, messageId);
  return row ?? null;
}
