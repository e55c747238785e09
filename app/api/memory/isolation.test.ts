import { globSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newAgent } from "@/lib/code/history/testing/agents";
import { consolidate } from "@/lib/data/memory/consolidate";
import { facts } from "@/lib/data/memory/facts";
import { indexWritten } from "@/lib/data/memory/indexing";
import { blockStore } from "@/lib/data/memory/postgres";
import { archival, working } from "@/lib/data/memory/testing/contract";
import { testRequest } from "@/lib/platform/http/test-request";
import { MEMORY_LAYERS } from "@/lib/shared/memory/memory";
import { writeText } from "@/lib/store/agents/identity";
import { sql } from "@/lib/store/db";
import { begin } from "@/lib/store/loop/runs";
import { testDatabase } from "@/lib/store/testing/database";
import { callTool } from "@/lib/tools/toolsets/call";
import { memoryTools } from "@/lib/tools/toolsets/memory";

/* Memory of one agent must never reach another. A second agent calls every route and tool of memory with
   the first one's ids and labels. No response may contain its data, and none of it may change. */

const SECRET = "zeppelin";
const user = { author: "person", cause: null } as const;
let database: Awaited<ReturnType<typeof testDatabase>>;
let [owner, stranger, conversation, own] = ["", "", "", ""];
let ids: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  [owner, stranger] = [await newAgent(), await newAgent()];
  const talk = async (agentId: string, text: string) => {
    const [row] = await sql()<{ id: string }[]>`select gen_random_uuid() as id`;
    const id = row?.id ?? "";
    await begin({
      agentId,
      conversationId: id,
      message: { id: "m", parts: [{ type: "text", text }] },
      title: text,
    });
    return id;
  };
  conversation = await talk(owner, `The ${SECRET} flies`);
  own = await talk(stranger, "Hello");
  await writeText(owner, "memory_blob", () => `Fears the ${SECRET}`, user);
  await blockStore.create(owner, { label: "alpha", ...working(`A ${SECRET} block`) }, user);
  await blockStore.create(owner, { label: "beta", ...archival(`A ${SECRET} entry`) }, user);
  for (const layer of MEMORY_LAYERS) {
    const session = layer === "session" ? { conversationId: conversation } : {};
    const source = { conversationId: conversation, messageId: "m" };
    await facts.remember(owner, { layer, content: `Owns a ${SECRET} ${layer}`, source, ...session }, user);
  }
  for (const town of ["Bern", "Basel"])
    await facts.remember(owner, { layer: "long", content: `Lives in ${SECRET} ${town}` }, user);
  await consolidate(owner, { since: null, sumUp: null });
  await indexWritten(new AbortController().signal, 60_000);
  const rows = await sql()<{ id: string }[]>`
    select id from memories where agent_id = ${owner} union all select id from consolidations where agent_id = ${owner}`;
  ids = rows.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(6);
});
afterAll(() => database.drop());

