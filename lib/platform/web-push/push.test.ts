import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DELETE, GET, POST } from "@/app/api/push/route";
import { scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks, stage } from "@/lib/agent/loop/testing/stage";
import { env } from "@/lib/ground/base/env";
import { closeAll } from "@/lib/ground/base/process";
import { answer as read, testRequest } from "@/lib/platform/http/test-request";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { listRequests } from "@/lib/store/activity/audit-requests";
import { type Notice, subscribe } from "@/lib/store/bus";
import { listSubscriptions } from "@/lib/store/channels/push";
import { sql } from "@/lib/store/db";
import { markSeen } from "@/lib/store/loop/open-asks";
import { vapidKeys } from "./keys";
import { notifyUnseen } from "./notify";
import { type Delivery, deliver } from "./send";
import { type FakeBrowser, startPushService } from "./testing/push-service";

const script = newScript();

let scene: Awaited<ReturnType<typeof stage>>;
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  vi.stubEnv("EASEL_EGRESS_ALLOW", "127.0.0.1");
  scene = await stage(script.equipment);
  service = await startPushService();
});
beforeEach(async () => {
  await sql()`delete from push_subscriptions`;
  await sql()`delete from conversations`;
});
afterEach(() => expect(service.problems).toEqual([]));
afterAll(async () => {
  await scene.close();
  await service.close();
  vi.unstubAllEnvs();
});

const post = (body: unknown) => POST(testRequest("/api/push", { method: "POST", body }));
const remove = (body: unknown) => DELETE(testRequest("/api/push", { method: "DELETE", body }));
const all = async () => (await listSubscriptions(null)).map(({ endpoint }) => endpoint);

async function subscribed(): Promise<FakeBrowser> {
  const browser = service.browser();
  expect((await post(browser.subscription)).status).toBe(204);
  return browser;
}

async function asks(question: string) {
  script.model = scripted([{ calls: [{ tool: "ask_user", input: { question } }] }]).model;
  await chunks(await scene.conversation().say("Tell nobody of the heist"));
}

async function sendPending() {
  const handed: Delivery[] = [];
  await notifyUnseen(async (deliveries) => void handed.push(...deliveries), 0);
  await Promise.all(handed.map((delivery) => deliver(delivery)));
}

describe("a browser", () => {
  test("subscribes with the workspace's key, which is created once and sealed", async () => {
    const { publicKey } = await read(await GET(testRequest("/api/push")));
    expect(Buffer.from(publicKey, "base64url")).toHaveLength(65);
    expect(await read(await GET(testRequest("/api/push")))).toMatchObject({ publicKey });
    await closeAll();
    expect(await read(await GET(testRequest("/api/push")))).toMatchObject({ publicKey });
    const { privateKey } = await vapidKeys();
    const rows = await sql()`select * from push_keys`;
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(privateKey);
  });

  test("is stored once with its newest keys, and can be deleted", async () => {
    const browser = await subscribed();
    const keys = { ...browser.subscription.keys, auth: randomBytes(16).toString("base64url") };
    await post({ ...browser.subscription, keys });
    expect(await listSubscriptions(null)).toMatchObject([{ endpoint: browser.endpoint, auth: keys.auth }]);
    expect((await remove({ endpoint: browser.endpoint })).status).toBe(204);
    expect((await remove({ endpoint: browser.endpoint })).status).toBe(204);
    expect(await all()).toEqual([]);
  });

  test("is removed, oldest first, when there are more than twenty", async () => {
    const made = [];
    for (let n = 0; n < 22; n++) made.push((await subscribed()).endpoint);
    expect(await all()).toEqual(made.slice(2));
  });

  test("is listed for notifications only while its session is live", async () => {
    const { endpoint, subscription } = await subscribed();
    const [session] = await sql()`insert into sessions (key, user_agent) values ('k', '') returning id`;
    await sql()`update push_subscriptions set session_id = ${session?.id}`;
    expect(await listSubscriptions([session?.id])).toMatchObject([
      { endpoint, auth: subscription.keys.auth },
    ]);
    expect(await listSubscriptions([])).toEqual([]);
    await sql()`delete from sessions`;
    expect(await all()).toEqual([]);
  });
});

