import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DELETE, PUT, GET as READ } from "@/app/api/conversations/[id]/link/route";
import { DELETE as REMOVE } from "@/app/api/shares/[id]/route";
import { GET as LIST } from "@/app/api/shares/route";
import { talk } from "@/app/testing/owner";
import { members } from "@/drizzle/schema";
import { actingAs } from "@/lib/ground/base/acting";
import { closeAll } from "@/lib/ground/base/process";
import { signIn } from "@/lib/platform/access/session";
import { testRequest } from "@/lib/platform/http/test-request";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { MAX_SHARE_BYTES } from "@/lib/shared/shares";
import { resolveAgent } from "@/lib/store/agents/agents";
import { db, sql } from "@/lib/store/db";
import { actorOf } from "@/lib/store/members/roster";
import { changeAgentSharing } from "@/lib/store/members/sharing";
import { testDatabase } from "@/lib/store/testing/database";
import { GET as DOCUMENT } from "./[token]/document/route";
import { GET as PAGE } from "./[token]/route";
import { GET as STREAM } from "./[token]/stream/route";

type Who = "author" | "owner" | "guest";
let agent = "";
let conversation = "";
const ids = { author: "", owner: OWNER_ID, guest: "" };
const cookies = { author: "", owner: "", guest: "", nobody: "" };
let drop: () => Promise<void>;

const cookieOf = async (id: string) =>
  (await signIn(testRequest("/api/login"), id)).getSetCookie()[0]?.split(";")[0] ?? "";

async function newMember(role: "member" | "guest"): Promise<string> {
  const [row] = await db().insert(members).values({ name: role, role }).returning({ id: members.id });
  return row?.id ?? "";
}

const shareAgent = (...of: Who[]) =>
  changeAgentSharing(agent, {
    everyone: null,
    members: of.map((who) => ({ memberId: ids[who], right: "use" as const })),
  });

beforeAll(async () => {
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  vi.stubEnv("EASEL_PASSWORD", "open sesame");
  await closeAll();
  ({ drop } = await testDatabase());
  agent = await resolveAgent();
  ids.author = await newMember("member");
  ids.guest = await newMember("guest");
  for (const who of ["author", "owner", "guest"] as const) cookies[who] = await cookieOf(ids[who]);
  await shareAgent("author", "guest");
  conversation = await actingAs(await actorOf(ids.author), () => talk(agent, "Hello"));
}, 60_000);
afterAll(async () => {
  await drop();
  vi.unstubAllEnvs();
});
beforeEach(async () => {
  await sql()`delete from shares`;
  await shareAgent("author", "guest");
});

const CHOICES = {
  title: "Our tea",
  name: "Ada",
  days: null,
  leftOut: { messages: ["m"], tools: true, files: false },
};
const COPY = { html: "<main>A copy</main>", locale: "en", components: [] };
const path = (rest: string) => `/api/${rest}?agent=${agent}`;

async function send(who: keyof typeof cookies, method: "GET" | "PUT" | "DELETE", body?: unknown) {
  const handler = { GET: READ, PUT, DELETE }[method];
  const headers = { cookie: cookies[who] };
  const request = testRequest(path(`conversations/${conversation}/link`), { method, body, headers });
  const response = await handler(request, { params: Promise.resolve({ id: conversation }) });
  return { status: response.status, body: await response.json() };
}
const share = (who: keyof typeof cookies = "author", more: object = {}) =>
  send(who, "PUT", { choices: CHOICES, copy: COPY, ...more });
const tokenOf = (url: string) => url.split("/shared/")[1] ?? "";
const at = (handler: typeof PAGE, url: string, rest = "") =>
  handler(testRequest(`/shared/${tokenOf(url)}${rest}`), {
    params: Promise.resolve({ token: tokenOf(url) }),
  });

