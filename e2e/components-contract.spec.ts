import { randomUUID } from "node:crypto";
import { call } from "./call.ts";
import { BROKEN, BUTTON, made } from "./components.ts";
import { expect, test } from "./fixtures.ts";

let url: string;
test.beforeEach(({ easel }) => {
  url = easel.url;
});

const ask = (method: string, path: string, body?: unknown) => call(url, method, path, body);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const hash = expect.stringMatching(/^[0-9a-f]{64}$/);

async function create(over: object = {}) {
  const fields = made(over);
  expect((await ask("POST", "/api/components", fields)).status).toBe(200);
  return { ...fields, path: `/api/components/${fields.name}` };
}

const history = async (name: string) =>
  (await ask("GET", `/api/history?kind=component&name=${name}`)).body.revisions;

test("creates, reads, changes, lists and deletes a component", async () => {
  const { name, path, description, code } = await create();
  const read = { name, description, code, props_schema: null, version: 1, updatedAt: time };
  expect(await ask("GET", path)).toEqual({ status: 200, body: read });
  const schema = { type: "object", properties: { label: { type: "string" } } };
  const changed = await ask("PATCH", path, {
    description: "A wide button",
    props_schema: schema,
    version: 1,
  });
  expect(changed).toEqual({
    status: 200,
    body: { ...read, description: "A wide button", props_schema: schema, version: 2 },
  });
  const { components } = (await ask("GET", "/api/components")).body;
  expect(components.find((one: { name: string }) => one.name === name)).toEqual({
    name,
    description: "A wide button",
    version: 2,
    props_schema: schema,
    updatedAt: time,
  });
  expect(await ask("DELETE", path)).toEqual({ status: 200, body: { deleted: true } });
  for (const [method, body] of [["GET"], ["DELETE"], ["PATCH", {}]] as const)
    expect((await ask(method, path, body)).body.error, method).toMatchObject({ code: "not_found" });
});

const GARBAGE: [name: string, body: unknown, status: number, path: string | null][] = [
  ["an empty body", undefined, 400, null],
  ["a list", [], 422, ""],
  ["null", null, 422, ""],
  ["no code", { code: undefined }, 422, "code"],
  ["code that is not a string", { code: 1 }, 422, "code"],
  ["empty code", { code: " \n" }, 422, "code"],
  ["code of 200,001 characters", { code: "x".repeat(200_001) }, 422, "code"],
  ["a body of 3 MB", { code: "x".repeat(3_000_000) }, 413, null],
  ["code with U+0000", { code: `${BUTTON}\0` }, 422, "code"],
  ["an empty name", { name: "" }, 422, "name"],
  ["a name that is a path", { name: "../a" }, 422, "name"],
  ["a long name", { name: "a".repeat(65) }, 422, "name"],
  ["the name __proto__", { name: "__proto__" }, 422, "name"],
  ["no description", { description: "  " }, 422, "description"],
  ["a long description", { description: "d".repeat(2_001) }, 422, "description"],
  ["an unknown field", { owner: "me" }, 422, "owner"],
  ["a version", { version: 1 }, 422, "version"],
  ["a schema that is a list", { props_schema: [] }, 422, "props_schema"],
  ["a large schema", { props_schema: { description: "x".repeat(100_000) } }, 422, "props_schema"],
  ["a value of accept that is not a boolean", { accept: "yes" }, 422, "accept"],
];
for (const [name, over, status, path] of GARBAGE) {
  test(`returns ${status} for ${name}`, async () => {
    const isWhole = typeof over === "object" && over !== null && !Array.isArray(over);
    const body = isWhole ? made(over) : over;
    const answer = await ask("POST", "/api/components", body);
    expect(answer.status).toBe(status);
    if (path !== null) expect(answer.body.error.details[0].path).toBe(path);
  });
}

test("rejects unknown methods, fields and names", async () => {
  const { path } = await create();
  for (const [method, at, body, status] of [
    ["PUT", path, {}, 405],
    ["DELETE", "/api/components", undefined, 405],
    ["PATCH", path, { name: "Other" }, 422],
    ["PATCH", path, { version: 0 }, 422],
    ["PATCH", path, { version: 1.5 }, 422],
    ["PATCH", path, { code: null }, 422],
    ["GET", "/api/components/%C3%A4", undefined, 404],
    ["GET", `/api/components/${"a".repeat(300)}`, undefined, 404],
    ["GET", "/api/bundles/nothing", undefined, 404],
    ["GET", `/api/bundles/${"0".repeat(64)}`, undefined, 404],
    ["GET", "/api/history?kind=secret", undefined, 422],
    ["GET", "/api/history?cursor=x", undefined, 422],
    ["GET", "/api/history?limit=0", undefined, 422],
    ["GET", "/api/history/nothing", undefined, 404],
    ["GET", `/api/history/${randomUUID()}`, undefined, 404],
    ["POST", `/api/history/${randomUUID()}/restore`, undefined, 404],
    ["POST", `/api/history/${randomUUID()}/restore`, { force: true }, 422],
    ["POST", "/api/components/check", {}, 422],
    ["POST", "/api/previews", {}, 422],
    ["POST", "/api/previews", { code: "x".repeat(200_001) }, 422],
    ["POST", "/api/previews", { code: "no code", known: "" }, 204],
    ["POST", "/api/previews", { code: "export default () => <p>Rye", whole: true }, 204],
    ["POST", "/api/previews", { code: "no code", whole: "yes" }, 422],
  ] as const)
    expect([method, at, (await ask(method, at, body)).status]).toEqual([method, at, status]);
});

