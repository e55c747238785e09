import { expect, it } from "vitest";
import { lab } from "@/lib/data/tables/testing/lab";
import { answer, testRequest } from "@/lib/platform/http/test-request";
import * as queries from "./query/route";
import * as database from "./route";
import * as console from "./sql/route";
import * as csv from "./tables/[name]/csv/route";
import * as table from "./tables/[name]/route";
import * as rows from "./tables/[name]/rows/route";

const { sql } = await lab();
await sql('CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, n REAL); CREATE TABLE "a ""b"" ; c" (x)');

type Method = "GET" | "POST" | "PATCH" | "DELETE";
type Call = {
  method: Method;
  route: Partial<Record<Method, typeof database.GET>>;
  path: string;
  name?: string;
  body?: unknown;
};

const send = async ({ method, route, path, name, body }: Call): Promise<Response> => {
  const request = testRequest(`/api/database${path}`, { method, body });
  return (
    route[method]?.(request, { params: Promise.resolve(name === undefined ? {} : { name }) }) ??
    Response.error()
  );
};

const calls: Call[] = [
  { method: "GET", route: database, path: "" },
  {
    method: "POST",
    route: queries,
    path: "/query",
    body: { sql: "SELECT * FROM t WHERE id = ?", params: [1] },
  },
  {
    method: "POST",
    route: console,
    path: "/sql",
    body: { sql: "INSERT INTO t (name) VALUES (?)", params: ["x"] },
  },
  { method: "GET", route: console, path: "/sql?limit=3" },
  { method: "GET", route: table, path: "/tables/t", name: "t" },
  { method: "GET", route: rows, path: "/tables/t/rows?sort=name&filter=x&limit=3", name: "t" },
  {
    method: "POST",
    route: rows,
    path: "/tables/t/rows",
    name: "t",
    body: { rows: [{ name: "a", n: 1.5 }, {}] },
  },
  {
    method: "PATCH",
    route: rows,
    path: "/tables/t/rows",
    name: "t",
    body: { key: { id: 1 }, set: { name: "b", n: { $real: "Infinity" } }, was: { id: { $integer: "1" } } },
  },
  { method: "DELETE", route: rows, path: "/tables/t/rows", name: "t", body: { keys: [{ id: 2 }] } },
  { method: "POST", route: csv, path: "/tables/new/csv?delimiter=,", name: "new", body: "a,b\n1,2\n" },
  { method: "GET", route: csv, path: "/tables/t/csv", name: "t" },
];

const JUNK: unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  "",
  "x",
  "t",
  "'; DROP TABLE t; --",
  "\u0000",
  "\ud800",
  "é".repeat(2_000),
  [],
  [[]],
  {},
  { $integer: "9999999999999999999" },
  { $integer: "x" },
  { $blob: "A" },
  { $blob: "!" },
  { $real: "NaN" },
  { $text: "x", length: 2 },
  { "": 1 },
  { constructor: 1 },
  { id: 1, extra: { deep: [1] } },
];

function chances(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

function spoilt(value: unknown, chance: (below: number) => number): unknown {
  const junk = () => JUNK[chance(JUNK.length)];
  if (typeof value !== "object" || value === null || chance(4) === 0) return junk();
  const entries: [string, unknown][] = Object.entries(value);
  const at = chance(entries.length + 1);
  const [key, inner] = entries[at] ?? [String(junk()), null];
  const changed = spoilt(inner, chance);
  return Array.isArray(value)
    ? value.with(Math.min(at, value.length - 1), changed)
    : { ...value, [key]: changed };
}

it("returns a result for each valid request", async () => {
  for (const call of calls) {
    const response = await send(call);
    expect(response.status, `${call.method} ${call.path}`).toBeLessThan(300);
    expect((await response.text()).length).toBeGreaterThan(0);
  }
});

it("never returns 500 for invalid requests", async () => {
  const chance = chances(7);
  const statuses = new Map<number, number>();
  for (let round = 0; round < 60; round++)
    for (const call of calls) {
      const name = call.name && chance(3) === 0 ? String(JUNK[chance(JUNK.length)]) : call.name;
      const parameters = [
        "sort",
        "direction",
        "limit",
        "offset",
        "where",
        "filter",
        "mode",
        "header",
        "cursor",
        "delimiter",
      ];
      const parameter = parameters[chance(parameters.length)];
      const junk = encodeURIComponent(JSON.stringify(JUNK[chance(JUNK.length)])).slice(0, 200);
      const path = call.path.includes("?") ? `${call.path}&${parameter}=${junk}` : call.path;
      const body = call.body === undefined || chance(5) === 0 ? call.body : spoilt(call.body, chance);
      const response = await send({ ...call, path, body, ...(name !== undefined && { name }) });
      const text = await response.text();
      const what = JSON.stringify([call.method, path, name, body]).slice(0, 500);
      expect(response.status, `${what} → ${text.slice(0, 500)}`).toBeLessThan(500);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    }
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 404, 409, 422]));
});

it("accepts U+0000 in text and rejects unpaired surrogates", async () => {
  const change = { key: { id: 1 }, set: { name: "a\0b" } };
  const changed = await send({
    method: "PATCH",
    route: rows,
    path: "/tables/t/rows",
    name: "t",
    body: change,
  });
  expect(await answer(changed)).toMatchObject({ status: 200, row: { name: "a\0b" } });
  const broken = { key: { id: 1 }, set: { name: "\ud800" } };
  expect(
    (await send({ method: "PATCH", route: rows, path: "/tables/t/rows", name: "t", body: broken })).status,
  ).toBe(422);
});

it("stores the user's statements, including failed ones, until they are deleted", async () => {
  const run = (sql: string) => send({ method: "POST", route: console, path: "/sql", body: { sql } });
  await send({ method: "DELETE", route: console, path: "/sql" });
  expect(await answer(await run("SELECT 1 AS one"))).toMatchObject({
    status: 200,
    columns: ["one"],
    row_count: 1,
  });
  expect((await run("SELECT nope")).status).toBe(422);
  await run("DELETE FROM t WHERE 0");
  const list = (query = "") =>
    send({ method: "GET", route: console, path: `/sql?limit=2${query}` }).then(answer);
  const page = await list();
  expect(page.runs).toMatchObject([
    { sql: "DELETE FROM t WHERE 0", count: 0, error: null },
    { sql: "SELECT nope", count: null, error: expect.stringContaining("no such column") },
  ]);
  expect((await list(`&cursor=${page.nextCursor}`)).runs).toMatchObject([
    { sql: "SELECT 1 AS one", count: 1 },
  ]);
  expect((await send({ method: "DELETE", route: console, path: "/sql" })).status).toBe(204);
  expect((await list()).runs).toEqual([]);
});