async function storedRows(): Promise<string> {
  const rows = await Promise.all(
    ["memories", "memory_blocks", "consolidations", "revisions", "settings", "conversations"].map((table) =>
      sql().unsafe(`select to_json(t) as row from ${table} t where agent_id = '${owner}' order by 1::text`),
    ),
  );
  return JSON.stringify(rows);
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
const ROUTES = globSync("**/route.ts", { cwd: import.meta.dirname }).sort();

test.each(ROUTES)("%s returns and changes nothing of the other agent", async (file) => {
  const route: Partial<Record<string, Handler>> = await import(
    /* @vite-ignore */ join(import.meta.dirname, file)
  );
  const before = await storedRows();
  const [name] = [...file.matchAll(/\[(\w+)\]/g)].map(([, param = ""]) => param);
  const places =
    name === undefined ? [{}] : [...ids, "alpha", "beta", "archive:beta"].map((one) => ({ [name]: one }));
  const queries = [
    "",
    `q=${SECRET}`,
    `ids=${ids.slice(0, 5).join(",")}`,
    "kind=archival",
    "kind=working&version=1",
  ];
  const sides = { from: { id: ids[0], version: 1 }, into: { id: ids[1], version: 1 }, content: "One" };
  const block = (label: string, isArchival: boolean) => ({ label, isArchival, version: 1 });
  const bodies = [
    ...[
      {},
      { content: "Mine", version: 1 },
      { text: "Mine", version: 1 },
      { pinned: true },
      { settled: "undone" },
    ],
    ...[{ settled: "kept" }, sides, { from: block("alpha", false), into: block("beta", true) }],
  ];
  const leaks: string[] = [];
  for (const method of METHODS) {
    const handler = route[method];
    if (!handler) continue;
    for (const params of places)
      for (const query of method === "GET" ? queries : ["", "kind=archival"])
        for (const body of method === "GET" || method === "DELETE" ? [undefined] : bodies) {
          const path = `/api/memory?agent=${stranger}&${query}`;
          const response = await handler(testRequest(path, { method, body }), {
            params: Promise.resolve(params),
          });
          const text = await response.text();
          if (text.includes(SECRET)) leaks.push(`${method} ${query} ${text}`);
          expect(response.status, `${method} ${JSON.stringify([params, query, body])}`).toBeLessThan(500);
        }
  }
  expect(leaks).toEqual([]);
  expect(await storedRows()).toBe(before);
});

const calls: Record<keyof typeof memoryTools.tools, () => object[]> = {
  block: () => [
    { operation: "append", label: "alpha", content: "mine" },
    { operation: "replace", label: "alpha", old_content: "A", new_content: "B" },
    { operation: "archive", label: "alpha" },
    { operation: "load", label: "beta" },
    { operation: "swap", archive_label: "alpha", load_label: "beta" },
  ],
  recall: () =>
    ["insert", "append", "read", "delete"].map((operation) => ({
      operation,
      label: "beta",
      content: "mine",
    })),
  save_memory: () => [{ memory: "mine" }],
  memory: () => [
    ...MEMORY_LAYERS.map((layer) => ({ action: "list", layer })),
    { action: "recall", query: SECRET },
    { action: "store", layer: "session", content: "__NEW_SESSION__", category: "system" },
    ...ids.map((memory_id) => ({ action: "forget", memory_id })),
  ],
  search: () => ["archival_memory", "conversations", "all"].map((domain) => ({ domain, query: SECRET })),
};

test.each(Object.keys(memoryTools.tools))(
  "tool %s returns and changes nothing of the other agent",
  async (name) => {
    const before = await storedRows();
    const tool = memoryTools.tools[name];
    if (!tool) throw new Error(`There is no ${name}`);
    const outputs: unknown[] = [];
    // Call with the stranger's own conversation id, and with the first agent's.
    for (const input of calls[name]?.() ?? [])
      for (const conversationId of [own, conversation])
        outputs.push(
          await callTool(name, tool, input, {
            ...{ agentId: stranger, conversationId, messageId: "m", runId: own, toolCallId: "call" },
            signal: new AbortController().signal,
          }),
        );
    expect(outputs.length).toBeGreaterThan(0);
    expect(JSON.stringify(outputs)).not.toContain(SECRET);
    expect(await storedRows()).toBe(before);
  },
);

test("a run of another agent starts without its facts", async () => {
  const message = { id: "n", parts: [{ type: "text", text: `What of the ${SECRET}?` }] };
  const { id } = (await sql()<{ id: string }[]>`select gen_random_uuid() as id`)[0] ?? { id: "" };
  const started = await begin({ agentId: stranger, conversationId: id, message, title: "" });
  if (started.outcome !== "begun") throw new Error("It did not begin");
  expect(JSON.stringify({ ...started.run, history: [] })).not.toContain(SECRET);
  expect(await facts.recall(stranger, SECRET)).toEqual([]);
});
