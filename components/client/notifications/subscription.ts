import { jsonBody, request } from "@/components/client/request";
import { type NotificationKind, placeOf, pushKey, titleOf } from "@/lib/shared/notifications";
import { CHANGED, choose, readNotificationState } from "./state";

const WORKER = "/sw.js";
/** Must match `public/sw.js`, so that push and tab notifications replace each other. */
const TAG = "asks";

/** `tab`: notifications only while a tab is open, because the push service is missing or unreachable. */
export type Reach = "always" | "tab";

/**
 * Asks for permission, which requires a user gesture, and subscribes this browser. Returns undefined if the
 * user declines.
 */
export async function enableNotifications(): Promise<Reach | undefined> {
  if ((await Notification.requestPermission()) !== "granted") return undefined;
  choose("on");
  return renewSubscription();
}

/**
 * Renews the subscription of this browser: subscriptions expire, and the server may have deleted this one.
 */
export async function renewSubscription(): Promise<Reach> {
  const registration = await navigator.serviceWorker.register(WORKER);
  const { publicKey } = pushKey.parse(await (await request("/api/push")).json());
  const subscription = await subscribe(registration, publicKey);
  if (!subscription) return "tab";
  const { endpoint, expirationTime, keys } = subscription.toJSON();
  await request("/api/push", { method: "POST", ...jsonBody({ endpoint, expirationTime, keys }) });
  dispatchEvent(new Event(CHANGED));
  return "always";
}

export async function disableNotifications(): Promise<void> {
  choose("off");
  const subscription = await subscriptionNow();
  if (!subscription) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  await request("/api/push", { method: "DELETE", ...jsonBody({ endpoint }) });
}

export const readReach = async (): Promise<Reach> => ((await subscriptionNow()) ? "always" : "tab");

/** Shows a notification from a hidden tab, unless a push subscription exists. */
export async function notifyHere(kind: NotificationKind): Promise<void> {
  if (readNotificationState() !== "on" || (await subscriptionNow())) return;
  const registration = await navigator.serviceWorker.register(WORKER);
  await navigator.serviceWorker.ready;
  await registration.showNotification(titleOf(kind), {
    ...{ tag: TAG, icon: "/icon-192.png" },
    data: { path: placeOf(kind) },
  });
}

async function subscriptionNow(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

async function subscribe(
  registration: ServiceWorkerRegistration,
  publicKey: string,
): Promise<PushSubscription | null> {
  const { pushManager } = registration;
  if (!pushManager) return null;
  const existing = await pushManager.getSubscription();
  if (existing && isOf(existing, publicKey)) return existing;
  // The existing subscription uses a key that the workspace no longer has, so replace it.
  await existing?.unsubscribe();
  await navigator.serviceWorker.ready;
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  } catch {
    // This browser has no push service, or it is unreachable. The next page load retries.
    return null;
  }
}

function isOf({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey;
  if (!key) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") === publicKey;
}
