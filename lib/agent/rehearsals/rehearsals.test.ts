import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { beginJobRun } from "@/lib/agent/background/job-run";
import { liveRuns } from "@/lib/agent/loop/live";
import { runAgent } from "@/lib/agent/loop/run";
import { lab, withLab } from "@/lib/agent/loop/testing/lab";
import { type Call, scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks, stage } from "@/lib/agent/loop/testing/stage";
import { exportAgent } from "@/lib/code/history/export";
import { newAgent } from "@/lib/code/history/testing/agents";
import { createTool } from "@/lib/code/tools/save";
import { runQuery } from "@/lib/data/documents/query";
import { createJob } from "@/lib/data/schedule/jobs";
import { execute } from "@/lib/data/sqlite/index";
import { actingAs } from "@/lib/ground/base/acting";
import { isWhole } from "@/lib/ground/base/testing/sample";
import { guardedFetch } from "@/lib/platform/egress/guarded-fetch";
import { OWNER_ID } from "@/lib/shared/members/roles";
import type { RehearsedItem } from "@/lib/shared/rehearsals";
import { listAgents } from "@/lib/store/agents/agents";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { addRun } from "@/lib/store/agents/firings";
import type { Job } from "@/lib/store/agents/jobs";
import { readRehearsal } from "@/lib/store/agents/rehearsals";
import * as state from "@/lib/store/agents/state";
import { sql } from "@/lib/store/db";
import { actorOf, publishMembers } from "@/lib/store/members/roster";
import { storeFact } from "@/lib/store/memory/memories";
import { accept, undoAccepted } from "./accept";
import { fork, rehearseJob, removeRehearsal } from "./begin";
import { takeDatabaseOf, undoDatabaseOf } from "./database";
import { rehearsalDetail } from "./detail";
import { settleRehearsals } from "./settle";

const script = newScript({}, withLab());
const user = { author: "person", cause: null } as const;
let scene: Awaited<ReturnType<typeof stage>>;
let folder = "";
let jobId = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-rehearsals-"));
  process.env.EASEL_DATA_DIR = folder;
  scene = await stage(script.equipment);
  const { agentId } = scene;
  await execute({ agentId, sql: "create table plants (name text primary key, water int)" });
  await execute({ agentId, sql: "insert into plants values ('fern', 1), ('moss', 2)" });
  await changeSetting(agentId, "toolset:documents", { mode: "on" }, "agent");
  const documents = { agentId, by: user };
  await runQuery(
    {
      operation: "insertMany",
      collection: "ai_notes",
      data: [
        { _id: "a", n: 1 },
        { _id: "b", n: 2 },
      ],
    },
    documents,
  );
  await state.write(agentId, "mood", "calm", user);
  await storeFact(agentId, { layer: "long", content: "Lives in Ulm" }, user);
  await createTool(
    agentId,
    { name: "double", description: "Doubles", parameter_schema: { type: "object" }, code: "return 1" },
    user,
  );
  jobId = (
    await createJob(
      agentId,
      { name: "Water", instruction: "Water the plants.", cronExpression: "0 7 * * *" },
      user,
    )
  ).id;
});
afterAll(async () => {
  await scene.close();
  await rm(folder, { recursive: true, force: true });
});

/** The whole agent as a file, without the time of the export. */
async function dump(agentId = scene.agentId): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of exportAgent(agentId, "live", new Date(0))) parts.push(part);
  // A restored version differs by its author and time.
  return Buffer.concat(parts)
    .toString()
    .replaceAll(/"(author|createdAt)":"[^"]*"/g, '"$1":""');
}

const CALLS: Call[] = [
  { tool: "db_sql", input: { sql: "update plants set water = 9 where name = 'fern'" } },
  { tool: "db_query", input: { operation: "insertOne", collection: "ai_notes", data: { _id: "c", n: 3 } } },
  { tool: "db_query", input: { operation: "deleteOne", collection: "ai_notes", filter: { _id: "a" } } },
  { tool: "set_state", input: { key: "mood", value: "wet" } },
  { tool: "fetch_url", input: { url: "https://weather.test/" } },
  { tool: "change", input: { n: 1 } },
];

async function start(job: Pick<Job, "id" | "agentId" | "kind">): Promise<void> {
  const id = await addRun(job, async () => {});
  await (await beginJobRun(id ?? "", script.equipment))?.settled;
}

