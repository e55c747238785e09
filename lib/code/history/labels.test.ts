import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { titleOf } from "@/components/client/versions/kinds";
import { runQuery } from "@/lib/data/documents/query";
import { KINDS, type Kind } from "@/lib/shared/kinds";
import { resolveAgent } from "@/lib/store/agents/agents";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { listItems } from "@/lib/store/conversations/summaries";
import { changing, listRevisions } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { previewAgentRestore } from "./restore-point";
import { summarizeRevisions } from "./revision-summaries";

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await resolveAgent();
  await changeSetting(agentId, "general", { timeZone: "Europe/Berlin" });
});
afterAll(() => database.drop());

const surface = { conversation: randomUUID(), sheet: `call_${randomUUID()}` };
const place = { x: 0, y: 0, w: 4, h: 4 };
const block = { kind: "block", description: "", permission: "free", charLimit: 100 };
const fact = { layer: "core", category: null, certainty: 0.5 };
const copy = { hash: "h", reason: "daily", tables: [], bytes: 1, size: 1 };

/** Two versions of each kind. The type requires an entry for a new kind. */
const VERSIONS: Record<Kind, readonly [unknown, unknown]> = {
  system_prompt: ["Be kind.", "Be kind and short."],
  learned_notes: ["Rye.", "Rye and wheat."],
  tool: [1, 2].map((n) => ({
    description: "Adds",
    parameter_schema: {},
    code: `return ${n}`,
    limits: null,
  })) as [unknown, unknown],
  component: [
    { description: "A list", code: "one", props_schema: null },
    { description: "A list", code: "two", props_schema: null },
  ],
  state: [{ value: { oven: 230 } }, { value: { oven: { $date: "2031-12-01T09:00:00Z" }, id: randomUUID() } }],
  job: [
    { name: "Water", instruction: "Water.", kind: "cron", spec: { cron: "0 9 * * *" } },
    { name: "Water", instruction: "Water.", kind: "cron", spec: { cron: "0 8 * * *" } },
  ],
  memory_blob: ["Ada", "Ada and Bob"],
  block: [
    { ...block, text: "Ada" },
    { ...block, text: "Bob" },
  ],
  db_schema: ["people", "people, dates"],
  memory: [
    { ...fact, content: "Likes rye bread" },
    { ...fact, content: "Likes wheat bread" },
  ],
  board: [
    { name: "Home", tiles: [] },
    { name: "Home", tiles: [{ id: randomUUID(), ...place, source: surface }] },
  ],
  collection: [
    version({ operation: "insertOne", inserted: 1 }),
    version({ operation: "updateOne", updated: 1, asked: '{"_id":"1"} → {"$set":{"start":1}}' }),
  ],
  database: [copy, { ...copy, reason: "destructive", sql: `delete from t where id = '${randomUUID()}'` }],
  model_family: ["Be short.", "Be very short."],
};

function version(change: object) {
  const counts = { inserted: 0, updated: 0, deleted: 0 };
  return { change: 1, ...counts, documents: 1, bytes: 10, indexes: [], origins: [], ...change };
}

const MACHINE = /[\da-f]{8}-[\da-f]{4}-|[${}[\]]|call_/i;

test.each(KINDS)("the labels of versions of %s contain no ids, operators and JSON", async (kind) => {
  const byId = kind === "job" || kind === "memory" || kind === "board";
  const name = byId ? randomUUID() : kind;
  const keep = (content: unknown) =>
    changing({ agentId, kind, name }, (_, add) => add({ content, author: "person", cause: null }));
  const written = [];
  for (const content of [...VERSIONS[kind], null]) written.push(await keep(content));
  const summaries = await summarizeRevisions(
    agentId,
    written.map(({ id }) => id),
  );
  const { revisions } = await listRevisions(agentId, { kind, name });
  const items = await listItems(agentId, kind);
  const labels = [...revisions, ...items].map((one) => titleOf(one));
  expect(labels.length).toBeGreaterThan(3);
  for (const label of [...labels, ...summaries.map(({ words: labels }) => labels)])
    expect(label).not.toMatch(MACHINE);
  for (const label of labels) expect(label).not.toBe("");
  const preview = await previewAgentRestore(agentId, written[0]?.createdAt ?? "");
  for (const change of preview.changes.filter((one) => one.name === name))
    expect(titleOf(change)).not.toMatch(MACHINE);
});

test("the label of a moved event has the old and the new time", async () => {
  const by = { author: "person", cause: null } as const;
  const query = { collection: "schedule" } as const;
  const year = new Date().getFullYear();
  const start = { $date: `${year}-12-01T09:00:00.000Z` };
  await runQuery(
    { ...query, operation: "insertOne", data: { _id: randomUUID(), title: "Dentist", start } },
    { agentId, by },
  );
  await runQuery(
    {
      ...query,
      operation: "updateOne",
      filter: { title: "Dentist" },
      update: { $set: { start: { $date: `${year}-12-02T13:00:00.000Z` } } },
    },
    { agentId, by },
  );
  await runQuery({ ...query, operation: "deleteMany", filter: { title: "Dentist" } }, { agentId, by });
  const { revisions } = await listRevisions(agentId, { kind: "collection", name: "schedule" });
  const summaries = await summarizeRevisions(
    agentId,
    revisions.map(({ id }) => id),
  );
  const labels = revisions.map(({ id }) => summaries.find((one) => one.id === id)?.words);
  expect(labels).toEqual([
    "Dentist, 2 Dec 14:00 deleted",
    "Dentist: 1 Dec 10:00 → 2 Dec 14:00",
    "Dentist, 1 Dec 10:00 added",
  ]);
});
