import { singleton } from "@/lib/ground/base/process";
import { AppError } from "@/lib/shared/errors";

/** Calls of visitors that use one database at the same time. The others of the database are left for its owner. */
const CONCURRENCY = 6;
const MAX_WAITING = 2_000;

type Queue = { running: number; waiting: (() => void)[] };

/** Runs the work of a visitor in turn, in the order of arrival. Throws `too_many_requests` if too many wait. */
export async function inTurn<T>(agentId: string, work: () => Promise<T>): Promise<T> {
  const queues = singleton("app turns", () => new Map<string, Queue>());
  const queue = queues.get(agentId) ?? { running: 0, waiting: [] };
  queues.set(agentId, queue);
  if (queue.waiting.length >= MAX_WAITING)
    throw new AppError("too_many_requests", "Too many visitors at once. Try again in a moment.", {
      details: { retryAfter: 2 },
    });
  if (queue.running >= CONCURRENCY) await new Promise<void>((resolve) => queue.waiting.push(resolve));
  else queue.running += 1;
  try {
    return await work();
  } finally {
    const next = queue.waiting.shift();
    if (next) next();
    else queue.running -= 1;
    if (queue.running === 0) queues.delete(agentId);
  }
}