async function rehearse(calls: Call[] = CALLS) {
  script.model = scripted([{ calls }, { text: "Done." }]).model;
  const { id } = await rehearseJob(scene.agentId, jobId, start);
  return { id, detail: await rehearsalDetail(scene.agentId, id) };
}

test("a job runs on a copy; accepting makes exactly its changes, and undo takes them back", async () => {
  const { agentId } = scene;
  const before = await dump();
  const { id, detail } = await rehearse();
  expect(await dump()).toBe(before);
  expect(detail.run).toBe("completed");
  expect(
    detail.changes.map(({ kind, name, action, isChanged }) => ({ kind, name, action, isChanged })),
  ).toEqual([
    { kind: "collection", name: "ai_notes", action: "change", isChanged: false },
    { kind: "state", name: "mood", action: "change", isChanged: false },
    { kind: "database", name: "rows", action: "change", isChanged: false },
  ]);
  expect(detail.tables).toMatchObject([{ name: "plants", changed: 1, added: 0, removed: 0 }]);
  expect(detail.acts.map(({ tool }) => tool)).toEqual(["fetch_url"]);
  expect(lab.ran).toEqual([]);
  expect((await listAgents()).map((agent) => agent.id)).toEqual([agentId]);
  const request = guardedFetch("https://weather.test/", { caller: { agentId: id } });
  await expect(request).rejects.toThrow("This is a rehearsal");

  const [first, second] = await Promise.allSettled(
    [1, 2].map(() => accept(agentId, id, { hash: detail.hash })),
  );
  expect([first?.status, second?.status].sort()).toEqual(["fulfilled", "rejected"]);
  expect(await rowsOf(agentId)).toEqual([
    ["fern", 9],
    ["moss", 2],
  ]);
  expect(await notesOf(agentId)).toEqual(["b", "c"]);
  expect(await state.read(agentId, "mood")).toBe("wet");
  await expect(accept(agentId, id, { hash: detail.hash })).rejects.toThrow("accepted already");

  await undoAccepted(agentId, id);
  expect(await dump()).toBe(before);
});

test("an accept or undo that a crash interrupts after the database is applied once, or taken back", async () => {
  const { agentId } = scene;
  const before = await dump();
  const { id } = await rehearse();
  const read = async () => ({ ...(await readRehearsal(agentId, id)), sourceId: agentId });
  const applied = [
    ["fern", 9],
    ["moss", 2],
  ];
  await takeDatabaseOf(await read());
  expect(await rowsOf(agentId)).toEqual(applied);
  await settleRehearsals();
  expect(await dump()).toBe(before);
  await takeDatabaseOf(await read());
  const acceptOnly = async (...items: RehearsedItem[]) =>
    accept(agentId, id, { hash: (await rehearsalDetail(agentId, id)).hash, items });
  await acceptOnly({ kind: "state", name: "mood" });
  expect(await rowsOf(agentId)).not.toEqual(applied);
  await undoAccepted(agentId, id);
  await takeDatabaseOf(await read());
  const accepted = await acceptOnly({ kind: "database", name: "rows" });
  expect(await rowsOf(agentId)).toEqual(applied);
  await undoDatabaseOf(await read(), accepted);
  await settleRehearsals();
  expect(await dump()).toBe(before);
  expect((await read()).undoneAt).not.toBeNull();
});

const rowsOf = async (agentId: string) =>
  ((await execute({ agentId, sql: "select name, water from plants order by name" })) as { rows?: unknown })
    .rows;

const notesOf = async (agentId: string) =>
  (await sql()<{ id: string }[]>`select id from documents where agent_id = ${agentId} order by id`).map(
    ({ id }) => JSON.parse(id),
  );

