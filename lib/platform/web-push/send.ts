import { env } from "@/lib/ground/base/env";
import { log } from "@/lib/ground/base/log";
import { guardedFetch } from "@/lib/platform/egress/guarded-fetch";
import { isRefusal } from "@/lib/platform/egress/visit";
import type { PushNotice } from "@/lib/shared/notifications";
import { readSubscription, removeSubscription } from "@/lib/store/channels/push";
import { vapidKeys } from "./keys";

/** Seconds that the push service keeps a notice for an offline browser. */
const TTL_S = 86_400;
/** Topic of all notices, so that a newer one replaces an undelivered one. */
const TOPIC = "asks";
const TIMEOUT_MS = 10_000;
/** Contact address for push services. Some reject a local address. */
const CONTACT = "mailto:easel@example.com";

export type Delivery = { agentId: string; endpoint: string; notice: PushNotice };

/**
 * Sends an encrypted notice to a browser. Deletes the subscription if the push service reports it gone.
 * Throws if the delivery should be retried.
 */
export async function deliver({ agentId, endpoint, notice }: Delivery, signal?: AbortSignal): Promise<void> {
  const [subscription, keys] = await Promise.all([readSubscription(endpoint), vapidKeys()]);
  if (!subscription) return;
  const { generateRequestDetails } = (await import("web-push")).default;
  const { p256dh, auth } = subscription;
  const { headers, body } = generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(notice),
    {
      vapidDetails: { subject: contact(), ...keys },
      ...{ TTL: TTL_S, topic: TOPIC, urgency: "high" },
    },
  );
  const service = new URL(endpoint).host;
  const answer = await guardedFetch(endpoint, {
    caller: { agentId, tool: "push" },
    method: "POST",
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    body: body ?? undefined,
    ...{ maxBytes: 10_000, onTooLong: "cut", maxRedirects: 0, timeoutMs: TIMEOUT_MS, signal },
  }).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
    log.warn("A notification was not delivered to a browser", error, { service });
    return null;
  });
  if (!answer || (answer.status >= 200 && answer.status < 300)) return;
  const { status } = answer;
  if (status === 404 || status === 410) return removeSubscription(endpoint);
  const failure = `The push service ${service} answered ${status}`;
  if (status >= 500 || status === 429 || status === 408) throw new Error(failure);
  // Log without throwing: a retry would fail in the same way.
  log.warn("A notification was not delivered to a browser", new Error(failure));
}

function contact(): string {
  const { EASEL_ORIGIN } = env();
  return EASEL_ORIGIN?.startsWith("https:") ? EASEL_ORIGIN : CONTACT;
}
