import { sealData } from "iron-session";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { testRequest } from "@/lib/platform/http/test-request";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { endSession } from "@/lib/store/conversations/sessions";
import { testDatabase } from "@/lib/store/testing/database";
import { requirePage } from "./require-page";
import { endOwnSession, isSignedIn, requireSession, sessionsNow, signIn } from "./session";

const jar = vi.hoisted(() => new Map<string, string>());
const asked = vi.hoisted(() => new Headers());
vi.mock("next/headers", () => ({
  headers: async () => asked,
  cookies: async () => ({
    get: (name: string) => (jar.has(name) ? { name, value: jar.get(name) } : undefined),
    set: () => {},
  }),
}));
vi.mock("next/navigation", () => ({
  redirect: (to: string) => {
    throw new Error(`redirected to ${to}`);
  },
}));

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
  jar.clear();
  await closeAll();
});

/** Simulates a restart, because the environment is read once per process. */
async function restart(changes: Record<string, string> = {}): Promise<void> {
  await closeAll();
  for (const [name, value] of Object.entries(changes)) vi.stubEnv(name, value);
}

const cookieOf = (headers: Headers) => headers.getSetCookie()[0] ?? "";
const carrying = (cookie: string) =>
  testRequest("/api/x", { headers: { cookie: cookie.split(";")[0] ?? "" } });
const session = async () => cookieOf(await signIn(testRequest("/api/login")));
const verdict = (cookie: string) =>
  requireSession(carrying(cookie)).then(
    () => "in",
    (error) => error.code,
  );

test("a user stays signed in until sign-out", async () => {
  const cookie = await session();
  expect(await verdict(cookie)).toBe("in");
  const ended = cookieOf(await endOwnSession(carrying(cookie)));
  expect(ended).toMatch(/^easel-3000=;.*Max-Age=0/);
  expect(await verdict(ended)).toBe("unauthorized");
  // A saved copy of the cookie is invalid too.
  expect(await verdict(cookie)).toBe("unauthorized");
});

test("sessionsNow lists sessions with their devices, and each session can be ended", async () => {
  const headers = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
  const one = cookieOf(await signIn(testRequest("/api/login", { headers })));
  const other = await session();
  const before = await sessionsNow(OWNER_ID);
  const id = await requireSession(carrying(one));
  expect(before.find((each) => each.id === id)).toMatchObject({ userAgent: headers["user-agent"] });
  await endSession(OWNER_ID, id ?? "");
  expect([await verdict(one), await verdict(other)]).toEqual(["unauthorized", "in"]);
  expect((await sessionsNow(OWNER_ID)).length).toBe(before.length - 1);
});

test("requireSession admits everyone if no password is set", async () => {
  await restart({ EASEL_PASSWORD: "" });
  expect(await verdict("")).toBe("in");
});

describe("the cookie", () => {
  test("is HttpOnly, SameSite=Lax and lasts 30 days", async () => {
    const cookie = await session();
    expect(cookie).toMatch(/^easel-3000=/);
    for (const part of ["HttpOnly", "SameSite=Lax", "Path=/", `Max-Age=${30 * 86_400 - 60}`]) {
      expect(cookie).toContain(part);
    }
    expect(cookie).not.toMatch(/Secure|Domain/);
    expect(cookie.length).toBeLessThan(1_000);
  });

  test("is secure if the public origin is https", async () => {
    await restart({ EASEL_ORIGIN: "https://easel.example.com" });
    expect(await session()).toMatch(/^__Host-easel-session=.*; Secure/);
  });

  test("has the port in its name, so that a cookie of another port is not accepted", async () => {
    const cookie = await session();
    await restart({ PORT: "4000" });
    expect(await verdict(cookie)).toBe("unauthorized");
  });

  test.each([
    "",
    "easel-3000=",
    "easel-3000=x",
    "easel-3000=%E0%A4%A",
    "easel-3000=Fe26.2*1*x*y*z**a*b~2",
    `easel-3000=${"a".repeat(5_000)}`,
    "easel-3000=__proto__",
  ])("is rejected if invalid: %j", async (cookie) => {
    expect(await verdict(cookie)).toBe("unauthorized");
  });

  test("is rejected after changing one character", async () => {
    const [cookie = ""] = (await session()).split(";");
    for (const at of [20, Math.floor(cookie.length / 2), cookie.length - 4]) {
      const letter = cookie[at] === "A" ? "B" : "A";
      expect(await verdict(cookie.slice(0, at) + letter + cookie.slice(at + 1))).toBe("unauthorized");
    }
  });

  test("is rejected if sealed with another key", async () => {
    const forged = await sealData({ since: Date.now() }, { password: "x".repeat(43) });
    expect(await verdict(`easel-3000=${forged}`)).toBe("unauthorized");
  });
});

test("a session survives a restart, but not a new password or secret", async () => {
  const cookie = await session();
  await restart();
  expect(await verdict(cookie)).toBe("in");
  await restart({ EASEL_PASSWORD: "open barley" });
  expect(await verdict(cookie)).toBe("unauthorized");
  await restart({ EASEL_PASSWORD: "open sesame", EASEL_SECRET: "another horse battery" });
  expect(await verdict(cookie)).toBe("unauthorized");
});

test("a session expires after 30 days", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const cookie = await session();
  vi.advanceTimersByTime(29.9 * 86_400_000);
  expect(await verdict(cookie)).toBe("in");
  vi.advanceTimersByTime(0.3 * 86_400_000);
  expect(await verdict(cookie)).toBe("unauthorized");
});

describe("a page", () => {
  test("redirects to the login with its path as `next`", async () => {
    await expect(requirePage("/chat/1?x=a&y")).rejects.toThrow(
      "redirected to /login?next=%2Fchat%2F1%3Fx%3Da%26y",
    );
    asked.set("x-easel-agent", "b");
    await expect(requirePage("/chat/1")).rejects.toThrow("redirected to /login?next=%2Fa%2Fb%2Fchat%2F1");
    asked.delete("x-easel-agent");
    expect(await isSignedIn()).toBe(false);
  });

  test("opens with a session", async () => {
    const [name = "", value = ""] = (await session()).split(";")[0]?.split("=") ?? [];
    jar.set(name, decodeURIComponent(value));
    await requirePage("/");
    expect(await isSignedIn()).toBe(true);
  });

  test("opens if no password is set", async () => {
    await restart({ EASEL_PASSWORD: "" });
    await requirePage("/");
  });
});
