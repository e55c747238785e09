import { Secret, TOTP } from "otpauth";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { GET as me } from "@/app/api/me/route";
import { PUT as confirm, POST as start, DELETE as switchOff } from "@/app/api/me/two-factor/route";
import { PUT as setPassword } from "@/app/api/password/route";
import { COST, hashPassword } from "@/lib/ground/base/password-hash";
import { closeAll } from "@/lib/ground/base/process";
import { read, TestBrowser } from "@/lib/platform/sign-in/testing/browser";
import { addMember } from "@/lib/platform/sign-in/testing/members";
import { requireCode } from "@/lib/platform/sign-in/two-factor";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { sql } from "@/lib/store/db";
import { publishMembers } from "@/lib/store/members/roster";
import { findCredentials, writePassword } from "@/lib/store/members/two-factor";
import { testDatabase } from "@/lib/store/testing/database";
import { POST as login } from "./route";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  COST.now = COST.CHEAP;
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  vi.stubEnv("EASEL_PASSWORD", "open sesame");
  await sql()`delete from members where role <> 'owner'`;
  await sql()`update members set totp = null, totp_used = null, recovery_codes = '{}', email = null`;
  publishMembers();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await closeAll();
});

const EMAIL = "mia@example.com";
const PASSWORD = "open barley";
const MINE = { email: EMAIL, password: PASSWORD };

const sign = async (body: unknown, browser = new TestBrowser()) =>
  read(await browser.call(login, "/api/login", "POST", { body }));
const who = async (browser: TestBrowser) => (await read(await browser.call(me, "/api/me", "GET"))).member;

describe("a member", () => {
  test("signs in with email and password, in any case of the address", async () => {
    const id = await addMember(EMAIL, PASSWORD);
    const browser = new TestBrowser();
    expect(await sign({ email: " Mia@Example.com ", password: PASSWORD }, browser)).toEqual({ status: 204 });
    expect(await who(browser)).toMatchObject({ id, email: EMAIL, role: "member" });
  });

  test("cannot sign in with the password alone, and the owner can", async () => {
    await addMember(EMAIL, PASSWORD);
    const browser = new TestBrowser();
    expect((await sign({ password: PASSWORD }, browser)).status).toBe(401);
    expect((await sign({ password: "open sesame" }, browser)).status).toBe(204);
    expect(await who(browser)).toMatchObject({ role: "owner" });
  });

  test("cannot sign in with the owner's password, and not after the removal", async () => {
    const id = await addMember(EMAIL, PASSWORD);
    expect((await sign({ email: EMAIL, password: "open sesame" })).status).toBe(401);
    await sql()`update members set removed_at = now() where id = ${id}`;
    expect((await sign(MINE)).status).toBe(401);
  });

  test.each(["of the environment", "of the settings"])(
    "signs in as the owner with email and the password %s",
    async (from) => {
      if (from === "of the settings") {
        vi.stubEnv("EASEL_PASSWORD", "");
        const set = { body: { password: "open sesame" } };
        await new TestBrowser().call(setPassword, "/api/password", "PUT", set);
      }
      await sql()`update members set email = 'owner@example.com' where role = 'owner'`;
      const browser = new TestBrowser();
      expect((await sign({ email: "owner@example.com", password: "open barley" })).status).toBe(401);
      expect((await sign({ email: "owner@example.com", password: "open sesame" }, browser)).status).toBe(204);
      expect(await who(browser)).toMatchObject({ id: OWNER_ID });
      await sql()`delete from passwords`;
    },
  );

  test("gets a new session at each sign-in, so that a planted one is useless", async () => {
    await addMember(EMAIL, PASSWORD);
    const attacker = new TestBrowser();
    await sign(MINE, attacker);
    const victim = new TestBrowser();
    for (const [name, value] of attacker.cookies) victim.cookies.set(name, value);
    await sign({ password: "open sesame" }, victim);
    expect([...victim.cookies.values()]).not.toEqual([...attacker.cookies.values()]);
    expect(await who(attacker)).toBeUndefined();
    expect(await who(victim)).toMatchObject({ role: "owner" });
  });
});