describe("rejects a subscription with 422 and the name of the invalid field:", () => {
  const good = () => service.browser().subscription;
  const auth = (auth: string) => ({ ...good(), keys: { ...good().keys, auth } });
  const p256dh = (p256dh: string) => ({ ...good(), keys: { ...good().keys, p256dh } });
  test.each<[string, () => unknown, string]>([
    ["no address", () => ({ ...good(), endpoint: "push" }), "endpoint"],
    ["plain http", () => ({ ...good(), endpoint: "http://push.example.com/x" }), "endpoint"],
    ["another loopback", () => ({ ...good(), endpoint: "http://127.0.0.2/x" }), "endpoint"],
    ["a private address", () => ({ ...good(), endpoint: "https://192.168.1.5/x" }), "endpoint"],
    ["a private IPv6 address", () => ({ ...good(), endpoint: "https://[fd00::5]/x" }), "endpoint"],
    ["a metadata service", () => ({ ...good(), endpoint: "https://169.254.169.254/x" }), "endpoint"],
    ["a port of another service", () => ({ ...good(), endpoint: "https://93.184.215.14:22/x" }), "endpoint"],
    ["Easel itself", () => ({ ...good(), endpoint: `https://127.0.0.1:${env().PORT}/x` }), "endpoint"],
    [
      "an address with a password",
      () => ({ ...good(), endpoint: "https://a:b@push.example.com/x" }),
      "endpoint",
    ],
    [
      "a long address",
      () => ({ ...good(), endpoint: `https://push.example.com/${"x".repeat(2_000)}` }),
      "endpoint",
    ],
    ["a short secret", () => auth("AAAA"), "keys.auth"],
    ["a secret that is not base64url", () => auth("a/b+"), "keys.auth"],
    ["a short key", () => p256dh("BAAA"), "keys.p256dh"],
    [
      "a key that is not a point of the curve",
      () => p256dh(Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString("base64url")),
      "keys.p256dh",
    ],
    ["an unknown field", () => ({ ...good(), agent: "x" }), "agent"],
    ["an unknown key", () => ({ ...good(), keys: { ...good().keys, more: "x" } }), "keys.more"],
    ["an empty object", () => ({}), "endpoint"],
  ])("%s", async (_, body, field) => {
    const { status, error } = await read(await post(body()));
    expect([status, error.code]).toEqual([422, "invalid"]);
    expect(JSON.stringify(error.details)).toContain(`"${field}"`);
    expect(await all()).toEqual([]);
  });
});

describe("notifications", () => {
  test("are sent once, without the content of the ask", async () => {
    const [phone, desk] = [await subscribed(), await subscribed()];
    const notices: Notice[] = [];
    const leave = subscribe((notice) => notice.type === "told" && notices.push(notice));
    await asks("Where is the gold?");
    await Promise.all([sendPending(), sendPending()]);
    await sendPending();
    leave();
    const { publicKey } = await vapidKeys();
    for (const { delivered } of [phone, desk]) {
      expect(delivered).toHaveLength(1);
      const [one] = delivered;
      expect(JSON.parse(one?.text ?? "")).toEqual({
        title: "Easel: a question waits for you",
        kind: "question",
      });
      expect(one).toMatchObject({
        publicKey,
        token: { aud: service.origin, sub: expect.stringMatching(/^mailto:|^https:/) },
      });
      const hours = ((one?.token.exp ?? 0) - Date.now() / 1_000) / 3_600;
      expect(hours).toBeGreaterThan(0);
      expect(hours).toBeLessThanOrEqual(24);
      expect(one?.headers).toMatchObject({ ttl: "86400", urgency: "high", topic: "asks" });
    }
    expect(notices).toEqual([{ type: "told", agent: scene.agentId, kind: "question", member: OWNER_ID }]);
  });

  test("are not sent for an ask that a tab has shown", async () => {
    const phone = await subscribed();
    await asks("Which?");
    await markSeen();
    await sendPending();
    expect(phone.tries).toBe(0);
  });

  test("are sent through the egress guard and recorded in the audit log", async () => {
    await subscribed();
    await asks("Which?");
    await sendPending();
    const { host } = new URL(service.origin);
    await vi.waitFor(async () => {
      const { requests } = await listRequests(scene.agentId, {});
      expect(requests[0]).toMatchObject({ tool: "push", method: "POST", host, status: 201 });
    });
  });
});

describe("a push service", () => {
  const notice = { title: "Easel: a sheet waits for you", kind: "sheet" } as const;
  const send = ({ endpoint }: FakeBrowser) => deliver({ agentId: scene.agentId, endpoint, notice });

  test.each([404, 410])("that answers %s has its subscription deleted", async (status) => {
    const [gone, stays] = [await subscribed(), await subscribed()];
    gone.answers.push({ status });
    await send(gone);
    expect(await all()).toEqual([stays.endpoint]);
    await send(gone);
    expect(gone.tries).toBe(1);
  });

  test.each([500, 503, 429])("that answers %s is retried by the queue", async (status) => {
    const browser = await subscribed();
    browser.answers.push({ status });
    await expect(send(browser)).rejects.toThrow(`answered ${status}`);
    await send(browser);
    expect([browser.tries, browser.delivered.length]).toEqual([2, 1]);
  });

  test("is not sent another request after a permanent refusal, nor at a forbidden address", async () => {
    const browser = await subscribed();
    browser.answers.push({ status: 403 });
    await send(browser);
    vi.stubEnv("EASEL_EGRESS_ALLOW", "");
    await closeAll();
    await send(browser);
    vi.stubEnv("EASEL_EGRESS_ALLOW", "127.0.0.1");
    await closeAll();
    expect([browser.tries, browser.delivered.length]).toEqual([1, 0]);
    expect(await all()).toEqual([browser.endpoint]);
  });

  test("gets a new key pair if the old one cannot be decrypted, and old subscriptions are deleted", async () => {
    await subscribed();
    const before = await vapidKeys();
    await sql()`update push_keys set private_key = 'v1.AAAA'`;
    await closeAll();
    const [now, same] = await Promise.all([vapidKeys(), vapidKeys()]);
    expect(now.publicKey).not.toBe(before.publicKey);
    expect(same).toEqual(now);
    expect(await all()).toEqual([]);
  });
});
