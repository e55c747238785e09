import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { POST as login } from "@/app/api/login/route";
import { POST as link, DELETE as unlink } from "@/app/api/me/accounts/route";
import { GET as me } from "@/app/api/me/route";
import { GET as start } from "@/app/api/sign-in/oidc/[id]/start/route";
import { PATCH as change, DELETE as remove } from "@/app/api/sign-in/providers/[id]/route";
import { POST as add, GET as list } from "@/app/api/sign-in/providers/route";
import { closeAll } from "@/lib/ground/base/process";
import { read, TestBrowser } from "@/lib/platform/sign-in/testing/browser";
import { addMember, invite } from "@/lib/platform/sign-in/testing/members";
import { type Claims, FakeOidc } from "@/lib/platform/sign-in/testing/oidc";
import { sql } from "@/lib/store/db";
import { publishMembers } from "@/lib/store/members/roster";
import { testDatabase } from "@/lib/store/testing/database";
import { GET as finish } from "./[id]/route";

let database: Awaited<ReturnType<typeof testDatabase>>;
let [good, other]: FakeOidc[] = [];
beforeAll(async () => {
  database = await testDatabase();
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  vi.stubEnv("EASEL_PASSWORD", "open sesame");
  vi.stubEnv("EASEL_EGRESS_ALLOW", "localhost");
  good = await new FakeOidc().start();
  other = await new FakeOidc().start();
});
afterAll(async () => {
  await Promise.all([good?.stop(), other?.stop()]);
  await database.drop();
  vi.unstubAllEnvs();
});
beforeEach(async () => {
  await sql()`delete from oidc_providers`;
  await sql()`delete from sign_ins`;
  await sql()`delete from members where role <> 'owner'`;
  await sql()`delete from identities`;
  publishMembers();
  if (good) Object.assign(good, { tamper: (claims: Claims) => claims, inToken: false, isForged: false });
});
afterEach(closeAll);

const CLAIMS = { sub: "u1", email: "Mia@example.com", email_verified: true, name: "Mia" };

async function owner(): Promise<TestBrowser> {
  const browser = new TestBrowser("203.0.113.50");
  await browser.call(login, "/api/login", "POST", { body: { password: "open sesame" } });
  return browser;
}

/** Adds a provider as the owner. Returns its id. */
async function provider(of: FakeOidc | undefined, more: object = {}): Promise<string> {
  const browser = await owner();
  const { next } = await read(await browser.call(list, "/api/sign-in/providers", "GET"));
  const fields = { title: "Test ID", issuer: of?.issuer, clientId: "easel", clientSecret: "hush", ...more };
  const added = await browser.call(add, "/api/sign-in/providers", "POST", {
    body: { ...fields, id: next.id },
  });
  expect(added.status).toBe(201);
  expect((await added.json()).redirectUrl).toBe(next.redirectUrl);
  return next.id;
}

/** Starts in a browser. Returns where it is sent. */
async function begin(browser: TestBrowser, id: string, query: Record<string, string> = {}): Promise<string> {
  const path = `/api/sign-in/oidc/${id}/start?${new URLSearchParams(query)}`;
  const response = await browser.call(start, path, "GET", { params: { id } });
  expect(response.status).toBe(303);
  return response.headers.get("location") ?? "";
}

/** Opens the address to which a provider sends the browser. Returns where Easel sends it then. */
async function back(browser: TestBrowser, address: string): Promise<string> {
  const { pathname, search } = new URL(address);
  const params = { id: pathname.split("/").at(-1) ?? "" };
  const response = await browser.call(finish, pathname + search, "GET", { params });
  expect(response.status).toBe(303);
  return response.headers.get("location") ?? "";
}

async function through(browser: TestBrowser, id: string, claims: Claims, query: Record<string, string> = {}) {
  return back(browser, good?.authorize(await begin(browser, id, query), claims) ?? "");
}
const who = async (browser: TestBrowser) => (await read(await browser.call(me, "/api/me", "GET"))).member;
const emails = async () =>
  (await sql()`select email from members where role <> 'owner' order by email`).map((row) => row.email);