describe("an attacker", () => {
  test("cannot tell an unknown address, a wrong password and a member without a password apart", async () => {
    await addMember(EMAIL, PASSWORD);
    await addMember("passkey@example.com");
    await sql()`update members set email = 'owner@example.com' where role = 'owner'`;
    const all = await Promise.all(
      [EMAIL, "passkey@example.com", "owner@example.com", "nobody@example.com", "not an address"].map(
        (email) => sign({ email, password: "wrong" }, new TestBrowser(`198.51.100.${email.length}`)),
      ),
    );
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(all[0]).toMatchObject({ status: 401, error: { message: "Wrong email or password. Try again." } });
  });

  test.each(["", "open sesame"])(
    "cannot tell addresses apart by the time (EASEL_PASSWORD %j)",
    async (environment) => {
      COST.now = { ...COST.SAFE, p: 1 };
      vi.stubEnv("EASEL_PASSWORD", "");
      await new TestBrowser().call(setPassword, "/api/password", "PUT", {
        body: { password: "open sesame" },
      });
      vi.stubEnv("EASEL_PASSWORD", environment);
      await closeAll();
      await writePassword(await addMember(EMAIL), await hashPassword(PASSWORD));
      await addMember("passkey@example.com");
      await sql()`update members set email = 'owner@example.com' where role = 'owner'`;
      let address = 0;
      const took = async (email: string) => {
        // CPU time on all threads, which is independent of other load.
        const before = process.cpuUsage();
        await sign({ email, password: "wrong" }, new TestBrowser(`198.51.100.${address++}`));
        const { user, system } = process.cpuUsage(before);
        return user + system;
      };
      await took("warm@example.com");
      const best = new Map<string, number>();
      for (let round = 0; round < 2; round++)
        for (const email of [EMAIL, "nobody@example.com", "passkey@example.com", "owner@example.com"])
          best.set(email, Math.min(best.get(email) ?? Number.POSITIVE_INFINITY, await took(email)));
      const times = [...best.values()];
      expect(Math.max(...times) / Math.min(...times)).toBeLessThan(1.5);
      await sql()`delete from passwords`;
    },
  );

  test("has five attempts a minute, whatever the address of the member", async () => {
    await addMember(EMAIL, PASSWORD);
    const browser = new TestBrowser();
    for (let at = 0; at < 5; at++)
      expect((await sign({ email: `m${at}@example.com`, password: "wrong" }, browser)).status).toBe(401);
    expect((await sign(MINE, browser)).status).toBe(429);
  });
});

const codeAt = (secret: string, offset = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + offset * 30_000 });

/** Switches the second factor on. Returns its secret and the recovery codes. */
async function withTwoFactors(browser: TestBrowser, password: string) {
  const path = "/api/me/two-factor";
  const setup = await read(await browser.call(start, path, "POST", { body: { password } }));
  expect(setup).toMatchObject({ status: 200, qr: expect.stringContaining("<svg") });
  const body = { id: setup.id, code: codeAt(setup.secret, -1) };
  const { status, recoveryCodes } = await read(await browser.call(confirm, path, "PUT", { body }));
  expect(status).toBe(200);
  return { secret: setup.secret as string, codes: recoveryCodes as string[] };
}

