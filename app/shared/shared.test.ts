import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DELETE } from "@/app/api/shares/[id]/route";
import { GET as LIST, POST } from "@/app/api/shares/route";
import { talk } from "@/app/testing/owner";
import { closeAll } from "@/lib/ground/base/process";
import { signIn } from "@/lib/platform/access/session";
import { pageWith, testRequest } from "@/lib/platform/http/test-request";
import { resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { GET } from "./[token]/route";

let [conversation, cookie] = ["", ""];
let drop: () => Promise<void>;
beforeAll(async () => {
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  vi.stubEnv("EASEL_PASSWORD", "open sesame");
  await closeAll();
  ({ drop } = await testDatabase());
  conversation = await talk(await resolveAgent(), "Hello");
  cookie = (await signIn(testRequest("/api/login"))).getSetCookie()[0]?.split(";")[0] ?? "";
});
afterAll(async () => {
  await drop();
  vi.unstubAllEnvs();
});
beforeEach(() => sql()`delete from shares`);

const PAGE = "<!doctype html><title>Sales</title><script>document.cookie</script>";

async function make(more: Record<string, string> = {}, body = PAGE, headers = { cookie }) {
  const query = new URLSearchParams({ conversation, sheet: "m/c", title: "Sales", ...more });
  const request = new Request(`http://localhost:3000/api/shares?${query}`, {
    ...{ method: "POST", body },
    headers: { host: "localhost:3000", "content-type": "text/html", ...(await pageWith(headers.cookie)) },
  });
  const response = await POST(request);
  return { status: response.status, body: await response.json() };
}
const tokenOf = (url: string) => url.split("/shared/")[1] ?? "";
const open = (token: string) =>
  GET(testRequest(`/shared/${encodeURIComponent(token)}`), { params: Promise.resolve({ token }) });
const revoke = (id: string) =>
  DELETE(testRequest(`/api/shares/${id}`, { method: "DELETE", headers: { cookie } }), {
    params: Promise.resolve({ id }),
  });
const list = async () => (await LIST(testRequest("/api/shares", { headers: { cookie } }))).json();

describe("a shared surface", () => {
  test("is served without a session, with a strict sandbox policy", async () => {
    const { status, body } = await make();
    expect(status).toBe(200);
    expect(body.url).toMatch(/^http:\/\/localhost:3000\/shared\/[\w-]{43}$/);
    const response = await open(tokenOf(body.url));
    expect([response.status, await response.text()]).toEqual([200, PAGE]);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^sandbox allow-scripts allow-forms; default-src 'none'; /);
    expect(policy).not.toMatch(/allow-same-origin|allow-top|allow-popups|'self'|https?:/);
    for (const rule of ["frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'"])
      expect(policy).toContain(rule);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...{ "cache-control": "private, no-store", "referrer-policy": "no-referrer" },
      ...{ "x-robots-tag": "noindex, nofollow, noarchive", "x-content-type-options": "nosniff" },
      ...{ "connection-allowlist": "()", "permissions-policy": expect.stringContaining("camera=()") },
    });
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test("returns 404 once its link is revoked or expired, or its conversation is deleted", async () => {
    const nothing = async (url: string) => {
      const response = await open(tokenOf(url));
      return [response.status, (await response.text()).includes("There is nothing at this link")];
    };
    const { body: revoked } = await make();
    expect((await revoke(revoked.share.id)).status).toBe(200);
    expect(await nothing(revoked.url)).toEqual([404, true]);
    expect((await revoke(revoked.share.id)).status).toBe(404);

    const { body: over } = await make({ days: "1" });
    expect(Date.parse(over.share.expiresAt) - Date.now()).toBeGreaterThan(86_000_000);
    await sql()`update shares set expires_at = now()`;
    expect(await nothing(over.url)).toEqual([404, true]);
    expect((await list()).shares).toEqual([]);

    const { body: orphan } = await make();
    await sql()`update conversations set deleted_at = now() where id = ${conversation}`;
    expect(await nothing(orphan.url)).toEqual([404, true]);
    await sql()`update conversations set deleted_at = null`;
    expect((await open(tokenOf(orphan.url))).status).toBe(200);
  });

  test("opens only with its own token, which is not stored", async () => {
    const { body } = await make();
    const token = tokenOf(body.url);
    const [row] = await sql()<{ text: string }[]>`select to_json(s)::text as text from shares s`;
    expect(row?.text).not.toContain(token);
    const { token_hash } = JSON.parse(row?.text ?? "{}");
    for (const other of [
      "",
      token.slice(1),
      `${token}A`,
      token.toLowerCase(),
      token_hash,
      "'or 1=1--",
      "../api",
      "x".repeat(5_000),
    ])
      expect((await open(other)).status, other).toBe(404);
    expect(JSON.stringify(await list())).not.toMatch(new RegExp(`${token_hash}|document`));
  });

  test("is listed with its link, which only the key that made it can show", async () => {
    const { body } = await make();
    const { body: live } = await make({ live: "true" }, '{"queries":[],"state":[]}');
    const urls = async () => (await list()).shares.map(({ url }: { url: string | null }) => url).sort();
    expect(await urls()).toEqual([body.url, live.url].sort());
    // As after a restore in another installation, or for links of an earlier version.
    await sql()`update shares set token_hash = md5(token_hash) where id = ${body.share.id}`;
    expect(await urls()).toEqual([live.url, null].sort());
  });

  test("requires a session to create, list and revoke links", async () => {
    const { body } = await make();
    expect((await make({}, PAGE, { cookie: "" })).status).toBe(401);
    expect((await LIST(testRequest("/api/shares"))).status).toBe(401);
    const stranger = testRequest(`/api/shares/${body.share.id}`, { method: "DELETE" });
    expect((await DELETE(stranger, { params: Promise.resolve({ id: body.share.id }) })).status).toBe(401);
    expect((await open(tokenOf(body.url))).status).toBe(200);
  });

  test("returns an error with the reason for an invalid link", async () => {
    expect((await make({ days: "2" })).body.error.message).toContain("1, 7, 30 days");
    expect((await make({}, "")).body.error.message).toContain("The body is empty");
    expect((await make({ conversation: crypto.randomUUID() })).body.error.message).toContain(
      "no such conversation",
    );
  });

  test("without a password, returns 403 with the remedy for new links and 404 for existing ones", async () => {
    const { body } = await make();
    vi.stubEnv("EASEL_PASSWORD", "");
    await closeAll();
    const refused = await make();
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      expect.stringContaining("Set one in Settings"),
    ]);
    expect((await list()).off).toContain("Set one in Settings");
    expect((await open(tokenOf(body.url))).status).toBe(404);
    vi.stubEnv("EASEL_PASSWORD", "open sesame");
    await closeAll();
  });
});
