import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { POST as login } from "@/app/api/login/route";
import { GET as me } from "@/app/api/me/route";
import { newAgent } from "@/lib/code/history/testing/agents";
import { closeAll } from "@/lib/ground/base/process";
import { showInvitation } from "@/lib/platform/sign-in/invitation";
import { Authenticator } from "@/lib/platform/sign-in/testing/authenticator";
import { read, TestBrowser } from "@/lib/platform/sign-in/testing/browser";
import { addMember, invite } from "@/lib/platform/sign-in/testing/members";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { sql } from "@/lib/store/db";
import { removeMember } from "@/lib/store/members/members";
import { testDatabase } from "@/lib/store/testing/database";
import { PUT as finish, POST as start } from "./passkey/route";
import { POST as accept } from "./route";

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
afterEach(closeAll);

let count = 0;
const person = () => ({ name: "Mia", email: `mia${count++}@example.com` });
const answer = async (body: unknown, browser = new TestBrowser()) =>
  read(await browser.call(accept, "/api/sign-in/invitation", "POST", { body }));
const PASSKEY = "/api/sign-in/invitation/passkey";
const who = async (browser: TestBrowser) => (await read(await browser.call(me, "/api/me", "GET"))).member;

describe("an invitation", () => {
  test("makes a member with a password and the agents of the invitation", async () => {
    const agent = await newAgent();
    const token = await invite({ role: "guest", agents: [{ id: agent, right: "use" }] });
    const browser = new TestBrowser();
    const { name, email } = person();
    expect(await answer({ token, name, email, password: "open barley" }, browser)).toEqual({ status: 204 });
    const member = await who(browser);
    expect(member).toMatchObject({ name, email, role: "guest" });
    expect(
      await sql()`select agent_id, "right" from agent_shares where member_id = ${member.id}`,
    ).toMatchObject([{ agent_id: agent, right: "use" }]);
    const other = new TestBrowser("203.0.113.2");
    const body = { email, password: "open barley" };
    expect((await other.call(login, "/api/login", "POST", { body })).status).toBe(204);
  });

  test("makes a member with a passkey", async () => {
    const token = await invite();
    const browser = new TestBrowser();
    const mia = person();
    const key = new Authenticator();
    const { id, joining, options } = await read(
      await browser.call(start, PASSKEY, "POST", { body: { token, ...mia } }),
    );
    const body = { id, joining, response: key.create(options) };
    expect((await browser.call(finish, PASSKEY, "PUT", { body })).status).toBe(204);
    expect(await who(browser)).toMatchObject({ ...mia, role: "member" });
    expect((await browser.call(finish, PASSKEY, "PUT", { body })).status).toBe(409);
  });

  test("is used once, also by requests at the same time", async () => {
    const token = await invite();
    const all = await Promise.all(
      [1, 2, 3, 4].map((at) =>
        answer({ token, ...person(), password: "open barley" }, new TestBrowser(`203.0.113.${at}`)),
      ),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
    expect(await showInvitation(token)).toBeNull();
  });

  test.each<[string, () => Promise<string>]>([
    ["an unknown", async () => "x".repeat(43)],
    ["an expired", () => invite({ expiresAt: new Date(Date.now() - 1_000).toISOString() })],
    ["a used", () => invite({ usedAt: new Date().toISOString() })],
    [
      "an invitation of a removed admin, and no",
      async () => {
        const admin = await addMember(person().email, "open barley", "admin");
        const token = await invite({ invitedBy: admin });
        await removeMember(admin);
        return token;
      },
    ],
  ])("%s one gives one error, and no member", async (_, made) => {
    const token = await made();
    const [before] = await sql()`select count(*)::int from members`;
    expect(await answer({ token, ...person(), password: "open barley" })).toMatchObject({
      status: 404,
      error: { message: "This invitation was used, was revoked or has expired. Ask for a new one." },
    });
    const body = { token, ...person() };
    expect((await new TestBrowser().call(start, PASSKEY, "POST", { body })).status).toBe(404);
    expect(await showInvitation(token)).toBeNull();
    expect(await sql()`select count(*)::int from members`).toEqual([before]);
  });

  test("stays usable if another member has the address", async () => {
    const token = await invite();
    const { email } = person();
    await addMember(email, "open barley");
    expect(await answer({ token, name: "Mia", email, password: "open barley" })).toMatchObject({
      status: 409,
      error: { details: [{ path: "email" }] },
    });
    expect((await answer({ token, ...person(), password: "open barley" })).status).toBe(204);
  });

  test("needs a name, an address and a long password", async () => {
    const token = await invite();
    const mia = { token, ...person(), password: "open barley" };
    for (const change of [
      { name: "" },
      { name: undefined },
      { email: "mia" },
      { email: undefined },
      { password: "x" },
    ])
      expect((await answer({ ...mia, ...change })).status).toBe(422);
    expect(await showInvitation(token)).not.toBeNull();
  });

  test("that expires between the two steps of a passkey makes no member", async () => {
    const token = await invite();
    const browser = new TestBrowser();
    const { id, joining, options } = await read(
      await browser.call(start, PASSKEY, "POST", { body: { token, ...person() } }),
    );
    await sql()`update invitations set expires_at = now() - interval '1 s'`;
    const body = { id, joining, response: new Authenticator().create(options) };
    expect((await browser.call(finish, PASSKEY, "PUT", { body })).status).toBe(404);
    expect(await sql()`select id from passkeys where id = ${body.response.id}`).toEqual([]);
  });
});

describe("a link for a new password", () => {
  test("sets the password, ends the sessions and signs in", async () => {
    const { email } = person();
    const memberId = await addMember(email, "open barley");
    const before = new TestBrowser();
    await before.call(login, "/api/login", "POST", { body: { email, password: "open barley" } });
    const browser = new TestBrowser();
    expect(
      (await answer({ token: await invite({ memberId }), password: "open wheat" }, browser)).status,
    ).toBe(204);
    expect(await who(browser)).toMatchObject({ id: memberId });
    expect(await who(before)).toBeUndefined();
    const old = { body: { email, password: "open barley" } };
    expect((await before.call(login, "/api/login", "POST", old)).status).toBe(401);
  });

  test("switches the second factor off, which the member may have lost", async () => {
    const memberId = await addMember(person().email, "open barley");
    await sql()`update members set totp = 'x' where id = ${memberId}`;
    const browser = new TestBrowser();
    expect(
      (await answer({ token: await invite({ memberId }), password: "open wheat" }, browser)).status,
    ).toBe(204);
    expect(await read(await browser.call(me, "/api/me", "GET"))).toMatchObject({ hasTwoFactors: false });
  });

  test("makes no member, and never sets the owner's password", async () => {
    const memberId = await addMember(person().email, "open barley");
    const body = { token: await invite({ memberId }), ...person() };
    expect((await new TestBrowser().call(start, PASSKEY, "POST", { body })).status).toBe(404);
    const token = await invite({ memberId: OWNER_ID });
    expect((await answer({ token, password: "open wheat" })).status).toBe(404);
    expect(await sql()`select password_hash from members where role = 'owner'`).toEqual([
      { password_hash: null },
    ]);
  });
});
