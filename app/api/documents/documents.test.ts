import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { restoreVersion } from "@/lib/code/history/restore";
import { newAgent } from "@/lib/code/history/testing/agents";
import { runQuery } from "@/lib/data/documents/query";
import { testRequest } from "@/lib/platform/http/test-request";
import { DEFAULT_SCHEMA } from "@/lib/shared/data/documents-schema";
import { resolveAgent } from "@/lib/store/agents/agents";
import { subscribe } from "@/lib/store/bus";
import { listRevisions } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import * as one from "./[collection]/[id]/route";
import * as many from "./[collection]/route";
import * as collections from "./collections/route";
import * as contactEvents from "./contact-events/route";
import * as files from "./export/route";
import * as query from "./query/route";
import * as schema from "./schema/route";
import * as undo from "./undo/route";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const revision = expect.any(String);
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
const at = (path: string) => {
  const [collection = "", id] = path.split("/").map(decodeURIComponent);
  return { params: Promise.resolve({ collection, ...(id !== undefined && { id }) }) };
};

async function call(method: Method, path: string, body?: unknown) {
  const [where = ""] = path.split("?");
  const fixed = { query, collections, schema, undo, "contact-events": contactEvents }[where];
  const handler = fixed ?? (where.includes("/") ? one : many);
  const response = await handler[method](testRequest(`/api/documents/${path}`, { method, body }), at(where));
  return [response.status, await response.json()];
}

test("creates, reads, changes and deletes a document, with a notice for each write", async () => {
  const notices: unknown[] = [];
  const leave = subscribe((notice) => {
    if (notice.type === "documents") notices.push(notice.collections);
  });
  expect(await call("POST", "ai_a", { _id: "x/y", n: 1 })).toEqual([201, { insertedId: "x/y", revision }]);
  expect(await call("POST", "ai_a", { _id: 5, n: 2 })).toEqual([201, { insertedId: 5, revision }]);
  expect(await call("GET", "ai_a/x%2Fy")).toEqual([200, { row: { _id: "x/y", n: 1 } }]);
  const changed = { matchedCount: 1, modifiedCount: 1, revision };
  expect(await call("PATCH", "ai_a/5", { n: 7 })).toEqual([200, changed]);
  expect(await call("PATCH", "ai_a/5", { $inc: { n: 1 } })).toEqual([200, changed]);
  const listed = `ai_a?${new URLSearchParams({ filter: '{"n":{"$gt":1}}', sort: '{"n":-1}', limit: "5" })}`;
  expect(await call("GET", listed)).toEqual([200, { rows: [{ _id: 5, n: 8 }] }]);
  expect(await call("DELETE", "ai_a/5")).toEqual([200, { deletedCount: 1, revision }]);
  expect(await call("GET", "ai_a/5")).toMatchObject([
    404,
    { error: { message: expect.stringContaining("no document 5") } },
  ]);
  expect(notices).toEqual(Array(5).fill(["ai_a"]));
  leave();
});

test("undoes the deletion of a document and of a whole collection", async () => {
  for (const _id of [1, 2]) await call("POST", "ai_b", { _id });
  const [, gone] = await call("DELETE", "ai_b/1");
  expect(await call("GET", "ai_b")).toEqual([200, { rows: [{ _id: 2 }] }]);
  expect(await call("POST", "undo", { revision: gone.revision })).toEqual([200, { revision }]);
  expect(await call("DELETE", "ai_b")).toEqual([200, { revision, version: 5 }]);
  expect(await call("GET", "ai_b")).toEqual([200, { rows: [] }]);
  const agentId = await resolveAgent();
  const { revisions } = await listRevisions(agentId, { kind: "collection", name: "ai_b" });
  await restoreVersion(agentId, revisions[1]?.id ?? "");
  expect(await call("GET", "ai_b")).toEqual([200, { rows: [{ _id: 1 }, { _id: 2 }] }]);
  expect(await call("DELETE", "ai_b")).toMatchObject([200, { version: 7 }]);
  expect(await call("DELETE", "ai_none")).toMatchObject([404, {}]);
  expect(await call("DELETE", "chats")).toMatchObject([403, {}]);
  expect(await call("DELETE", "cronjobs")).toMatchObject([422, {}]);
});

