import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { titleOf } from "@/components/client/versions/kinds";
import { runQuery } from "@/lib/data/documents/query";
import { KINDS } from "@/lib/shared/kinds";
import { resolveAgent } from "@/lib/store/agents/agents";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { listItems } from "@/lib/store/conversations/summaries";
import { changing, listRevisions } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { previewAgentRestore } from "./restore-point";
import { summarizeRevisions } from "./revision-summaries";
import { VERSIONS } from "./testing/versions";

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await resolveAgent();
  await changeSetting(agentId, "general", { timeZone: "Europe/Berlin" });
});
afterAll(() => database.drop());

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