test("a fork waits for another answer, with the agent as it was then", async () => {
  const { agentId } = scene;
  const chat = scene.conversation();
  script.model = scripted([
    { calls: [{ tool: "ask_user", input: { question: "Which?", options: ["A", "B"] } }] },
    { calls: [{ tool: "set_state", input: { key: "choice", value: "A" } }] },
    { text: "You chose A." },
  ]).model;
  await chunks(await chat.say("Ask me."));
  await chunks(await chat.answer("call_1", { answer: "A" }));
  const { messages } = await chat.read();
  await execute({ agentId, sql: "insert into plants values ('rose', 3)" });
  await storeFact(agentId, { layer: "long", content: "Moved to Bonn" }, user);
  const before = await dump();

  const place = { conversation: chat.id, message: messages.at(-1)?.id ?? "", call: "call_1" };
  const { id, conversationId } = await fork(agentId, place);
  expect(await rehearsalDetail(agentId, id)).toMatchObject({ run: "waiting", changes: [], acts: [] });
  expect(await state.find(id, "choice")).toBeUndefined();
  expect(await rowsOf(id)).toEqual([
    ["fern", 1],
    ["moss", 2],
  ]);
  expect(await factsOf(id)).toEqual(["Lives in Ulm"]);

  script.model = scripted([
    { calls: [{ tool: "set_state", input: { key: "choice", value: "B" } }] },
    { text: "You chose B." },
  ]).model;
  const where = { agentId: id, conversationId: conversationId ?? "", equipment: script.equipment };
  await chunks(
    await runAgent({ ...where, input: { answer: { toolCallId: "call_1", output: { answer: "B" } } } }),
  );
  await liveRuns().get(where.conversationId)?.settled;
  const detail = await rehearsalDetail(agentId, id);
  expect(detail).toMatchObject({
    run: "completed",
    changes: [{ kind: "state", name: "choice", action: "create", isChanged: true }],
  });
  expect(await dump()).toBe(before);
  await expect(accept(agentId, id, { hash: detail.hash })).rejects.toThrow("changed in the agent since");
});

const factsOf = async (agentId: string) =>
  (
    await sql()<
      { content: string }[]
    >`select content from memories where agent_id = ${agentId} and deleted_at is null`
  ).map(({ content }) => content);

test("a chosen part is accepted; an agent without a database gets the tables of the rehearsal, and loses them again", async () => {
  const agentId = await newAgent();
  const { id: own } = await createJob(
    agentId,
    { name: "Sow", instruction: "Sow.", cronExpression: "0 7 * * *" },
    user,
  );
  const before = await dump(agentId);
  const calls = [
    { tool: "db_sql", input: { sql: "create table beds (name text); insert into beds values ('a')" } },
    { tool: "set_state", input: { key: "bed", value: "a" } },
  ];
  script.model = scripted([{ calls }, { text: "Done." }]).model;
  const { id } = await rehearseJob(agentId, own, start);
  const { hash, changes } = await rehearsalDetail(agentId, id);
  expect(changes.map(({ kind }) => kind)).toEqual(["state", "database"]);
  const items = [{ kind: "database", name: "rows" } as const];
  await expect(accept(agentId, id, { hash: "other", items })).rejects.toThrow("hash: The rehearsal changed");
  await accept(agentId, id, { hash, items });
  expect(await state.find(agentId, "bed")).toBeUndefined();
  expect(await execute({ agentId, sql: "select name from beds" })).toMatchObject({ rows: [["a"]] });
  await execute({ agentId: id, sql: "insert into beds values ('of the copy')" });
  expect(await execute({ agentId, sql: "select count(*) from beds" })).toMatchObject({ rows: [[1]] });
  await undoAccepted(agentId, id);
  expect(await execute({ agentId, sql: "select count(*) from sqlite_schema" })).toMatchObject({
    rows: [[0]],
  });
  expect(await dump(agentId)).toBe(before);

  await removeRehearsal(agentId, id);
  await expect(rehearsalDetail(agentId, id)).rejects.toThrow("There is no rehearsal");
});

test("a copy has neither files nor conversations of other members that the owner may not read", async () => {
  const { agentId } = scene;
  const chat = scene.conversation();
  script.model = scripted([{ text: "Yes." }]).model;
  await chunks(await chat.say("Is this private?"));
  const { messages } = await chat.read();
  const [ada] = await sql()<
    { id: string }[]
  >`insert into members (name, role) values ('Ada', 'member') returning id`;
  await sql()`update conversations set member_id = ${ada?.id ?? null} where id = ${chat.id}`;
  await sql()`
    insert into files (agent_id, hash, name, media_type, size, origin, conversation_id)
    select ${agentId}, 'h', name, 'text/plain', 1, 'upload', conversation from (values
      ('own.txt', null), ('hers.txt', ${chat.id}::uuid)) given(name, conversation)`;
  await sql()`update jobs set conversation_id = ${chat.id}, member_id = ${ada?.id ?? null} where id = ${jobId}`;
  publishMembers();
  await actingAs(await actorOf(OWNER_ID), async () => {
    const { id } = await rehearseJob(agentId, jobId, async () => {});
    const names = await sql()`select name from files where agent_id = ${id} and origin = 'upload'`;
    expect(names.map(({ name }) => name)).toEqual(["own.txt"]);
    expect(await sql()`select from messages where agent_id = ${id}`).toHaveLength(0);
    expect(await sql()`select from jobs where agent_id = ${id} and member_id <> ${OWNER_ID}`).toHaveLength(0);
    const place = { conversation: chat.id, message: messages.at(-1)?.id ?? "" };
    await expect(fork(agentId, place)).rejects.toThrow("There is no answer");
  });
  await sql()`update jobs set conversation_id = null, member_id = ${OWNER_ID} where id = ${jobId}`;
  await sql()`update conversations set member_id = ${OWNER_ID} where id = ${chat.id}`;
  await sql()`delete from members where id = ${ada?.id ?? null}`;
  publishMembers();
});

