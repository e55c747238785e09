import { beforeAll, describe, expect, test, vi } from "vitest";
import { PAGE_HEADER } from "@/lib/shared/page-proof";
import { assertFromPage, issuePageProof } from "./page-proof";

const ORIGIN = { origin: "http://localhost:3000" };
const request = (headers: Record<string, string>) =>
  new Request("http://localhost:3000/api/tools/x", { method: "PATCH", headers });

function issued(session: string | null, cookie?: string) {
  const { proof, headers } = issuePageProof(request({ ...ORIGIN, ...(cookie && { cookie }) }), session);
  return { [PAGE_HEADER]: proof, cookie: headers["set-cookie"]?.split(";")[0] ?? "" };
}
const isAccepted = (headers: Record<string, string>, session: string | null) => {
  try {
    assertFromPage(request(headers), session);
    return true;
  } catch {
    return false;
  }
};

beforeAll(() => {
  vi.stubEnv("EASEL_SECRET", "a secret of the tests");
  vi.stubEnv("EASEL_RIGHTS", "page");
});

describe("the proof of a page", () => {
  test("is accepted with the cookie and the session for which it was issued", () => {
    for (const session of [null, "s"]) expect(isAccepted(issued(session), session)).toBe(true);
  });

  test("is refused without its cookie, with another cookie and with another session", () => {
    const { cookie, ...alone } = issued("s");
    expect(isAccepted(alone, "s")).toBe(false);
    expect(isAccepted({ ...alone, cookie: issued("s").cookie }, "s")).toBe(false);
    expect(isAccepted({ ...alone, cookie }, "another")).toBe(false);
    expect(isAccepted({ ...alone, cookie }, null)).toBe(false);
  });

  test("is refused if it was changed, or if it is missing", () => {
    const { [PAGE_HEADER]: proof = "", cookie } = issued(null);
    const [expires = "", page = "", mac = ""] = proof.split(".");
    for (const changed of [
      "",
      `${Number(expires) + 1}.${page}.${mac}`,
      `${expires}.${page}x.${mac}`,
      `${expires}.${page}.`,
      `NaN.${page}.${mac}`,
    ])
      expect(isAccepted({ [PAGE_HEADER]: changed, cookie }, null)).toBe(false);
  });

  test("expires after a day", () => {
    const headers = issued(null);
    vi.useFakeTimers({ now: Date.now() + 86_400_001 });
    expect(isAccepted(headers, null)).toBe(false);
    vi.useRealTimers();
  });

  test("is issued only to requests that name a page, and keeps the browser's cookie", () => {
    expect(() => issuePageProof(request({}), null)).toThrow("Only a page of Easel");
    const first = issued(null);
    const second = issued(null, first.cookie);
    expect(second.cookie).toBe(first.cookie);
    expect(isAccepted(first, null) && isAccepted(second, null)).toBe(true);
  });

  test("sets a cookie that scripts and other sites cannot use", () => {
    const { headers } = issuePageProof(request(ORIGIN), null);
    expect(headers["set-cookie"]).toMatch(/HttpOnly; SameSite=Strict/);
  });
});
