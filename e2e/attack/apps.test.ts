import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { GET as AGENTS } from "@/app/api/agents/route";
import { GET as APPS } from "@/app/api/apps/route";
import { GET as DATABASE } from "@/app/api/database/route";
import { POST as SQL } from "@/app/api/database/sql/route";
import { GET as FILES } from "@/app/api/files/route";
import { GET as ICON } from "@/app/p/[slug]/icon/route";
import { GET as MANIFEST } from "@/app/p/[slug]/manifest/route";
import { GET as SCRIPT } from "@/app/p/[slug]/script/route";
import { GET as STREAM } from "@/app/p/[slug]/stream/route";
import { AppLab, GUESTS } from "@/app/p/testing/lab";
import { closeAll } from "@/lib/ground/base/process";
import { sample } from "@/lib/ground/base/testing/sample";
import { signIn } from "@/lib/platform/access/session";
import { testRequest } from "@/lib/platform/http/test-request";
import { resolveAgent } from "@/lib/store/agents/agents";
import { testDatabase } from "@/lib/store/testing/database";
import { queriesOfAuthors, SLUGS, type Try, tries, values } from "./apps-tries.ts";

/*
 * Visitors of a published app try to reach more than the owner allowed: other tables, rows, columns, versions, apps, routes
 * and agents. Every try is refused, and nothing of the others changes. `ATTACK=all` runs all tries, otherwise every sixth.
 */

const SECRET = "zeppelin";
const REFUSED = new Set([400, 401, 403, 404, 405, 409, 413, 415, 422]);
const some = <T>(all: readonly T[]): T[] => sample(all, 6);

let lab: AppLab;
let [cookie, other] = ["", ""];
let drop: () => Promise<void>;

beforeAll(async () => {
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  vi.stubEnv("EASEL_PASSWORD", "open sesame");
  await closeAll();
  ({ drop } = await testDatabase());
  const owner = (await signIn(testRequest("/api/login"))).getSetCookie()[0]?.split(";")[0] ?? "";
  lab = new AppLab(await resolveAgent(), owner);
  await lab.reset();
  const { body } = await lab.publish();
  ({ cookie } = await lab.open(body.url));
  const second = await lab.publish({
    slug: "other",
    audience: "public",
    rules: { tables: [], form: null },
    queries: [],
  });
  ({ cookie: other } = await lab.open(second.body.url));
});
afterAll(async () => {
  await drop();
  vi.unstubAllEnvs();
});

const stored = async () => [
  await lab.rows(
    "select quote(id), quote(name), quote(dish), quote(phone), quote(visitor) from guests where id = 1",
  ),
  await lab.rows("select * from secrets"),
  await lab.rows("select name, sql from sqlite_schema where name not like '%easel%' order by name"),
];

const attempt = ({ call, version, raw }: Try) =>
  raw === undefined
    ? lab.call(cookie, call, { version: version === undefined ? 1 : version })
    : lab.callRaw(cookie, raw);

test("there are at least 300 tries", () => {
  expect(tries.length + values.length + SLUGS.length).toBeGreaterThanOrEqual(300);
});

test("no call of a visitor reaches another table, row or column", async () => {
  const before = await stored();
  const reached: string[] = [];
  for (const one of some(tries)) {
    const { status, body } = await attempt(one);
    const text = JSON.stringify(body);
    if (!REFUSED.has(status) || text.includes(SECRET))
      reached.push(`${one.name}: ${status} ${text.slice(0, 200)}`);
  }
  expect(reached).toEqual([]);
  expect(await stored()).toEqual(before);
  expect(({} as Record<string, unknown>).admin).toBeUndefined();
}, 240_000);

test("values are stored as they are and run nothing", async () => {
  const before = await stored();
  for (const one of some(values)) expect((await attempt(one)).status, one.name).toBe(200);
  expect(await stored()).toEqual(before);
}, 120_000);

test("a published query reads only the visitor's views, whatever its text", async () => {
  const before = await stored();
  const reached: string[] = [];
  const rules = { tables: [{ ...GUESTS, read: "own" }], form: null };
  for (const sql of some(queriesOfAuthors)) {
    const made = await lab.publish({ slug: "hostile", audience: "public", rules, queries: [sql] });
    if (made.status === 422) continue;
    const { cookie: own } = await lab.open(made.body.url);
    const call = { type: "query", query: 0, params: [] };
    const { status, body } = await lab.call(own, call, { slug: "hostile", version: made.body.version });
    const text = JSON.stringify(body.rows?.rows ?? status);
    if (status >= 500 || /zeppelin|reached|Host|Bread|CREATE/.test(text)) reached.push(`${sql}: ${text}`);
  }
  expect(reached).toEqual([]);
  expect(await stored()).toEqual(before);
}, 240_000);

test("a cookie opens only its own app, and no route of Easel", async () => {
  const query = { type: "query", query: 0, params: [] };
  const token = cookie.split("=")[1] ?? "";
  const [name = ""] = cookie.split("=");
  const cookies = [
    "",
    other,
    `${name}=`,
    `${name}=${"A".repeat(43)}`,
    `${name}=${token}A`,
    `${name}=${token.slice(1)}`,
  ];
  for (const one of [...cookies, `x=${token}`, `easel-3000=${token}`])
    expect((await lab.call(one, query)).status, one).toBe(404);
  for (const slug of SLUGS)
    expect([400, 404], slug).toContain((await lab.call(cookie, query, { slug })).status);
  const routes = { AGENTS, APPS, DATABASE, FILES };
  for (const [each, GET] of Object.entries(routes)) {
    const response = await GET(testRequest(`/api/x?agent=${lab.agentId}`, { headers: { cookie } }));
    expect(response.status, each).toBe(401);
  }
  const sql = testRequest(`/api/database/sql?agent=${lab.agentId}`, {
    ...{ method: "POST", body: { sql: "select * from secrets" }, headers: { cookie } },
  });
  expect((await SQL(sql)).status).toBe(401);
});

test("the code, the manifest and the stream need the visitor's cookie and the present version", async () => {
  const params = Promise.resolve({ slug: "guests" });
  for (const GET of [SCRIPT, MANIFEST, ICON, STREAM])
    for (const one of ["", other]) {
      const request = testRequest("/p/guests/x?version=1", { headers: { cookie: one } });
      expect((await GET(request, { params })).status).toBe(404);
    }
  for (const version of ["2", "0", "-1", "x", "1e9", ""]) {
    const request = testRequest(`/p/guests/script?version=${version}`, { headers: { cookie } });
    expect([404, 422]).toContain((await SCRIPT(request, { params })).status);
  }
});
