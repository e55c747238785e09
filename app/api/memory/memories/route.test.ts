import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { facts } from "@/lib/data/memory/facts";
import { answer, testRequest } from "@/lib/platform/http/test-request";
import { resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { sweepFacts } from "@/lib/store/memory/fact-ends";
import { testDatabase } from "@/lib/store/testing/database";
import { GET as counts } from "../counts/route";
import { GET as search } from "../search/route";
import { DELETE, GET, PATCH } from "./[id]/route";
import * as merging from "./merge/route";
import * as all from "./route";

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await resolveAgent();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await sql()`delete from memories`;
  await sql()`delete from revisions where kind = 'memory'`;
});

const PATH = "/api/memory/memories";
const list = async (query = "") => answer(await all.GET(testRequest(`${PATH}${query}`)));
const create = async (body: object) => answer(await all.POST(testRequest(PATH, { method: "POST", body })));
const one = { GET, PATCH, DELETE };
const at = async (method: keyof typeof one, id: string, body?: object) => {
  const { [method]: handle } = one;
  const request = testRequest(`${PATH}/${id}`, { method, ...(body && { body }) });
  return answer(await handle(request, { params: Promise.resolve({ id }) }));
};
const merge = async (body: object) =>
  answer(await merging.POST(testRequest(`${PATH}/merge`, { method: "POST", body })));
const find = async (query: string) => answer(await search(testRequest(`/api/memory/search?${query}`)));
const keep = async (content: string, over: object = {}) =>
  (await create({ layer: "long", content, ...over })).memory;
const contents = ({ memories }: { memories?: { content: string }[] }) =>
  memories?.map(({ content }) => content);

