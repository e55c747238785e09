import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { POST as login } from "@/app/api/login/route";
import { GET as me } from "@/app/api/me/route";
import { closeAll } from "@/lib/ground/base/process";
import { Authenticator } from "@/lib/platform/sign-in/testing/authenticator";
import { read, TestBrowser } from "@/lib/platform/sign-in/testing/browser";
import { addMember } from "@/lib/platform/sign-in/testing/members";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { DELETE as remove, PATCH as rename } from "./[id]/route";
import { POST as options } from "./options/route";
import { PUT as finish, POST as register } from "./registration/route";
import { POST as verify } from "./verify/route";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  vi.stubEnv("EASEL_PASSWORD", "open sesame");
});
afterAll(async () => {
  await database.drop();
  vi.unstubAllEnvs();
});
beforeEach(async () => {
  await sql()`delete from passkeys`;
  await sql()`delete from members where role <> 'owner'`;
});
afterEach(closeAll);

const PATH = "/api/sign-in/passkeys";
const owner = async () => {
  const browser = new TestBrowser();
  expect(
    (await browser.call(login, "/api/login", "POST", { body: { password: "open sesame" } })).status,
  ).toBe(204);
  return browser;
};
const start = async (browser: TestBrowser) =>
  (await browser.call(register, `${PATH}/registration`, "POST", { body: {} })).json();
const put = (browser: TestBrowser, body: unknown) =>
  browser.call(finish, `${PATH}/registration`, "PUT", { body });

async function registered(browser: TestBrowser): Promise<Authenticator> {
  const key = new Authenticator();
  const { id, options } = await start(browser);
  expect((await put(browser, { id, response: key.create(options) })).status).toBe(200);
  return key;
}
const asked = async (browser: TestBrowser) =>
  (await browser.call(options, `${PATH}/options`, "POST", { body: {} })).json();
const prove = (browser: TestBrowser, body: unknown) =>
  browser.call(verify, `${PATH}/verify`, "POST", { body });
const who = async (browser: TestBrowser) => read(await browser.call(me, "/api/me", "GET"));

describe("a passkey", () => {
  test("signs its member in, with a new session", async () => {
    const here = await owner();
    const key = await registered(here);
    const other = new TestBrowser();
    const { id, options } = await asked(other);
    expect(options).toMatchObject({ rpId: "localhost", userVerification: "required" });
    expect(options.allowCredentials ?? []).toEqual([]);
    expect((await prove(other, { id, response: key.get(options) })).status).toBe(204);
    expect(await who(other)).toMatchObject({ status: 200, member: { role: "owner" }, passkeys: [{}] });
    const [before] = [...other.cookies.values()];
    const again = await asked(other);
    await prove(other, { id: again.id, response: key.get(again.options) });
    expect([...other.cookies.values()][0]).not.toBe(before);
    // The session before ended, so that a copy of its cookie is invalid.
    expect((await sql()`select id from sessions`).length).toBe(2);
  });

  test("is listed, renamed and removed by its member alone", async () => {
    const here = await owner();
    const key = await registered(here);
    const id = key.id.toString("base64url");
    const params = { id };
    const member = new TestBrowser("203.0.113.2");
    await addMember("mia@example.com", "open barley");
    const body = { email: "mia@example.com", password: "open barley" };
    expect((await member.call(login, "/api/login", "POST", { body })).status).toBe(204);
    const of = (browser: TestBrowser, handler: typeof rename, method: string, body?: unknown) =>
      browser.call(handler, `${PATH}/${id}`, method, { params, body }).then(({ status }) => status);
    expect(await of(member, rename, "PATCH", { name: "Mine" })).toBe(404);
    expect(await of(member, remove, "DELETE")).toBe(404);
    expect(await of(here, rename, "PATCH", { name: "Laptop" })).toBe(204);
    expect((await who(here)).passkeys).toMatchObject([{ id, name: "Laptop" }]);
    expect(await of(here, remove, "DELETE")).toBe(204);
    expect((await who(here)).passkeys).toEqual([]);
  });

  test("of a removed member does not sign in", async () => {
    const id = await addMember("mia@example.com", "open barley");
    const member = new TestBrowser();
    await member.call(login, "/api/login", "POST", {
      body: { email: "mia@example.com", password: "open barley" },
    });
    const key = await registered(member);
    await sql()`update members set removed_at = now() where id = ${id}`;
    const { id: challenge, options } = await asked(member);
    expect((await prove(member, { id: challenge, response: key.get(options) })).status).toBe(401);
  });
});