describe("a sign-in with a provider", () => {
  test("sends PKCE, state and nonce, and the secret only to the token endpoint", async () => {
    const id = await provider(good);
    const address = new URL(await begin(new TestBrowser(), id, { next: "/board" }));
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      ...{ client_id: "easel", response_type: "code", scope: "openid email profile" },
      ...{ code_challenge_method: "S256", redirect_uri: `http://localhost:3000/sign-in/${id}` },
    });
    for (const name of ["code_challenge", "state", "nonce"])
      expect(address.searchParams.get(name)?.length).toBeGreaterThan(30);
    expect(address.href).not.toContain("hush");
  });

  test("signs in the member of the account, and returns to the page", async () => {
    const id = await provider(good);
    const browser = new TestBrowser();
    const token = await invite({ role: "admin" });
    expect(await through(browser, id, CLAIMS, { invitation: token })).toBe("/");
    const member = await who(browser);
    expect(member).toMatchObject({ name: "Mia", email: "mia@example.com", role: "admin" });
    const again = new TestBrowser();
    expect(
      await through(again, id, { ...CLAIMS, email: "changed@example.com" }, { next: "/board?x=1" }),
    ).toBe("/board?x=1");
    expect(await who(again)).toMatchObject({ id: member.id, email: "mia@example.com" });
    expect(good?.requests.find(({ path }) => path === "/token")?.authorization).toBe(
      `Basic ${Buffer.from("easel:hush").toString("base64")}`,
    );
    await sql()`update members set removed_at = now() where id = ${member.id}`;
    expect(await through(new TestBrowser(), id, CLAIMS)).toBe("/login?problem=unknownAccount&next=%2F");
  });

  test("lets only verified users of a domain join", async () => {
    const id = await provider(good, { joinDomains: ["Example.com"], joinRole: "guest" });
    for (const claims of [
      { sub: "u2", email: "mia@example.com" },
      { sub: "u3", email: "mia@example.com", email_verified: false },
      { sub: "u4", email: "mia@example.com", email_verified: "true" },
      { sub: "u5", email: "mia@sub.example.com", email_verified: true },
      { sub: "u6", email: "mia@example.com.evil.example", email_verified: true },
      { sub: "u7", email: "mia@evil.example,mia@example.com", email_verified: true },
      { sub: "u8", email_verified: true },
    ])
      expect(await through(new TestBrowser(), id, claims)).toBe("/login?problem=unknownAccount&next=%2F");
    expect(await emails()).toEqual([]);
    const browser = new TestBrowser();
    expect(await through(browser, id, CLAIMS)).toBe("/");
    expect(await who(browser)).toMatchObject({ email: "mia@example.com", role: "guest" });
  });

  test("takes the address and its verification from the same answer", async () => {
    const id = await provider(good, { joinDomains: ["example.com"], joinRole: "guest" });
    const tamper = (claims: Claims) => ({ ...claims, email: "mia@example.com" });
    if (good) good.tamper = tamper;
    const claims = { sub: "u9", email: "x@evil.example", email_verified: true };
    expect(await through(new TestBrowser(), id, claims)).toBe("/login?problem=unknownAccount&next=%2F");
  });

  test("never links by the email address alone", async () => {
    const id = await provider(good, { joinDomains: ["example.com"], joinRole: "guest" });
    await addMember("mia@example.com", "open barley", "admin");
    const browser = new TestBrowser();
    expect(await through(browser, id, CLAIMS)).toBe("/login?problem=emailTaken&next=%2F");
    const token = await invite();
    expect(await through(browser, id, CLAIMS, { invitation: token })).toBe(
      `/invite/${token}?problem=emailTaken`,
    );
    expect(await who(browser)).toBeUndefined();
  });

  test("reads the profile from the ID token, without a request for the user info", async () => {
    const id = await provider(good);
    if (good) good.inToken = true;
    const before = good?.requests.length;
    const browser = new TestBrowser();
    expect(await through(browser, id, CLAIMS, { invitation: await invite() })).toBe("/");
    expect(await who(browser)).toMatchObject({ name: "Mia", email: "mia@example.com" });
    expect(good?.requests.slice(before).map(({ path }) => path)).not.toContain("/me");
  });

  test("with an unverified address makes a member without it", async () => {
    const id = await provider(good);
    await addMember("mia@example.com", "open barley", "admin");
    const browser = new TestBrowser();
    const claims = { sub: "u10", email: "mia@example.com", name: "Mia" };
    expect(await through(browser, id, claims, { invitation: await invite() })).toBe("/");
    expect(await who(browser)).toMatchObject({ name: "Mia", email: null });
  });

  test.each<[string, Claims | null, string]>([
    ["denies", { error: "access_denied", error_description: "<script>alert(1)</script>" }, "denied"],
    ["fails", { error: "server_error", error_description: "<b>down</b>" }, "failed"],
  ])(
    "that the provider %s shows a name of the problem, and no text of the provider",
    async (_, error, problem) => {
      const id = await provider(good);
      const browser = new TestBrowser();
      const state = new URL(await begin(browser, id)).searchParams.get("state") ?? "";
      const query = new URLSearchParams({
        ...(error as Record<string, string>),
        state,
        iss: good?.issuer ?? "",
      });
      expect(await back(browser, `http://localhost:3000/sign-in/${id}?${query}`)).toBe(
        `/login?problem=${problem}&next=%2F`,
      );
    },
  );

  test("reports a provider that is unreachable or not allowed", async () => {
    const closed = await provider(good, { issuer: "http://localhost:9" });
    expect(await begin(new TestBrowser(), closed)).toBe("/login?problem=unreachable");
    const own = await provider(good, { issuer: "http://localhost:3000" });
    expect(await begin(new TestBrowser(), own)).toBe("/login?problem=unreachable");
    const inner = await provider(good, { issuer: "https://10.0.0.1" });
    expect(await begin(new TestBrowser(), inner)).toBe("/login?problem=unreachable");
  });
});

