import type { Desk } from "@/components/workspace/chat/desk";
import type { Ask } from "@/lib/shared/chat/contract";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { t } from "@/lib/shared/i18n/en/canvas";

/**
 * Answers the ask of a surface, or sends the output as a message if no ask is open. Throws an error with a
 * message for the user.
 */
export async function answerSurface(
  { state, title, call }: Pick<Surface, "state" | "title" | "call">,
  ask: Ask | undefined,
  output: unknown,
  { answer, send }: Pick<Desk, "answer" | "send">,
): Promise<void> {
  // While a form streams, the user can fill it in but not send it: its ask opens only when the step is saved.
  if (!ask && (state === "writing" || state === "waiting")) throw new Error(t("notComplete"));
  const problem = ask
    ? await answer(ask, output)
    : await send({ ...call, title: title.slice(0, 200), output });
  if (problem) throw new Error(problem);
}