describe("an attack on a sign-in", () => {
  const refused = async (change: Parameters<Authenticator["get"]>[1]) => {
    const key = await registered(await owner());
    const browser = new TestBrowser("203.0.113.3");
    const { id, options } = await asked(browser);
    const response = await prove(browser, { id, response: key.get(options, change) });
    expect(browser.cookies.size).toBe(0);
    return response.status;
  };
  test.each<[string, Parameters<Authenticator["get"]>[1]]>([
    ["another origin", { origin: "http://localhost.evil.example" }],
    ["another port of this host", { origin: "http://localhost:4000" }],
    ["another relying party", { rpId: "evil.example" }],
    ["another challenge", { challenge: Buffer.from("x".repeat(32)).toString("base64url") }],
    ["a device that has not verified its user", { isVerified: false }],
    ["the handle of another user", { userHandle: Buffer.alloc(16, 7).toString("base64url") }],
    ["a missing handle", { userHandle: "" }],
  ])("with %s is refused", async (_, change) => expect(await refused(change)).toBe(401));

  test("with a response that was used before is refused", async () => {
    const key = await registered(await owner());
    const browser = new TestBrowser();
    const { id, options } = await asked(browser);
    const response = key.get(options);
    expect((await prove(browser, { id, response })).status).toBe(204);
    expect((await prove(new TestBrowser("203.0.113.4"), { id, response })).status).toBe(409);
    const other = await asked(browser);
    expect((await prove(new TestBrowser("203.0.113.4"), { id: other.id, response })).status).toBe(401);
  });

  test("with a copied passkey, whose counter is behind, is refused", async () => {
    const key = await registered(await owner());
    const attempt = async (counter: number) => {
      const browser = new TestBrowser();
      const { id, options } = await asked(browser);
      return (await prove(browser, { id, response: key.get(options, { counter }) })).status;
    };
    expect([await attempt(5), await attempt(5), await attempt(3), await attempt(6)]).toEqual([
      204, 401, 401, 204,
    ]);
  });

  test("with an old challenge is refused", async () => {
    const key = await registered(await owner());
    const browser = new TestBrowser();
    const { id, options } = await asked(browser);
    await sql()`update sign_ins set expires_at = now() - interval '1 s'`;
    expect((await prove(browser, { id, response: key.get(options) })).status).toBe(409);
  });

  test("with one of two requests for one challenge succeeds", async () => {
    const key = await registered(await owner());
    const { id, options } = await asked(new TestBrowser());
    const response = key.get(options);
    const all = await Promise.all(
      [1, 2, 3].map((at) => prove(new TestBrowser(`203.0.113.${at + 10}`), { id, response })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
  });

  test("is limited like an attempt with a password", async () => {
    const browser = new TestBrowser("203.0.113.20");
    const { id } = await asked(browser);
    const all = await Promise.all(
      Array.from({ length: 8 }, () => prove(browser, { id, response: { id: "x" } })),
    );
    expect(all.filter(({ status }) => status === 429)).toHaveLength(3);
  });
});

describe("a registration", () => {
  test("needs a session, and finishes only in the session that started it", async () => {
    expect(
      (await new TestBrowser().call(register, `${PATH}/registration`, "POST", { body: {} })).status,
    ).toBe(401);
    const here = await owner();
    const { id, options } = await start(here);
    await addMember("mia@example.com", "open barley");
    const member = new TestBrowser("203.0.113.5");
    await member.call(login, "/api/login", "POST", {
      body: { email: "mia@example.com", password: "open barley" },
    });
    const response = new Authenticator().create(options);
    expect((await put(member, { id, response })).status).toBe(409);
    // The attempt used the challenge.
    expect((await put(here, { id, response })).status).toBe(409);
  });

  test.each<[string, Parameters<Authenticator["create"]>[1]]>([
    ["another origin", { origin: "https://evil.example" }],
    ["another relying party", { rpId: "evil.example" }],
    ["a device that has not verified its user", { isVerified: false }],
  ])("with %s is refused", async (_, change) => {
    const here = await owner();
    const { id, options } = await start(here);
    expect((await put(here, { id, response: new Authenticator().create(options, change) })).status).toBe(422);
  });

  test("of a passkey that another member has is refused", async () => {
    const here = await owner();
    const key = await registered(here);
    await addMember("mia@example.com", "open barley");
    const member = new TestBrowser("203.0.113.6");
    await member.call(login, "/api/login", "POST", {
      body: { email: "mia@example.com", password: "open barley" },
    });
    const { id, options } = await start(member);
    expect((await put(member, { id, response: key.create(options) })).status).toBe(409);
  });

  test("is refused at an IP address, with the address to open", async () => {
    const here = await owner();
    const headers = { host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" };
    const response = await here.call(register, `${PATH}/registration`, "POST", { body: {}, headers });
    expect(await read(response)).toMatchObject({
      status: 409,
      error: { message: expect.stringContaining("http://localhost:3000") },
    });
  });
});
