import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { POST as login } from "@/app/api/login/route";
import { closeAll } from "@/lib/ground/base/process";
import { read, TestBrowser } from "@/lib/platform/sign-in/testing/browser";
import { addMember } from "@/lib/platform/sign-in/testing/members";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { PUT as setPassword } from "./password/route";
import { PATCH as change, GET as me } from "./route";
import { POST as startTwoFactors } from "./two-factor/route";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  vi.stubEnv("EASEL_PASSWORD", "open sesame");
  await sql()`delete from members where role <> 'owner'`;
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await closeAll();
});

const EMAIL = "mia@example.com";
const view = async (browser: TestBrowser) => read(await browser.call(me, "/api/me", "GET"));
const patch = async (browser: TestBrowser, body: object) =>
  read(await browser.call(change, "/api/me", "PATCH", { body }));
const put = async (browser: TestBrowser, body: object) =>
  read(await browser.call(setPassword, "/api/me/password", "PUT", { body }));

async function member(email = EMAIL, password = "open barley"): Promise<TestBrowser> {
  const browser = new TestBrowser(`203.0.113.${email.length}`);
  await browser.call(login, "/api/login", "POST", { body: { email, password } });
  return browser;
}

describe("the signed-in member", () => {
  test("changes name and address, but takes none of another member", async () => {
    await addMember(EMAIL, "open barley");
    await addMember("ben@example.com", "open wheat");
    const mia = await member();
    expect(await patch(mia, { name: " Mia ", email: "Mia@Example.org" })).toMatchObject({
      status: 200,
      member: { name: "Mia", email: "mia@example.org", role: "member" },
    });
    expect(await patch(mia, { email: "ben@example.com" })).toMatchObject({
      status: 409,
      error: { details: [{ path: "email" }] },
    });
    expect((await patch(mia, { role: "owner" })).status).toBe(422);
    expect((await view(mia)).member).toMatchObject({ email: "mia@example.org" });
  });

  test("changes the password with the current one, and signs out other browsers", async () => {
    await addMember(EMAIL, "open barley");
    const [mia, other] = [await member(), await member()];
    expect(await put(mia, { password: "open wheat" })).toMatchObject({ status: 422 });
    expect(await put(mia, { current: "wrong", password: "open wheat" })).toMatchObject({
      status: 422,
      error: { details: [{ path: "current" }] },
    });
    expect((await put(mia, { current: "open barley", password: "short" })).status).toBe(422);
    expect((await put(mia, { current: "open barley", password: "open wheat" })).status).toBe(204);
    expect([(await view(mia)).status, (await view(other)).status]).toEqual([200, 401]);
    expect((await view(await member(EMAIL, "open wheat"))).status).toBe(200);
  });

  test("sees nothing of the second factor but whether it is on", async () => {
    await addMember(EMAIL, "open barley");
    const mia = await member();
    await sql()`update members set totp = 'sealed', recovery_codes = '{a,b}' where email = ${EMAIL}`;
    const shown = await view(mia);
    expect(shown).toMatchObject({ hasPassword: true, hasTwoFactors: true, recoveryCodesLeft: 2 });
    expect(JSON.stringify(shown)).not.toMatch(/sealed|scrypt/);
  });
});

test("the owner of a workspace without a password needs no account", async () => {
  vi.stubEnv("EASEL_PASSWORD", "");
  const browser = new TestBrowser();
  expect(await view(browser)).toMatchObject({ canSignIn: false, hasPassword: false, passkeys: [] });
  const body = { password: "open sesame" };
  const response = await browser.call(startTwoFactors, "/api/me/two-factor", "POST", { body });
  expect(await read(response)).toMatchObject({ status: 409 });
});

test("a program without a page sets no password", async () => {
  await addMember(EMAIL, "open barley");
  const mia = await member();
  const body = { current: "open barley", password: "open wheat" };
  for (const origin of ["https://evil.example", "null"]) {
    const headers = { origin };
    expect((await mia.call(setPassword, "/api/me/password", "PUT", { body, headers })).status).toBe(403);
  }
});