test("exports a collection as lossless JSON and as CSV", async () => {
  const data = [
    { _id: 1, a: "=1", b: [2] },
    { _id: 2, c: { $date: "2026-01-02T03:04:05.000Z" } },
  ];
  await call("POST", "query", { operation: "insertMany", collection: "ai_c", data });
  const saved = async (format: string) => {
    const response = await files.GET(testRequest(`/api/documents/export?collection=ai_c&format=${format}`));
    return response.text();
  };
  expect(JSON.parse(await saved("json"))).toEqual(data);
  expect(await saved("csv")).toBe(
    "\ufeff_id,a,b,c\r\n1,'=1,[2],\r\n2,,,2026-01-02T03:04:05.000Z\r\n".slice(1),
  );
  expect((await files.GET(testRequest("/api/documents/export?collection=agents"))).status).toBe(403);
  await call("DELETE", "ai_c");
});

test("exports only the calendar as iCalendar", async () => {
  await call("POST", "schedule", { _id: "concert", title: "Concert", start: "2026-01-02" });
  const saved = (collection: string) =>
    files.GET(testRequest(`/api/documents/export?collection=${collection}&format=icalendar`));
  const response = await saved("schedule");
  expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  expect(response.headers.get("content-disposition")).toContain("schedule.ics");
  expect(await response.text()).toMatch(/^BEGIN:VCALENDAR\r\n.*SUMMARY:Concert\r\n.*END:VCALENDAR\r\n$/s);
  expect((await saved("contacts")).status).toBe(422);
  await call("DELETE", "schedule/concert");
});

test("returns 422 for invalid requests and 403 for protected collections", async () => {
  expect(await call("GET", "ai_a?filter=x")).toMatchObject([
    422,
    { error: { message: expect.stringContaining("Give JSON") } },
  ]);
  expect(await call("POST", "chats", {})).toMatchObject([
    403,
    { error: { message: expect.stringContaining("protected") } },
  ]);
  expect(await call("GET", "agents")).toMatchObject([403, {}]);
  expect(await call("POST", "query", { operation: "drop", collection: "ai_a" })).toMatchObject([422, {}]);
  expect(await call("PATCH", "ai_a/x%2Fy", {})).toMatchObject([422, {}]);
  expect(await call("PATCH", "ai_a/x%2Fy", { $where: 1 })).toMatchObject([403, {}]);
});

test("runs a query, lists collections, and stores the schema text by version", async () => {
  const pipeline = [{ $count: "n" }];
  expect(await call("POST", "query", { operation: "aggregate", collection: "ai_a", pipeline })).toEqual([
    200,
    { rows: [{ n: 1 }] },
  ]);
  expect(await call("GET", "collections")).toEqual([
    200,
    {
      collections: [
        ...["master", "contacts", "schedule", "cronjobs"].map((name) => ({ name, documents: 0 })),
        { name: "ai_a", documents: 1 },
      ],
    },
  ]);
  expect(await call("GET", "schema")).toEqual([200, { schema: DEFAULT_SCHEMA, version: 0 }]);
  expect(await call("PUT", "schema", { schema: "ai_a: n", version: 0 })).toEqual([
    200,
    { schema: "ai_a: n", version: 1 },
  ]);
  expect(await call("PUT", "schema", { schema: "x", version: 0 })).toMatchObject([409, {}]);
  expect(await call("PUT", "schema", { schema: "", version: 1 })).toEqual([
    200,
    { schema: DEFAULT_SCHEMA, version: 2 },
  ]);
});

test("returns a contact's events by the contact's id", async () => {
  const event = { title: "Tea", start: "2096-11-05", contactId: 7 };
  await call("POST", "schedule", { _id: "tea", ...event });
  const asked = (rest: Record<string, string>) => call("GET", `contact-events?${new URLSearchParams(rest)}`);
  expect(await asked({ contact: "7", timeZone: "UTC" })).toMatchObject([
    200,
    { total: 1, events: [{ id: "tea", title: "Tea", start: "2096-11-05", allDay: true, isOver: false }] },
  ]);
  expect(await asked({ contact: "7", timeZone: "Mars" })).toMatchObject([422, {}]);
  expect(await asked({ timeZone: "UTC" })).toMatchObject([422, {}]);
});