test("rejects a name that is taken", async () => {
  const { name, path } = await create();
  expect((await ask("POST", "/api/components", made({ name }))).status).toBe(409);
  await ask("DELETE", path);
  expect((await ask("POST", "/api/components", made({ name }))).body).toMatchObject({ name, version: 3 });
  const fields = made();
  const all = await Promise.all(Array.from({ length: 6 }, () => ask("POST", "/api/components", fields)));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
});

test("allows a component named check", async () => {
  await create({ name: "check" });
  expect((await ask("GET", "/api/components/check")).body).toMatchObject({ name: "check", version: 1 });
  expect((await ask("PATCH", "/api/components/check", { description: "x" })).body).toMatchObject({
    version: 2,
  });
  expect((await ask("DELETE", "/api/components/check")).body).toEqual({ deleted: true });
});

test("returns 409 to the second of two editors and keeps the first one's change", async () => {
  const { name, path } = await create();
  const edit = (description: string) => ask("PATCH", path, { description: description, version: 1 });
  const both = await Promise.all([edit("one"), edit("two")]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const late = both.find(({ status }) => status === 409);
  expect(late?.body.error).toMatchObject({ code: "conflict", details: { version: 2 } });
  expect((await ask("PATCH", path, { description: "three", version: 2 })).body).toMatchObject({ version: 3 });
  expect(await history(name)).toHaveLength(3);
});

test("rejects code that does not compile, with its position, on every route", async () => {
  const { path } = await create();
  const compile = {
    message: expect.any(String),
    line: expect.any(Number),
    column: expect.any(Number),
    frame: expect.stringContaining("<div>"),
  };
  for (const [method, at, body] of [
    ["POST", "/api/components", made({ code: BROKEN })],
    ["PATCH", path, { code: BROKEN }],
  ] as const) {
    const { status, body: answer } = await ask(method, at, body);
    expect([status, answer.error.details]).toEqual([422, { compile }]);
  }
  expect((await ask("GET", path)).body).toMatchObject({ code: BUTTON, version: 1 });
  expect(await ask("POST", "/api/components/check", { code: BROKEN })).toEqual({
    status: 200,
    body: { ok: false, message: expect.any(String), compile },
  });
  for (const code of ["const a = 1;", "export const a = 1;", 'import x from "left-pad"; export default x;'])
    expect((await ask("POST", "/api/components/check", { code })).body, code).toMatchObject({ ok: false });
});

test("returns checked code as the same bundle each time", async () => {
  const { body } = await ask("POST", "/api/components/check", { code: BUTTON });
  expect(body).toEqual({ ok: true, bundle: hash });
  const first = await fetch(`${url}/api/bundles/${body.bundle}`);
  const bundle = await first.json();
  const text = expect.any(String);
  expect(bundle).toEqual({ hash: body.bundle, js: text, css: text, map: text, runtime: text });
  expect(first.headers.get("cache-control")).toBe("private, no-cache");
  const etag = first.headers.get("etag") ?? "";
  const again = await fetch(`${url}/api/bundles/${body.bundle}`, { headers: { "if-none-match": etag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const query = new URLSearchParams({ runtime: bundle.runtime });
  const lasting = await fetch(`${url}/api/bundles/${body.bundle}?${query}`);
  expect(lasting.headers.get("cache-control")).toContain("immutable");
});

test("keeps every version; restoring creates one, also for a restore and after a deletion", async () => {
  const { name, path } = await create();
  await ask("PATCH", path, { description: "two" });
  const restore = async (version: number) => {
    const { id } = (await history(name)).find((each: { version: number }) => each.version === version);
    return ask("POST", `/api/history/${id}/restore`);
  };
  expect(await restore(1)).toEqual({
    status: 200,
    body: {
      id: uuid,
      kind: "component",
      name,
      version: 3,
      author: "restore",
      cause: { restored: { version: 1 } },
      deleted: false,
      failure: null,
      live: true,
      origins: [],
      createdAt: time,
      content: { description: "A button", code: BUTTON, props_schema: null },
    },
  });
  await ask("PATCH", path, { description: "four" });
  expect((await restore(3)).body).toMatchObject({ version: 5, content: { description: "A button" } });
  await ask("DELETE", path);
  expect((await restore(2)).body).toMatchObject({ version: 7 });
  expect((await ask("GET", path)).body).toMatchObject({ description: "two", version: 7 });
  expect((await restore(2)).body).toMatchObject({ version: 7 });
  const revisions = await history(name);
  expect(revisions.map((each: { version: number; author: string }) => [each.version, each.author])).toEqual([
    [7, "restore"],
    [6, "person"],
    [5, "restore"],
    [4, "person"],
    [3, "restore"],
    [2, "person"],
    [1, "person"],
  ]);
  const { content: _, ...listed } = (await ask("GET", `/api/history/${revisions[0].id}`)).body;
  expect(listed).toEqual(revisions[0]);
});

test("returns the history in pages", async () => {
  const { name, path } = await create();
  for (const description of ["2", "3", "4", "5"]) await ask("PATCH", path, { description });
  const versions: number[] = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ name, limit: "2", ...(cursor && { cursor }) });
    const { body } = await ask("GET", `/api/history?${query}`);
    versions.push(...body.revisions.map(({ version }: { version: number }) => version));
    cursor = body.nextCursor;
  } while (cursor !== undefined && versions.length < 9);
  expect(versions).toEqual([5, 4, 3, 2, 1]);
});
