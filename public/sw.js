/*
 * Shows what is told while no tab of Easel is looked at, and leads to the inbox. It keeps nothing and answers no requests,
 * so no page ever comes from anywhere but the server.
 */

const INBOX = "/inbox";
/** Of several only the last is shown, and of one that comes twice, one. */
const TAG = "asks";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const shown = { tag: TAG, renotify: true, icon: "/icon-192.png" };
  event.waitUntil(self.registration.showNotification(titleIn(event.data), shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openInbox());
});

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain()));

/** A browser takes its permission back where a push shows nothing, so what cannot be read is told, too. */
function titleIn(data) {
  try {
    const { title } = data.json();
    if (typeof title === "string") return title;
  } catch {
    // As below.
  }
  return "Easel: something waits for you";
}

/** In a tab that is there; the tab goes there by itself, so that nothing in it is loaded anew. */
async function openInbox() {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = windows.find(
    ({ url, frameType }) => frameType !== "nested" && new URL(url).pathname !== "/login",
  );
  if (!tab) return self.clients.openWindow(INBOX);
  // Some browsers do not let a tab come to the front; it goes to the inbox all the same.
  await tab.focus().catch(() => {});
  tab.postMessage({ type: "open", path: INBOX });
}

async function subscribeAgain() {
  const { publicKey } = await (await fetch("/api/push")).json();
  const subscription = await self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const headers = { "content-type": "application/json" };
  await fetch("/api/push", { method: "POST", headers, body: JSON.stringify(subscription) });
}
