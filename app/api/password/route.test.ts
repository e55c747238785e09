import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { POST as login } from "@/app/api/login/route";
import { COST } from "@/lib/ground/base/password-hash";
import { closeAll } from "@/lib/ground/base/process";
import { changes } from "@/lib/platform/http/changes";
import { route } from "@/lib/platform/http/route";
import { testRequest } from "@/lib/platform/http/test-request";
import { EGRESS_VIA } from "@/lib/shared/own-api";
import { publish } from "@/lib/store/bus";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { DELETE, GET, PUT } from "./route";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  vi.stubEnv("EASEL_PASSWORD", "");
  await sql()`delete from passwords`;
  await sql()`delete from sessions`;
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await closeAll();
});

const ORIGIN = { origin: "http://localhost:3000" };
type Headers = Record<string, string>;
const put = (body: unknown, headers: Headers = {}) =>
  PUT(testRequest("/api/password", { method: "PUT", body, headers: { ...ORIGIN, ...headers } }));
const remove = (body: unknown, headers: Headers = {}) =>
  DELETE(testRequest("/api/password", { method: "DELETE", body, headers: { ...ORIGIN, ...headers } }));
const cookieOf = (response: Response): Headers => ({
  cookie: response.headers.getSetCookie()[0]?.split(";")[0] ?? "",
});
const signIn = async (password: string) =>
  cookieOf(await login(testRequest("/api/login", { method: "POST", body: { password } })));
const inside = route({}, ({ request }) => changes(request, () => null));
const status = async (headers: Headers = {}) => (await GET(testRequest("/api/password", { headers }))).status;
const source = async (headers: Headers = {}) =>
  (await (await GET(testRequest("/api/password", { headers }))).json()).source;
const message = async (response: Response) => (await response.json()).error.message;

async function open(headers: Headers) {
  const response = await inside(testRequest("/api/events", { headers }));
  expect(response.status).toBe(200);
  return response.text();
}

describe("setting a password", () => {
  test("signs the browser in, refuses others, and ends their streams", async () => {
    expect(await source()).toBeNull();
    const stranger = open({});
    const response = await put({ password: "open sesame" });
    expect(response.status).toBe(204);
    await stranger;
    expect(await status()).toBe(401);
    expect(await source(cookieOf(response))).toBe("settings");
    expect(await status(await signIn("open sesame"))).toBe(200);
    expect((await login(testRequest("/api/login", { method: "POST", body: { password: "x" } }))).status).toBe(
      401,
    );
  });

  test("stores only a salted hash", async () => {
    COST.now = COST.SAFE;
    await put({ password: "open sesame" });
    COST.now = COST.CHEAP;
    const [row] = await sql()`select hash from passwords`;
    expect(row?.hash).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(row?.hash).not.toContain("sesame");
  });

  test.each(["short", "x".repeat(1_001)])("refuses a password of a wrong length: %#", async (password) => {
    expect((await put({ password })).status).toBe(422);
    expect(await source()).toBeNull();
  });

  test("takes effect without a notice of the other server, within two seconds", async () => {
    expect(await status()).toBe(200);
    await sql()`insert into passwords (id, hash) values (1, 'scrypt$1024$8$1$AAAA$AAAA')`;
    await vi.waitFor(async () => expect(await status()).toBe(401), { timeout: 4_000, interval: 200 });
  });

  test("takes effect at once with the notice of the other server", async () => {
    expect(await status()).toBe(200);
    await sql()`insert into passwords (id, hash) values (1, 'scrypt$1024$8$1$AAAA$AAAA')`;
    publish({ type: "password" });
    expect(await status()).toBe(401);
  });

  test("fails for the second of two servers that set one at the same time", async () => {
    const all = await Promise.all([put({ password: "open sesame" }), put({ password: "open barley" })]);
    expect(all.map(({ status }) => status).sort()).toEqual([204, 409]);
  });
});