describe("an attack on a sign-in with a provider", () => {
  test.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/.//evil.example",
    "javascript:alert(1)",
    "/login?next=/",
    "/api/logout",
    "/sign-in/x",
  ])("with next=%s returns to the start page", async (next) => {
    const id = await provider(good);
    await through(new TestBrowser(), id, CLAIMS, { invitation: await invite() });
    expect(await through(new TestBrowser(), id, CLAIMS, { next })).toBe("/");
  });

  test("with the state of another browser is refused, and leaves the sign-in usable", async () => {
    const id = await provider(good);
    const attacker = new TestBrowser("203.0.113.66");
    await through(attacker, id, CLAIMS, { invitation: await invite() });
    const mine = new TestBrowser("203.0.113.66");
    const address = good?.authorize(await begin(mine, id), CLAIMS) ?? "";
    const victim = new TestBrowser();
    expect(await back(victim, address)).toBe("/login?problem=otherBrowser");
    await begin(victim, id);
    expect(await back(victim, address)).toBe("/login?problem=otherBrowser");
    expect(await who(victim)).toBeUndefined();
    expect(await back(mine, address)).toBe("/");
  });

  test("with an answer that was used before, or is too old, is refused", async () => {
    const id = await provider(good);
    const browser = new TestBrowser();
    const address = good?.authorize(await begin(browser, id), CLAIMS) ?? "";
    await back(browser, address);
    expect(await back(browser, address)).toBe("/login?problem=expired");
    const old = good?.authorize(await begin(browser, id), CLAIMS) ?? "";
    await sql()`update sign_ins set expires_at = now()`;
    expect(await back(browser, old)).toBe("/login?problem=expired");
    expect(await back(browser, `http://localhost:3000/sign-in/${id}?state=x&code=y`)).toBe(
      "/login?problem=expired",
    );
  });

  test("with the answer of another provider is refused, before its code is sent anywhere", async () => {
    const [id, bad] = [await provider(good), await provider(other, { title: "Other" })];
    const browser = new TestBrowser();
    const address = await begin(browser, bad);
    // The other provider sends the browser on to the good one, with its own state.
    const honest = new URL(address);
    const [fromGood = ""] = [good?.authorize(honest.href, CLAIMS)];
    const mixed = new URL(fromGood);
    const before = other?.requests.length;
    mixed.pathname = `/sign-in/${id}`;
    expect(await back(browser, mixed.href)).toBe("/login?problem=expired");
    mixed.pathname = `/sign-in/${bad}`;
    expect(await back(browser, mixed.href)).toBe("/login?problem=failed&next=%2F");
    expect(other?.requests.slice(before).map(({ path }) => path)).not.toContain("/token");
  });

  test("with a code of another sign-in is refused", async () => {
    const id = await provider(good);
    await through(new TestBrowser(), id, CLAIMS, { invitation: await invite() });
    const stolen = new URL(good?.authorize(await begin(new TestBrowser(), id), CLAIMS) ?? "");
    const attacker = new TestBrowser();
    const own = new URL(good?.authorize(await begin(attacker, id), { sub: "attacker" }) ?? "");
    own.searchParams.set("code", stolen.searchParams.get("code") ?? "");
    expect(await back(attacker, own.href)).toBe("/login?problem=failed&next=%2F");
  });

  test.each<[string, (claims: Claims) => Claims]>([
    ["of another issuer", (claims) => ({ ...claims, iss: "https://evil.example" })],
    ["for another client", (claims) => ({ ...claims, aud: "another" })],
    ["that has expired", (claims) => ({ ...claims, exp: 1_000_000 })],
    ["of another sign-in", (claims) => ({ ...claims, nonce: "x".repeat(43) })],
    ["without a nonce", ({ nonce: _, ...claims }) => claims],
    ["without a subject", ({ sub: _, ...claims }) => claims],
  ])("with an ID token %s is refused", async (_, tamper) => {
    const id = await provider(good);
    if (good) good.tamper = tamper;
    const token = await invite();
    const browser = new TestBrowser();
    expect(await through(browser, id, CLAIMS, { invitation: token })).toBe(`/invite/${token}?problem=failed`);
    expect(await who(browser)).toBeUndefined();
  });

  test("with an ID token that the provider has not signed is refused", async () => {
    const id = await provider(good);
    const token = await invite();
    if (good) good.isForged = true;
    expect(await through(new TestBrowser(), id, CLAIMS, { invitation: token })).toBe(
      `/invite/${token}?problem=failed`,
    );
  });

  test.each<[string, () => Promise<string>]>([
    ["a used", () => invite({ usedAt: new Date().toISOString() })],
    ["an expired", () => invite({ expiresAt: new Date(Date.now() - 1).toISOString() })],
    ["an unknown", async () => "x".repeat(43)],
  ])("with %s invitation makes no member", async (_, made) => {
    const id = await provider(good);
    expect(await through(new TestBrowser(), id, CLAIMS, { invitation: await made() })).toBe(
      "/login?problem=invitation&next=%2F",
    );
    expect(await sql()`select subject from identities`).toEqual([]);
  });

  test("with a link for a new password links no account", async () => {
    const id = await provider(good);
    const token = await invite({ memberId: await addMember("ben@example.org", "open barley") });
    expect(await through(new TestBrowser(), id, CLAIMS, { invitation: token })).toBe(
      `/invite/${token}?problem=invitation`,
    );
    expect(await sql()`select subject from identities`).toEqual([]);
  });

  test("with one invitation in two browsers at once makes one member", async () => {
    const id = await provider(good);
    const token = await invite();
    const browsers = [new TestBrowser(), new TestBrowser()];
    const addresses = await Promise.all(
      browsers.map(
        async (browser, at) =>
          good?.authorize(await begin(browser, id, { invitation: token }), { sub: `s${at}` }) ?? "",
      ),
    );
    const all = await Promise.all(browsers.map((browser, at) => back(browser, addresses[at] ?? "")));
    expect(all.sort()).toEqual(["/", "/login?problem=invitation&next=%2F"]);
  });
});

