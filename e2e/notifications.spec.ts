import { startPushService } from "../lib/platform/web-push/testing/push-service.ts";
import { alive } from "./alive.ts";
import { Talk } from "./api.ts";
import { expect, test } from "./fixtures.ts";
import { ask } from "./page.ts";

test("notifies a user without open tabs, and the notification opens the inbox", async ({
  browser,
  easel,
}) => {
  const { url } = easel;
  const service = await startPushService("localhost");
  const phone = service.browser();
  // A separate context, because a service worker stays registered in its browser.
  const context = await browser.newContext({ baseURL: url });
  // A headless browser has no notifications, and no vendor's push service is reachable. Everything else is
  // real.
  await context.addInitScript((subscription) => {
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
    let isThere = false;
    const made = { ...subscription, options: {}, toJSON: () => subscription };
    PushManager.prototype.getSubscription = async () => (isThere ? made : null) as never;
    PushManager.prototype.subscribe = async () => {
      isThere = true;
      return made as never;
    };
  }, phone.subscription);
  try {
    const page = await context.newPage();
    await page.goto("/settings/general");
    await alive(page);
    await page.getByRole("switch", { name: /^Notify me/ }).click();
    await expect(page.getByText("Also while Easel is closed.")).toBeVisible();

    await page.goto("about:blank");
    const talk = new Talk(url);
    await (
      await talk.say("Paint the door", ask("Which colour?", ["Red", "Blue"]), { text: "Painted." })
    ).text();
    await expect.poll(() => phone.delivered.length, { timeout: 20_000 }).toBe(1);
    const text = phone.delivered[0]?.text ?? "";
    expect(JSON.parse(text)).toEqual({ title: "Easel: a question waits for you", kind: "question" });
    expect(service.problems).toEqual([]);

    await page.goto("/files");
    await alive(page);
    const session = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) =>
      session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const [one] = registrations;
        if (one) resolve(one.registrationId);
      }),
    );
    await session.send("ServiceWorker.enable");
    const registrationId = await registered;
    const [worker] = context.serviceWorkers();
    await worker?.evaluate(
      `shown = []; registration.showNotification = async (title) => void shown.push(title);`,
    );
    await session.send("ServiceWorker.deliverPushMessage", { origin: url, registrationId, data: text });
    await expect.poll(() => worker?.evaluate("shown")).toEqual(["Easel: a question waits for you"]);

    // A notification cannot be clicked from a test, so the event is dispatched in the worker.
    await worker?.evaluate(`void dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"), {
      notification: { close: () => shown.pop() },
    }))`);
    await expect(page).toHaveURL(`${url}/inbox`);
    await expect(page.getByRole("article", { name: "Paint the door" })).toBeVisible();
    expect(await worker?.evaluate("shown")).toEqual([]);
    await talk.stop();
  } finally {
    await context.close();
    await service.close();
  }
});