describe("changing a password", () => {
  test("needs the current one, keeps this browser signed in and signs out all others", async () => {
    const mine = cookieOf(await put({ password: "open sesame" }));
    const other = await signIn("open sesame");
    const stream = open(other);
    const refused = await put({ password: "open barley", current: "wrong" }, mine);
    expect([refused.status, (await refused.json()).error.details]).toEqual([
      422,
      [{ path: "current", message: "Wrong password. Try again." }],
    ]);
    expect((await put({ password: "open barley" }, mine)).status).toBe(422);
    const changed = await put({ password: "open barley", current: "open sesame" }, mine);
    expect(changed.status).toBe(204);
    await stream;
    expect(await status(other)).toBe(401);
    // A saved copy of the cookie is invalid too.
    expect(await status(mine)).toBe(401);
    expect(await status(cookieOf(changed))).toBe(200);
    expect(await status(await signIn("open barley"))).toBe(200);
  });

  test("needs a session", async () => {
    await put({ password: "open sesame" });
    expect((await put({ password: "open barley", current: "open sesame" })).status).toBe(401);
  });

  test("counts wrong passwords as attempts to sign in", async () => {
    const mine = cookieOf(await put({ password: "open sesame" }));
    for (let tries = 0; tries < 5; tries++) await put({ password: "open barley", current: "wrong" }, mine);
    expect((await put({ password: "open barley", current: "open sesame" }, mine)).status).toBe(429);
    const body = { password: "open sesame" };
    expect((await login(testRequest("/api/login", { method: "POST", body }))).status).toBe(429);
  });
});

describe("removing a password", () => {
  test("needs the current one, and ends all sessions", async () => {
    const mine = cookieOf(await put({ password: "open sesame" }));
    expect((await remove({ current: "wrong" }, mine)).status).toBe(422);
    expect((await remove({ current: "open sesame" }, mine)).status).toBe(204);
    expect(await source()).toBeNull();
    expect((await sql()`select id from sessions`).length).toBe(0);
    expect(await message(await remove({ current: "open sesame" }))).toBe("No password is set.");
  });

  test("is refused if other machines reach Easel", async () => {
    vi.stubEnv("EASEL_ORIGIN", "https://easel.example.com");
    const mine = { cookie: (await put({ password: "open sesame" })).headers.getSetCookie()[0] ?? "" };
    const response = await remove({ current: "open sesame" }, mine);
    expect([response.status, await message(response)]).toEqual([
      409,
      expect.stringContaining("https://easel.example.com"),
    ]);
  });
});

test("the password of the environment wins and cannot be changed here", async () => {
  await put({ password: "open sesame" });
  await closeAll();
  vi.stubEnv("EASEL_PASSWORD", "of the environment");
  const mine = await signIn("of the environment");
  expect(await source(mine)).toBe("environment");
  expect(await status(await signIn("open sesame"))).toBe(401);
  const change = await put({ password: "open barley", current: "of the environment" }, mine);
  expect([change.status, await message(change)]).toEqual([409, expect.stringContaining("EASEL_PASSWORD")]);
  expect((await remove({ current: "of the environment" }, mine)).status).toBe(409);
});

// Agents, their code, components and programs have no other way to these routes than a request.
test.each<[string, Headers]>([
  ["a program without a page", { origin: "" }],
  ["a component's frame, or sandboxed content", { origin: "null" }],
  ["a page of another site", { origin: "https://evil.example" }],
  ["another site, as the browser reports it", { "sec-fetch-site": "cross-site" }],
  ["code of the agent, through its proxy", { via: `1.1 ${EGRESS_VIA}` }],
  ["a program with an unknown token", { origin: "", authorization: "Bearer easel_token" }],
])("refuses %s to set or remove a password", async (_, { origin = ORIGIN.origin, ...more }) => {
  const headers: Headers = { host: "localhost:3000", "content-type": "application/json", ...more };
  if (origin) headers.origin = origin;
  const ask = (method: string, body: unknown) =>
    new Request("http://localhost:3000/api/password", { method, headers, body: JSON.stringify(body) });
  const refused = headers.authorization ? 401 : 403;
  expect((await PUT(ask("PUT", { password: "open sesame" }))).status).toBe(refused);
  expect((await DELETE(ask("DELETE", { current: "open sesame" }))).status).toBe(refused);
  expect(await source()).toBeNull();
});