describe("the second factor", () => {
  const setUp = async () => {
    await addMember(EMAIL, PASSWORD);
    const browser = new TestBrowser();
    await sign(MINE, browser);
    return { browser, ...(await withTwoFactors(browser, PASSWORD)) };
  };

  test("is asked for after the right password only, and each code works once", async () => {
    const { secret } = await setUp();
    const wrong = await sign({ email: EMAIL, password: "wrong", code: codeAt(secret) });
    expect(wrong.error.details).toBeUndefined();
    const asked = await sign(MINE);
    expect(asked).toMatchObject({ status: 401, error: { details: { needsCode: true } } });
    const code = codeAt(secret);
    expect((await sign({ ...MINE, code: "000000" })).error.details).toEqual({ needsCode: true });
    expect((await sign({ ...MINE, code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(204);
    expect((await sign({ ...MINE, code })).status).toBe(401);
    // The code of the setup is older than the used code.
    expect((await sign({ ...MINE, code: codeAt(secret, -1) })).status).toBe(401);
    expect((await sign({ ...MINE, code: codeAt(secret, 1) }, new TestBrowser("203.0.113.2"))).status).toBe(
      204,
    );
    expect((await sign({ ...MINE, code: codeAt(secret, 2) }, new TestBrowser("203.0.113.3"))).status).toBe(
      401,
    );
  });

  test("takes one of two requests with the same code", async () => {
    const { secret } = await setUp();
    const code = codeAt(secret, 1);
    const all = await Promise.all(
      [1, 2, 3].map((at) => sign({ ...MINE, code }, new TestBrowser(`203.0.113.${at}`))),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([204, 401, 401]);
  });

  test("takes each recovery code once, in any spelling", async () => {
    const { codes, browser } = await setUp();
    expect(new Set(codes).size).toBe(10);
    const [code = ""] = codes;
    expect(code).toMatch(/^[a-z][a-z0-9]{3}(-[a-z0-9]{4}){3}$/);
    expect((await sign({ ...MINE, code: code.toUpperCase().replaceAll("-", " ") })).status).toBe(204);
    expect((await sign({ ...MINE, code })).status).toBe(401);
    expect(await read(await browser.call(me, "/api/me", "GET"))).toMatchObject({
      status: 200,
      recoveryCodesLeft: 9,
    });
    const [row] = await sql()`select totp, recovery_codes from members where email = ${EMAIL}`;
    expect(JSON.stringify(row)).not.toContain(codes[1]?.replaceAll("-", ""));
  });

  test("stops 100 guesses at the tenth, whatever their address, also with the right code then", async () => {
    const { secret } = await setUp();
    const member = await findCredentials(EMAIL);
    if (!member) throw new Error("The member was added");
    const guess = (code: string) => requireCode(member, code).catch((error) => error.code);
    const guesses = Array.from({ length: 100 }, (_, at) => guess(String(at).padStart(6, "0")));
    const all = await Promise.all(guesses);
    expect(all.filter((code) => code === "unauthorized")).toHaveLength(10);
    expect(all.filter((code) => code === "too_many_requests")).toHaveLength(90);
    expect(await guess(codeAt(secret, 1))).toBe("too_many_requests");
    expect((await sign({ ...MINE, code: codeAt(secret, 1) })).status).toBe(429);
  });

  test("protects the owner's password, too", async () => {
    const browser = new TestBrowser();
    await sign({ password: "open sesame" }, browser);
    const { secret } = await withTwoFactors(browser, "open sesame");
    expect(await sign({ password: "open sesame" })).toMatchObject({
      status: 401,
      error: { details: { needsCode: true } },
    });
    expect((await sign({ password: "open sesame", code: codeAt(secret) })).status).toBe(204);
  });

  test("is set up with the password and a code, and ends with a code", async () => {
    await addMember(EMAIL, PASSWORD);
    const browser = new TestBrowser();
    await sign(MINE, browser);
    const path = "/api/me/two-factor";
    const wrong = await read(await browser.call(start, path, "POST", { body: { password: "wrong" } }));
    expect(wrong).toMatchObject({ status: 422, error: { details: [{ path: "password" }] } });
    const setup = await read(await browser.call(start, path, "POST", { body: { password: PASSWORD } }));
    // Another member cannot finish this setup.
    const other = new TestBrowser("203.0.113.9");
    await sign({ password: "open sesame" }, other);
    const body = { id: setup.id, code: codeAt(setup.secret) };
    expect((await other.call(confirm, path, "PUT", { body })).status).toBe(409);
    expect((await browser.call(confirm, path, "PUT", { body: { ...body, code: "123456" } })).status).toBe(
      422,
    );
    expect((await sign(MINE)).status).toBe(204);
    expect((await browser.call(confirm, path, "PUT", { body })).status).toBe(200);
    expect((await browser.call(switchOff, path, "DELETE", { body: { code: "123456" } })).status).toBe(422);
    const next = { code: codeAt(setup.secret, 1) };
    expect((await browser.call(switchOff, path, "DELETE", { body: next })).status).toBe(204);
    expect((await sign(MINE)).status).toBe(204);
  });
});
