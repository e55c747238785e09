import { askModelFor } from "@/lib/agent/surfaces/model-question";
import { singleton } from "@/lib/ground/base/process";
import type { ModelQuestion } from "@/lib/shared/components/model-question";
import { AppError } from "@/lib/shared/errors";
import { countModelCall } from "@/lib/store/apps/writes";
import type { Visit } from "./visit";

/** Questions of a visitor that the model may answer at the same time. */
const AT_ONCE = 2;

/** Asks the model for a visitor, if the version allows it, within its limits of the day. Throws an AppError. */
export async function askForVisitor(
  { app, version, visitor }: Visit,
  question: ModelQuestion,
  signal: AbortSignal,
): Promise<unknown> {
  const limits = version.rules.askModel;
  if (!limits) throw new AppError("forbidden", "Visitors of this app cannot ask the model.");
  const asking = singleton("app questions", () => new Map<string, number>());
  const now = asking.get(visitor.id) ?? 0;
  if (now >= AT_ONCE)
    throw new AppError("too_many_requests", `You may ask the model ${AT_ONCE} questions at once.`);
  asking.set(visitor.id, now + 1);
  try {
    await countModelCall(app, visitor, limits);
    return await askModelFor({ agentId: app.agentId, isVisitor: true }, question, signal);
  } finally {
    const left = (asking.get(visitor.id) ?? 1) - 1;
    if (left > 0) asking.set(visitor.id, left);
    else asking.delete(visitor.id);
  }
}