describe("a link to a conversation", () => {
  test("shows its copy to a visitor without a session, and nothing else", async () => {
    const { status, body } = await share();
    expect([status, body.off]).toEqual([200, null]);
    expect(body.link).toMatchObject({ title: "Our tea", sheet: null, expiresAt: null });
    expect(body.choices).toEqual(CHOICES);
    const page = await at(PAGE, body.link.url);
    const text = await page.text();
    expect([page.status, text]).toEqual([200, expect.stringContaining("<title>Our tea</title>")]);
    expect(text).toContain(`src="/shared/${tokenOf(body.link.url)}/document"`);
    expect(text).not.toContain("A copy");
    const copy = await at(DOCUMENT, body.link.url, "/document");
    expect([copy.status, await copy.text()]).toEqual([200, expect.stringContaining("<main>A copy</main>")]);
    for (const { headers } of [page, copy]) {
      expect(Object.fromEntries(headers)).toMatchObject({
        ...{ "cache-control": "private, no-store", "referrer-policy": "no-referrer" },
        ...{ "x-robots-tag": "noindex, nofollow, noarchive", "x-content-type-options": "nosniff" },
      });
      expect(headers.getSetCookie()).toEqual([]);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'; script-src http://localhost:3000/rt/published-");
      expect(policy).not.toMatch(/script-src[^;]*('unsafe|blob:|data:|\*)/);
      for (const rule of ["base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'"])
        expect(policy).toContain(rule);
    }
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    const inner = copy.headers.get("content-security-policy") ?? "";
    expect(inner).toMatch(/^sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox;/);
    expect(inner).not.toMatch(/allow-same-origin|allow-top|connect-src/);
  });

  test("keeps its address when it is shared again, and its choices also after it is revoked", async () => {
    const { link: first } = (await share()).body;
    const copy = { ...COPY, html: "<main>A later copy</main>" };
    const { link: second } = (await share("author", { choices: { ...CHOICES, title: "Tea" }, copy })).body;
    expect([second.id, second.url]).toEqual([first.id, first.url]);
    expect(await (await at(DOCUMENT, first.url, "/document")).text()).toContain("A later copy");
    const choices = { ...CHOICES, title: "Tea" };
    expect((await send("author", "GET")).body).toEqual({ link: second, choices, off: null });
    await send("author", "DELETE");
    expect((await send("author", "GET")).body).toEqual({ link: null, choices, off: null });
  });

  test("belongs to the author of the conversation alone", async () => {
    for (const who of ["owner", "guest", "nobody"] as const) {
      const status = { owner: 404, guest: 403, nobody: 401 }[who];
      expect((await share(who)).status).toBe(status);
      expect((await send(who, "GET")).status).toBe(status);
    }
    const { link } = (await share()).body;
    for (const who of ["owner", "guest", "nobody"] as const)
      expect((await send(who, "DELETE")).status).toBeGreaterThanOrEqual(400);
    const headers = { cookie: cookies.owner };
    const listed = await (await LIST(testRequest(path("shares"), { headers }))).json();
    expect(listed.shares).toEqual([]);
    const request = testRequest(path(`shares/${link.id}`), { method: "DELETE", headers });
    expect((await REMOVE(request, { params: Promise.resolve({ id: link.id }) })).status).toBe(404);
    expect((await at(PAGE, link.url)).status).toBe(200);
  });

  test("ends when it is revoked or expired, and when its author may no longer use the agent", async () => {
    const { link } = (await share("author", { choices: { ...CHOICES, days: 1 } })).body;
    expect(Date.parse(link.expiresAt) - Date.now()).toBeGreaterThan(86_000_000);
    const statuses = async () => [
      (await at(PAGE, link.url)).status,
      (await at(DOCUMENT, link.url, "/document")).status,
      (await at(STREAM, link.url, "/stream?shown=now")).status,
    ];
    await shareAgent("guest");
    expect(await statuses()).toEqual([404, 404, 404]);
    await shareAgent("author");
    await sql()`update conversations set deleted_at = now()`;
    expect(await statuses()).toEqual([404, 404, 404]);
    await sql()`update conversations set deleted_at = null`;
    await sql()`update shares set expires_at = now()`;
    expect(await statuses()).toEqual([404, 404, 404]);
    await sql()`update shares set expires_at = null`;
    expect((await send("author", "DELETE")).status).toBe(200);
    expect(await statuses()).toEqual([404, 404, 404]);
    expect((await send("author", "DELETE")).status).toBe(404);
  });

  test("tells open pages of a new copy and of its end within 2 s", async () => {
    const { link } = (await share()).body;
    const shown = encodeURIComponent(link.createdAt);
    const response = await at(STREAM, link.url, `/stream?shown=${shown}`);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    const until = async (wanted: string) => {
      const since = performance.now();
      while (!text.includes(wanted)) text += (await reader?.read())?.value ?? expect.fail("The stream ended");
      return performance.now() - since;
    };
    await until("connected");
    await share();
    expect(await until('"version"')).toBeLessThan(2_000);
    await send("author", "DELETE");
    expect(await until('"gone"')).toBeLessThan(2_000);
    expect(text.match(/"version"/g)).toHaveLength(1);
  });

  test("refuses a copy that is too large, with the remedy, and components of other conversations", async () => {
    const large = { ...COPY, html: "x".repeat(MAX_SHARE_BYTES + 1_500_000) };
    const refused = await share("author", { copy: large });
    expect([refused.status, refused.body.error.message]).toEqual([
      413,
      "This copy has 21.5 MB, and a link can show 20.0 MB. Leave out files or messages.",
    ]);
    const components = [{ messageId: "m", toolCallId: "other", mount: "{}" }];
    expect((await share("author", { copy: { ...COPY, components } })).status).toBe(404);
  });

  test("requires a password", async () => {
    const { link } = (await share()).body;
    vi.stubEnv("EASEL_PASSWORD", "");
    await closeAll();
    expect((await at(PAGE, link.url)).status).toBe(404);
    vi.stubEnv("EASEL_PASSWORD", "open sesame");
    await closeAll();
  });
});
