import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useAskCount } from "@/components/client/asks";
import { useWaiting } from "@/components/client/shell/conversations/use-waiting";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { NotificationsCard } from "@/components/settings/notifications-card";
import { OfferLater } from "./offer-later";
import { useNotifications } from "./use-notifications";

const SUBSCRIPTION = {
  endpoint: "https://push.example.com/1",
  expirationTime: null,
  keys: { p256dh: "p", auth: "a" },
};

/** Fakes the browser's notifications: the permission, the push service and the shown notifications. */
function browser(permission: NotificationPermission, { hasPush = true } = {}) {
  let subscription: unknown = null;
  const shown: string[] = [];
  const made = {
    ...{ endpoint: SUBSCRIPTION.endpoint, options: {}, toJSON: () => SUBSCRIPTION },
    unsubscribe: async () => {
      subscription = null;
      return true;
    },
  };
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async () => {
      if (!hasPush) throw new Error("No push service");
      subscription = made;
      return made;
    },
  };
  const registration = {
    pushManager,
    showNotification: async (title: string) => void shown.push(title),
  };
  const worker = new EventTarget();
  Object.assign(worker, {
    register: async () => registration,
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  });
  const notification = {
    permission,
    answer: "granted" as NotificationPermission,
    requestPermission: vi.fn(async () => {
      notification.permission = notification.answer;
      return notification.permission;
    }),
  };
  vi.stubGlobal("Notification", notification);
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: worker });
  return { notification, shown, worker };
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

function Page() {
  useWaiting(useAskCount());
  useNotifications();
  return (
    <>
      <OfferLater />
      <NotificationsCard />
    </>
  );
}

function draw({ untold = 0, away = 0 } = {}) {
  const now = { count: untold + away, untold, away };
  const server = new FakeServer()
    .on("GET /api/asks/count", () => now)
    .on("POST /api/asks/seen", () => new Response(null, { status: 204 }))
    .on("GET /api/push", () => ({ publicKey: "key" }))
    .on("POST /api/push", () => new Response(null, { status: 204 }))
    .on("DELETE /api/push", () => new Response(null, { status: 204 }));
  return { ...drawPage(<Page />, { server }), now };
}

const tellMe = () => screen.findByRole("button", { name: "Notify me" });
const theSwitch = () => screen.getByRole("switch");
const seeTab = (state: DocumentVisibilityState) =>
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);

describe("the offer of notifications", () => {
  it("appears after an ask was missed, and requests the permission only on click", async () => {
    const { notification } = browser("default");
    const { server, now, tell } = draw();
    await waitFor(() => expect(server.count("GET /api/asks/count")).toBe(1));
    expect(screen.queryByRole("button", { name: "Notify me" })).toBeNull();
    Object.assign(now, { count: 1, away: 1 });
    tell("told question");
    const button = await tellMe();
    expect(notification.requestPermission).not.toHaveBeenCalled();
    fireEvent.click(button);
    await waitFor(() => expect(server.asked).toContain("POST /api/push"));
    expect(screen.queryByRole("button", { name: "Notify me" })).toBeNull();
    expect(theSwitch().getAttribute("aria-checked")).toBe("true");
    await screen.findByText("Also while Easel is closed.");
  });

  it("does not appear again after it was declined", async () => {
    browser("default");
    const { unmount } = draw({ away: 1 });
    fireEvent.click(await screen.findByRole("button", { name: "Not now" }));
    unmount();
    const { server } = draw({ away: 1 });
    await waitFor(() => expect(server.count("GET /api/asks/count")).toBe(1));
    await screen.findByText(/^Off here/);
    expect(screen.queryByRole("button", { name: "Notify me" })).toBeNull();
  });
});

describe("the switch", () => {
  it("is disabled and explains how to unblock notifications", () => {
    browser("denied");
    draw();
    screen.getByText(/Press the icon before the address and allow Notifications/);
    expect(theSwitch().hasAttribute("disabled")).toBe(true);
  });

  it("says that only an open tab notifies if there is no push service", async () => {
    browser("granted", { hasPush: false });
    draw();
    fireEvent.click(theSwitch());
    await screen.findByText(/while Easel is open/);
  });

  it("deletes the subscription when switched off", async () => {
    browser("granted");
    const { server } = draw();
    fireEvent.click(theSwitch());
    await screen.findByText(/Also while Easel is closed/);
    fireEvent.click(theSwitch());
    await waitFor(() => expect(server.asked).toContain("DELETE /api/push"));
    await screen.findByText(/^Off here/);
  });
});

describe("a tab", () => {
  it("reports asks as seen while it is visible", async () => {
    seeTab("visible");
    const { server } = draw({ untold: 1 });
    await waitFor(() => expect(server.count("POST /api/asks/seen")).toBe(1));
  });

  it("shows a notification while it is hidden and does not report asks as seen", async () => {
    const { shown } = browser("granted", { hasPush: false });
    localStorage.setItem("easel:tell", "on");
    seeTab("hidden");
    const { server, tell } = draw({ untold: 1 });
    await waitFor(() => expect(server.asked).toContain("GET /api/push"));
    tell("told permission");
    await waitFor(() => expect(shown).toEqual(["Easel: a permission waits for you"]));
    expect(server.count("POST /api/asks/seen")).toBe(0);
  });

  it("shows no notification while hidden if a push subscription exists", async () => {
    const { shown } = browser("granted");
    localStorage.setItem("easel:tell", "on");
    seeTab("hidden");
    const { server, tell } = draw({ untold: 1 });
    await waitFor(() => expect(server.asked).toContain("POST /api/push"));
    const asked = server.count("GET /api/asks/count");
    tell("told question");
    await waitFor(() => expect(server.count("GET /api/asks/count")).toBe(asked + 1));
    expect(shown).toEqual([]);
  });

  it("opens the inbox when a notification is clicked, but no other address", async () => {
    const { worker } = browser("granted");
    const { router } = draw();
    worker.dispatchEvent(new MessageEvent("message", { data: { type: "open", path: "/inbox" } }));
    worker.dispatchEvent(new MessageEvent("message", { data: { type: "open", path: "//evil.example" } }));
    expect(router.push.mock.calls).toEqual([["/inbox"]]);
  });
});

it("the number of asks is prepended to any page title and removed at 0", async () => {
  document.title = "Audit · Easel";
  const { now, tell } = draw({ away: 2 });
  await waitFor(() => expect(document.title).toBe("(2) Audit · Easel"));
  document.title = "Media · Easel";
  await waitFor(() => expect(document.title).toBe("(2) Media · Easel"));
  Object.assign(now, { count: 0, away: 0 });
  tell("a-conversation");
  await waitFor(() => expect(document.title).toBe("Media · Easel"));
});