describe("facts", () => {
  test("are created, read, changed by version, pinned and deleted", async () => {
    const made = await create({
      layer: "mid",
      content: " Saves for a house ",
      category: "plans",
      certainty: 0.6,
    });
    expect(made).toMatchObject({
      status: 200,
      memory: {
        ...{ layer: "mid", content: "Saves for a house", category: "plans", certainty: 0.6, version: 1 },
        ...{ source: null, origins: [], recalls: 0, lastRecalledAt: null, pinnedAt: null },
        expiresAt: expect.stringMatching(/Z$/),
      },
    });
    const { id } = made.memory;
    expect(await at("GET", id)).toMatchObject({ memory: made.memory });
    expect(await at("PATCH", id, { content: "Bought a house", layer: "long", version: 1 })).toMatchObject({
      memory: { content: "Bought a house", expiresAt: null, version: 2, category: "plans" },
    });
    expect(await at("PATCH", id, { content: "Rents", version: 1 })).toMatchObject({
      ...{ status: 409, error: { code: "conflict", details: { version: 2 } } },
    });
    expect(await at("PATCH", id, { pinned: true, category: null })).toMatchObject({
      memory: { pinnedAt: expect.any(String), category: null, version: 3 },
    });
    expect(await at("DELETE", id)).toEqual({ status: 200, deleted: true });
    for (const method of ["GET", "PATCH", "DELETE"] as const)
      expect(await at(method, id, method === "PATCH" ? {} : undefined)).toMatchObject({
        ...{ status: 404, error: { message: expect.stringContaining(id) } },
      });
    expect(await list()).toMatchObject({ memories: [] });
  });

  test("are listed newest first in pages, by layer, pinned state and ids", async () => {
    const [a, , c] = [await keep("a"), await keep("b", { layer: "short" }), await keep("c")];
    await at("PATCH", c.id, { pinned: true });
    expect(contents(await list())).toEqual(["c", "b", "a"]);
    expect(contents(await list("?layer=long"))).toEqual(["c", "a"]);
    expect(contents(await list("?pinned=true"))).toEqual(["c"]);
    expect(contents(await list("?pinned=false"))).toEqual(["b", "a"]);
    const { nextCursor, ...first } = await list("?limit=2");
    expect(contents(first)).toEqual(["c", "b"]);
    expect(contents(await list(`?limit=2&cursor=${nextCursor}`))).toEqual(["a"]);
    expect(contents(await list(`?ids=${a.id},${randomUUID()},${c.id}`))).toEqual(["a", "c"]);
  });

  test("do not expire while they are pinned", async () => {
    const { id } = await keep("Parks on level 3", { layer: "short" });
    await at("PATCH", id, { pinned: true });
    await sql()`update memories set expires_at = now() - interval '1 second'`;
    await sweepFacts();
    expect(contents(await list())).toEqual(["Parks on level 3"]);
    expect((await find("q=level&domain=facts")).results).toHaveLength(1);
    await at("PATCH", id, { pinned: false });
    expect(contents(await list())).toEqual([]);
    expect((await find("q=level&domain=facts")).results).toEqual([]);
  });

  test("have their source: conversation, message, job, files and pages", async () => {
    const conversationId = randomUUID();
    await sql()`insert into conversations (id, agent_id, title, identity) values (${conversationId}, ${agentId}, 'Dinner', '')`;
    const cause = {
      kind: "cron",
      jobId: randomUUID(),
      name: "Every morning",
      dueAt: new Date().toISOString(),
    };
    const file = { type: "file", filename: "menu.pdf", url: "/api/files/1", mediaType: "application/pdf" };
    await sql()`
      insert into messages (conversation_id, id, agent_id, role, parts, metadata)
      values (${conversationId}, 'said', ${agentId}, 'user', ${JSON.stringify([file])}::text::json, ${JSON.stringify({ cause })}::text::json)`;
    await sql()`
      insert into messages (conversation_id, id, agent_id, role, parts, parent_id)
      values (${conversationId}, 'kept', ${agentId}, 'assistant', '[]', 'said')`;
    const pages = ["https://site1.test"];
    const source = { conversationId, messageId: "kept", pages };
    const by = { author: "agent", cause: null, origins: pages } as const;
    const { id } = await facts.remember(agentId, { layer: "long", content: "Eats late", source }, by);
    expect(await at("GET", id)).toMatchObject({
      memory: {
        origins: pages,
        source: {
          ...{ conversationId, messageId: "kept", title: "Dinner", pages },
          job: { id: cause.jobId, name: "Every morning" },
          files: [{ name: "menu.pdf", url: "/api/files/1" }],
        },
      },
    });
    await sql()`update conversations set deleted_at = now()`;
    expect(await at("GET", id)).toMatchObject({ memory: { source: { title: null, job: null, files: [] } } });
  });

  test("are merged atomically with the origins of both", async () => {
    const by = { author: "agent", cause: null, origins: ["https://site1.test"] } as const;
    const from = await facts.remember(agentId, { layer: "long", content: "Likes tea" }, by);
    const into = await keep("Likes green tea");
    const sides = { from: { id: from.id, version: 1 }, into: { id: into.id, version: 1 } };
    expect(await merge({ ...sides, from: { id: from.id, version: 2 }, content: "x" })).toMatchObject({
      ...{ status: 409, error: { details: { version: 1 } } },
    });
    expect(await merge({ ...sides, into: { id: randomUUID(), version: 1 }, content: "x" })).toMatchObject({
      status: 404,
    });
    expect(await merge({ ...sides, into: sides.from, content: "x" })).toMatchObject({ status: 422 });
    expect(contents(await list())).toEqual(["Likes green tea", "Likes tea"]);
    expect(await merge({ ...sides, content: "Likes tea, green above all" })).toMatchObject({
      memory: { id: into.id, version: 2, origins: ["https://site1.test"] },
    });
    expect(contents(await list())).toEqual(["Likes tea, green above all"]);
    const alone = await keep("Likes tea");
    expect(alone.id).toBe(from.id);
  });

  test("may have the same content only in different layers", async () => {
    const [a, b] = [await keep("same"), await keep("other")];
    expect(await create({ layer: "long", content: "same", certainty: 0.5 })).toMatchObject({
      memory: { id: a.id, certainty: 0.5, version: 2 },
    });
    expect(await at("PATCH", b.id, { content: "same" })).toMatchObject({
      ...{ status: 409, error: { details: { id: a.id } } },
    });
  });

  test.each([
    [{ content: "" }, "content"],
    [{ content: "  " }, "content"],
    [{ content: "x".repeat(2_001) }, "content"],
    [{ content: "\0" }, "content"],
    [{ content: 7 }, "content"],
    [{ layer: "session" }, "layer"],
    [{ layer: "__proto__" }, "layer"],
    [{ certainty: 1.1 }, "certainty"],
    [{ certainty: "high" }, "certainty"],
    [{ category: "x".repeat(65) }, "category"],
    [{ source: {} }, "source"],
  ])("returns an error naming the field for %j", async (over, field) => {
    const refused = await create({ layer: "long", content: "fine", ...over });
    expect([400, 422]).toContain(refused.status);
    expect(JSON.stringify(refused.error)).toContain(field);
    const { id } = await keep("there");
    const unchanged = await at("PATCH", id, over);
    expect([400, 422]).toContain(unchanged.status);
    expect(contents(await list())).toEqual(["there"]);
  });

  test.each(["?cursor=x", "?limit=0", "?limit=201", "?layer=all", "?pinned=x", "?ids=1", "?agent=1"])(
    "returns an error for %s",
    async (query) => {
      expect([400, 404, 422]).toContain((await list(query)).status);
    },
  );
});