describe("a linked account", () => {
  const linking = async (browser: TestBrowser, id: string) =>
    read(await browser.call(link, "/api/me/accounts", "POST", { body: { provider: id } }));
  const member = async (email: string, address: string) => {
    await addMember(email, "open barley");
    const browser = new TestBrowser(address);
    await browser.call(login, "/api/login", "POST", { body: { email, password: "open barley" } });
    return browser;
  };

  test("is started by its member, signs them in, and can be unlinked", async () => {
    const id = await provider(good);
    const mia = await member("mia@example.com", "203.0.113.1");
    const { url } = await linking(mia, id);
    expect(await back(mia, good?.authorize(url, { sub: "m" }) ?? "")).toBe("/settings/general");
    const view = await read(await mia.call(me, "/api/me", "GET"));
    expect(view.accounts).toEqual([{ issuer: good?.issuer, subject: "m", email: null, title: "Test ID" }]);
    const elsewhere = new TestBrowser();
    expect(await through(elsewhere, id, { sub: "m" })).toBe("/");
    expect(await who(elsewhere)).toMatchObject({ email: "mia@example.com" });
    const body = { issuer: good?.issuer, subject: "m" };
    expect((await mia.call(unlink, "/api/me/accounts", "DELETE", { body })).status).toBe(204);
    expect(await through(new TestBrowser(), id, { sub: "m" })).toBe("/login?problem=unknownAccount&next=%2F");
  });

  test("stays with its member if another one tries to link it", async () => {
    const id = await provider(good);
    const [mia, ben] = [
      await member("mia@example.com", "203.0.113.1"),
      await member("ben@example.com", "203.0.113.2"),
    ];
    await back(mia, good?.authorize((await linking(mia, id)).url, { sub: "m" }) ?? "");
    expect(await back(ben, good?.authorize((await linking(ben, id)).url, { sub: "m" }) ?? "")).toBe(
      "/settings/general?problem=accountTaken",
    );
  });

  test("is not linked in the browser of another member, or after the session has ended", async () => {
    const id = await provider(good);
    const mia = await member("mia@example.com", "203.0.113.1");
    const { url } = await linking(mia, id);
    const address = good?.authorize(url, { sub: "attacker" }) ?? "";
    const ben = await member("ben@example.com", "203.0.113.2");
    expect(await back(ben, address)).toBe("/login?problem=otherBrowser");
    await sql()`delete from sessions`;
    expect(await back(mia, address)).toBe("/settings/general?problem=otherBrowser");
    expect(await sql()`select subject from identities`).toEqual([]);
  });

  test("that is the only way to sign in cannot be unlinked", async () => {
    const id = await provider(good);
    const browser = new TestBrowser();
    await through(browser, id, CLAIMS, { invitation: await invite() });
    const body = { issuer: good?.issuer, subject: "u1" };
    expect((await browser.call(unlink, "/api/me/accounts", "DELETE", { body })).status).toBe(409);
  });
});

