/*
 * Shows what is told while no tab of Easel is looked at, and leads to where that is. It keeps nothing and answers no requests,
 * so no page ever comes from anywhere but the server.
 */

const INBOX = "/inbox";
const JOBS = "/calendar/jobs";
/** Of several only the last is shown, and of one that comes twice, one. */
const TAG = "asks";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { title, path } = noticeIn(event.data);
  const shown = { tag: TAG, renotify: true, icon: "/icon-192.png", data: { path } };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? INBOX));
});

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain()));

/** A browser takes its permission back where a push shows nothing, so what cannot be read is told, too. */
function noticeIn(data) {
  try {
    const { title, kind } = data.json();
    const path = String(kind).startsWith("job_") ? JOBS : INBOX;
    if (typeof title === "string") return { title, path };
  } catch {
    // As below.
  }
  return { title: "Easel: something waits for you", path: INBOX };
}

/** In a tab that is there; the tab goes there by itself, so that nothing in it is loaded anew. */
async function open(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = windows.find(
    ({ url, frameType }) => frameType !== "nested" && new URL(url).pathname !== "/login",
  );
  if (!tab) return self.clients.openWindow(path);
  // Some browsers do not let a tab come to the front; it goes there all the same.
  await tab.focus().catch(() => {});
  tab.postMessage({ type: "open", path });
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