describe("the search", () => {
  test("returns results with domain, score and reason, and excludes deleted facts", async () => {
    const { id } = await keep("Is allergic to peanuts");
    const found = await find("q=peanuts");
    expect(found).toEqual({
      ...{ status: 200, waiting: expect.any(Number), by_meaning: expect.any(Boolean) },
      results: [
        {
          ...{ domain: "facts", memory_id: id, excerpt: "Is allergic to peanuts" },
          ...{ score: expect.any(Number), created_at: expect.stringMatching(/Z$/) },
          found_by: expect.arrayContaining(["words"]),
        },
      ],
    });
    expect(await find("q=pean&partial=true&wait=0")).toMatchObject({
      ...{ by_meaning: false, results: [{ memory_id: id, found_by: ["words", "recency"] }] },
    });
    expect((await find("q=violin&wait=0")).results).toEqual([]);
    expect((await find("q=peanuts&domain=conversations")).results).toEqual([]);
    await at("DELETE", id);
    expect((await find("q=peanuts")).results).toEqual([]);
  });

  test.each([
    ["", "q"],
    ["q=%20", "q"],
    [`q=${"x".repeat(401)}`, "q"],
    ["q=x&domain=web", "domain"],
    ["q=x&limit=0", "limit"],
    ["q=x&limit=51", "limit"],
    ["q=x&from=yesterday", "from"],
    ["q=x&role=system", "role"],
    ["q=x&wait=2501", "wait"],
    ["q=x&partial=perhaps", "partial"],
  ])("returns an error naming the field for %s", async (query, field) => {
    const { status, error } = await find(query);
    expect([400, 422]).toContain(status);
    expect(error.details).toEqual([expect.objectContaining({ path: field })]);
  });
});

describe("a fact that is deleted for good", () => {
  const erase = async (id: string) => {
    const request = testRequest(`${PATH}/${id}?forever=true`, { method: "DELETE" });
    return answer(await DELETE(request, { params: Promise.resolve({ id }) }));
  };
  const stored = async (id: string) => {
    const [row] = await sql()<{ versions: number; facts: number; reports: number }[]>`
      select (select count(*)::int from revisions where kind = 'memory' and name = ${id}) as versions,
        (select count(*)::int from memories where id = ${id}) as facts,
        (select count(*)::int from consolidations) as reports`;
    return row;
  };

  test("leaves no version, also if it was forgotten before, and no report that quotes it", async () => {
    const [bern, basel] = [await keep("Lives in Bern"), await keep("Lives in Basel")];
    await at("PATCH", bern.id, { content: "Lives in Bern again" });
    await at("DELETE", bern.id);
    expect(await stored(bern.id)).toEqual({ versions: 3, facts: 1, reports: 1 });
    expect(await erase(bern.id)).toMatchObject({ status: 200, deleted: true });
    expect(await stored(bern.id)).toEqual({ versions: 0, facts: 0, reports: 0 });
    expect(contents(await list())).toEqual(["Lives in Basel"]);
    expect(await stored(basel.id)).toMatchObject({ versions: 1, facts: 1 });
    expect(await erase(bern.id)).toMatchObject({ status: 404 });
  });
});

test("GET /api/memory/counts counts facts, those that are always in mind, and the archive", async () => {
  const tea = await keep("Likes tea");
  await keep("Has a cat");
  await at("DELETE", (await keep("Has a dog")).id);
  await at("PATCH", tea.id, { pinned: true });
  expect(await answer(await counts(testRequest("/api/memory/counts")))).toMatchObject({
    counts: { facts: 2, pinned: 1, archive: 0 },
  });
});