describe("the providers", () => {
  test("are for the owner and admins, and never show the secret", async () => {
    const id = await provider(good);
    const browser = await owner();
    const shown = await (await browser.call(list, "/api/sign-in/providers", "GET")).text();
    expect(shown).not.toContain("hush");
    expect(JSON.parse(shown).providers).toMatchObject([{ id, hasSecret: true, title: "Test ID" }]);
    expect((await sql()`select client_secret from oidc_providers`)[0]?.client_secret).toMatch(/^v1\./);
    await addMember("mia@example.com", "open barley");
    const mia = new TestBrowser();
    await mia.call(login, "/api/login", "POST", {
      body: { email: "mia@example.com", password: "open barley" },
    });
    expect((await mia.call(list, "/api/sign-in/providers", "GET")).status).toBe(403);
    expect((await new TestBrowser().call(list, "/api/sign-in/providers", "GET")).status).toBe(401);
  });

  test("let only the owner make admins", async () => {
    await addMember("ann@example.com", "open barley", "admin");
    const ann = new TestBrowser();
    await ann.call(login, "/api/login", "POST", {
      body: { email: "ann@example.com", password: "open barley" },
    });
    const { next } = await read(await ann.call(list, "/api/sign-in/providers", "GET"));
    const fields = { id: next.id, title: "Mine", issuer: good?.issuer, clientId: "easel" };
    const join = { joinDomains: ["example.com"], joinRole: "admin" };
    const post = (body: object) => ann.call(add, "/api/sign-in/providers", "POST", { body });
    expect((await post({ ...fields, ...join })).status).toBe(403);
    expect((await post(fields)).status).toBe(201);
    const id = await provider(good, join);
    const body = { joinDomains: ["evil.example"] };
    for (const [at, change_] of [
      [next.id, join],
      [id, body],
    ] as const)
      expect(
        (
          await ann.call(change, `/api/sign-in/providers/${at}`, "PATCH", {
            body: change_,
            params: { id: at },
          })
        ).status,
      ).toBe(403);
  });

  test("keep their secret when other fields change, but never give it to another issuer", async () => {
    const id = await provider(good);
    const browser = await owner();
    const patch = async (body: object) =>
      read(await browser.call(change, `/api/sign-in/providers/${id}`, "PATCH", { body, params: { id } }));
    expect(await patch({ title: "New name" })).toMatchObject({
      status: 200,
      title: "New name",
      hasSecret: true,
    });
    expect(await patch({ issuer: other?.issuer })).toMatchObject({
      status: 422,
      error: { details: [{ path: "clientSecret" }] },
    });
    expect((await patch({ issuer: other?.issuer, clientSecret: "new" })).status).toBe(200);
    expect(await patch({ joinDomains: ["example.com"] })).toMatchObject({ status: 422 });
    const path = `/api/sign-in/providers/${id}`;
    expect((await browser.call(remove, path, "DELETE", { params: { id } })).status).toBe(204);
    expect(await begin(new TestBrowser(), id)).toBe("/login?problem=failed");
  });
});