/** `REHEARSALS` sets the number of random rehearsals. */
const ROUNDS = Number(process.env.REHEARSALS ?? (isWhole ? 100 : 3));

/** Calls of random kinds with random values. */
function randomCalls(round: number): Call[] {
  let seed = round * 7_919 + 1;
  const pick = (max: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % max;
  };
  const name = () => ["fern", "moss", "rose", "ivy"][pick(4)];
  const kinds: (() => Call)[] = [
    () => ({
      tool: "db_sql",
      input: { sql: `insert or replace into plants values ('${name()}', ${pick(99)})` },
    }),
    () => ({ tool: "db_sql", input: { sql: `delete from plants where name = '${name()}'` } }),
    () => ({ tool: "db_sql", input: { sql: `create table t${round}_${pick(9_999)} (a)` } }),
    () => ({
      tool: "db_query",
      input: { operation: "insertOne", collection: `ai_c${pick(3)}`, data: { n: pick(99) } },
    }),
    () => ({
      tool: "db_query",
      input: { operation: "updateMany", collection: "ai_c1", filter: {}, update: { $inc: { n: 1 } } },
    }),
    () => ({
      tool: "db_query",
      input: { operation: "deleteMany", collection: `ai_c${pick(3)}`, filter: { n: { $lt: pick(99) } } },
    }),
    () => ({ tool: "set_state", input: { key: `k${pick(3)}`, value: pick(99) } }),
    () => ({ tool: "delete_state", input: { key: `k${pick(3)}` } }),
    () => ({
      tool: "edit_system_prompt",
      input: { operation: "replace", content: `Water ${pick(99)} plants.` },
    }),
    () => ({ tool: "memory", input: { action: "store", layer: "long", content: `Fact ${pick(9_999)}` } }),
    () => ({ tool: "save_memory", input: { memory: `Text ${pick(99)}` } }),
    () => ({ tool: "fetch_url", input: { url: `https://weather.test/${pick(99)}` } }),
    () => ({ tool: "change", input: { n: pick(99) } }),
  ];
  return Array.from({ length: 2 + pick(5) }, () => kinds[pick(kinds.length)]?.() ?? CALLS[0]).filter(
    (one) => one !== undefined,
  );
}

test(`${ROUNDS} random rehearsals change nothing before they are accepted, and then exactly what they changed`, {
  timeout: 900_000,
}, async () => {
  const { agentId } = scene;
  for (const toolset of ["self", "memory", "state"])
    await changeSetting(agentId, `toolset:${toolset}`, { mode: "on" }, "agent");
  let accepted = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const before = await dump();
    const { id, detail } = await rehearse(randomCalls(round));
    expect(await dump(), `round ${round}`).toBe(before);
    if (detail.changes.length === 0) continue;
    await accept(agentId, id, { hash: detail.hash });
    expect(await contentsOf(agentId), `round ${round}`).toEqual(await contentsOf(id));
    accepted++;
    if (round % 2 === 0) continue;
    await undoAccepted(agentId, id);
    expect(await contentsOf(agentId), `undo of round ${round}`).toEqual(contentsIn(before));
  }
  expect(lab.ran).toEqual([]);
  const [sent] = await sql()<
    { count: number }[]
  >`select count(*)::int from requests where verdict = 'allowed'`;
  expect(sent?.count).toBe(0);
  console.log(`${accepted} of ${ROUNDS} rehearsals were accepted`);
});

/** Live contents of an agent by kind and name, without versions; facts by their text. */
const contentsOf = async (agentId: string) => contentsIn(await dump(agentId));
function contentsIn(file: string) {
  const { history: _, facts, ...rest } = JSON.parse(file);
  return { ...rest, facts: facts.map(({ content }: { content: string }) => content).sort() };
}
