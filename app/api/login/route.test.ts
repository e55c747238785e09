import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { POST as logout } from "@/app/api/logout/route";
import { closeAll } from "@/lib/ground/base/process";
import { route } from "@/lib/platform/http/route";
import { testRequest } from "@/lib/platform/http/test-request";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { GET, POST as login } from "./route";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  vi.stubEnv("EASEL_PASSWORD", "open sesame");
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await closeAll();
});

const give = (password: unknown, address = "203.0.113.1") =>
  login(
    testRequest("/api/login", {
      method: "POST",
      body: { password },
      headers: { "x-forwarded-for": address },
    }),
  );
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
const inside = route({}, () => ({ ok: true }));
const enter = async (cookie: string) => (await inside(testRequest("/api/x", { headers: { cookie } }))).status;

test("the password starts a session, and logout ends it", async () => {
  expect(await enter("")).toBe(401);
  const response = await give("open sesame");
  expect([response.status, await response.text()]).toEqual([204, ""]);
  expect(await enter(cookieOf(response))).toBe(200);

  const ended = await logout(
    testRequest("/api/logout", { method: "POST", headers: { cookie: cookieOf(response) } }),
  );
  expect(ended.status).toBe(204);
  expect(await enter(cookieOf(ended))).toBe(401);
  expect(await enter(cookieOf(response))).toBe(401);
});

test("returns 401 without a cookie for a wrong password", async () => {
  const response = await give("open barley");
  expect(response.status).toBe(401);
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(await response.json()).toMatchObject({
    error: { code: "unauthorized", message: /Wrong password/ },
  });
});

test.each([[""], [1], [null], [["open sesame"]], ["x".repeat(1_001)]])(
  "returns 422 for the password %j",
  async (password) => {
    expect((await give(password)).status).toBe(422);
  },
);

test("returns 429 with Retry-After for the sixth attempt within a minute, even with the right password", async () => {
  // Open the database connections before the timers are faked, because opening them needs real timers.
  await Promise.all(Array.from({ length: 8 }, () => sql()`select pg_sleep(0.1)`));
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  for (let tries = 0; tries < 5; tries++) expect((await give("wrong")).status).toBe(401);
  const response = await give("open sesame");
  expect(response.status).toBe(429);
  const wait = Number(response.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(50);
  expect(wait).toBeLessThanOrEqual(60);
  expect(await response.json()).toMatchObject({
    error: { code: "too_many_requests", message: `Too many login attempts. Try again in ${wait} s.` },
  });
  expect((await give("open sesame", "203.0.113.2")).status).toBe(204);
  await vi.advanceTimersByTimeAsync(wait * 1_000);
  expect((await give("open sesame")).status).toBe(204);
});

test("concurrent attempts count towards the limit", async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => give("wrong")));
  expect(all.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(all.filter(({ status }) => status === 429)).toHaveLength(15);
});

test("a correct password resets the count of failed attempts", async () => {
  for (let round = 0; round < 3; round++) {
    for (let tries = 0; tries < 4; tries++) expect((await give("wrong")).status).toBe(401);
    expect((await give("open sesame")).status).toBe(204);
  }
});

test("rejects login and logout from another origin and by form", async () => {
  const headers = { origin: "http://evil.example" };
  expect(
    (await login(testRequest("/api/login", { method: "POST", body: { password: "open sesame" }, headers })))
      .status,
  ).toBe(403);
  expect((await logout(testRequest("/api/logout", { method: "POST", headers }))).status).toBe(403);
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const body = "password=open+sesame";
  expect((await login(testRequest("/api/login", { method: "POST", body, headers: form }))).status).toBe(415);
});

test("returns 409 when no password is set", async () => {
  vi.stubEnv("EASEL_PASSWORD", "");
  expect((await give("open sesame")).status).toBe(409);
});

test("returns 405 for GET", async () => {
  vi.stubEnv("EASEL_PASSWORD", "");
  const response = await GET(testRequest("/api/login?password=open+sesame"));
  expect([response.status, response.headers.get("allow")]).toEqual([405, "OPTIONS, POST"]);
});
