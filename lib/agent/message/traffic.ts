import { LRUCache } from "lru-cache";
import { singleton } from "@/lib/ground/base/process";
import { AppError } from "@/lib/shared/errors";
import type { SurfaceId } from "@/lib/store/conversations/surfaces";

const MAX_SURFACES = 1_000;

type Traffic = { since: number; count: number; now: number };
type TrafficLimits = { perMinute: number; atOnce: number };

/**
 * Runs `work` within the limits of a surface, so that a surface with too many calls delays only itself. `who` is
 * the start of the error message.
 */
export async function withTrafficLimits<T>(
  { conversationId, messageId, toolCallId }: SurfaceId,
  who: string,
  { perMinute, atOnce }: TrafficLimits,
  work: () => Promise<T>,
): Promise<T> {
  const all = singleton("sheet traffic", () => new LRUCache<string, Traffic>({ max: MAX_SURFACES }));
  const key = JSON.stringify([who, conversationId, messageId, toolCallId]);
  const traffic = all.get(key) ?? { since: performance.now(), count: 0, now: 0 };
  all.set(key, traffic);
  if (performance.now() - traffic.since > 60_000)
    Object.assign(traffic, { since: performance.now(), count: 0 });
  if (traffic.count >= perMinute || traffic.now >= atOnce)
    throw new AppError(
      "too_many_requests",
      `${who} ${perMinute} times a minute, ${atOnce} at once. Try again in a moment.`,
    );
  traffic.count++;
  traffic.now++;
  try {
    return await work();
  } finally {
    traffic.now--;
  }
}
