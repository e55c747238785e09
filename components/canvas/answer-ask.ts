import type { Ask } from "@/lib/shared/chat/contract";

/** Answers the ask of a sheet. Throws what is wrong in words for the person. */
export async function answerAsk(
  ask: Ask | undefined,
  output: unknown,
  answer: (ask: Ask, output: unknown) => Promise<string | undefined>,
): Promise<void> {
  // While a form still streams it can be filled but not sent: its ask opens when the step is saved.
  if (!ask) throw new Error("Easel is not done asking yet. Send it again in a moment.");
  const problem = await answer(ask, output);
  if (problem) throw new Error(problem);
}