describe("expressions that try to leave the query", () => {
  const SECRET = "of-somebody-else";
  const NAMES = [
    "agents",
    "settings_keys",
    "documents",
    "system.users",
    "__proto__",
    "ai_theirs\u0000",
    "ai_x.y",
  ];
  const POLLUTED = { $arrayToObject: [[["__proto__", { polluted: 1 }]]] };
  const EXPRESSIONS = [
    ...[
      "$$ROOT.__proto__",
      "$$constructor",
      "$$process",
      "$__proto__.constructor",
      { $getField: "__proto__" },
    ],
    ...[POLLUTED, { $setField: { field: "__proto__", input: "$$ROOT", value: { polluted: 1 } } }],
    { $function: { body: "function () { return process.env; }", args: [], lang: "js" } },
  ];
  const PATHS = ["__proto__.polluted", "constructor.prototype.polluted", "a.__proto__.polluted"];
  const of = (operation: string, rest: object, collection = "ai_mine") => ({
    operation,
    collection,
    ...rest,
  });
  const pipelines = (stage: object) =>
    [
      [stage],
      [{ $facet: { x: [stage] } }],
      [{ $lookup: { from: "ai_mine", as: "y", pipeline: [stage] } }],
    ].map((pipeline) => of("aggregate", { pipeline }));
  const attempts = [
    ...NAMES.flatMap((name) => [
      ...["find", "countDocuments", "insertOne", "deleteMany", "createIndex"].map((operation) =>
        of(operation, { data: {}, keys: { a: 1 } }, name),
      ),
      ...pipelines({ $lookup: { from: name, as: "x", pipeline: [] } }),
      ...pipelines({ $unionWith: name }),
      ...pipelines({ $merge: { into: name } }),
    ]),
    ...["ai_theirs", "contacts", "chats", "settings"].map((name) =>
      of("find", { filter: { $expr: true }, agent: "", options: { let: { a: name } } }, name),
    ),
    ...EXPRESSIONS.flatMap((expression) => [
      ...pipelines({ $project: { x: expression } }),
      of("find", { filter: { $expr: "$$v" }, options: { let: { v: expression } } }),
      of("updateMany", { update: [{ $set: { x: expression } }] }),
    ]),
    ...PATHS.flatMap((path) => [
      of("updateMany", { update: { $set: { [path]: 1 } } }),
      of("updateOne", { filter: { [path]: 1 }, update: { $inc: { n: 1 } }, options: { upsert: true } }),
      ...pipelines({ $addFields: { [path]: 1 } }),
    ]),
  ];

  test("return nothing of another agent or of the engine, and never status 500", async () => {
    const theirs = await newAgent();
    const by = { author: "person", cause: null } as const;
    for (const collection of ["ai_theirs", "contacts"])
      await runQuery({ operation: "insertOne", collection, data: { name: SECRET } }, { agentId: theirs, by });
    await call("POST", "ai_mine", { _id: 1, a: [{ b: 1 }] });
    for (const attempt of attempts) {
      const [status, answer] = await call("POST", "query", attempt);
      expect(status, JSON.stringify(attempt)).toBeLessThan(500);
      expect(JSON.stringify(answer), JSON.stringify(attempt)).not.toMatch(
        /of-somebody-else|PATH=|native code/,
      );
    }
    const { rows } = await runQuery({ operation: "find", collection: "ai_theirs" }, { agentId: theirs, by });
    expect(rows).toEqual([{ _id: expect.any(String), name: SECRET }]);
    await call("POST", "ai_clean", { _id: 1 });
    const pipeline = [{ $project: { x: "$polluted", all: { $objectToArray: "$$ROOT" } } }];
    expect(await call("POST", "query", of("aggregate", { pipeline }, "ai_clean"))).toEqual([
      200,
      { rows: [{ _id: 1, all: [{ k: "_id", v: 1 }] }] },
    ]);
  });
});
