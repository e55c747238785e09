import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { fakeCompiler } from "@/lib/code/components/testing/lab";
import { fakeSandbox } from "@/lib/code/tools/testing/sandbox";
import { runQuery } from "@/lib/data/documents/query";
import type { DocumentsQuery } from "@/lib/data/documents/work";
import { databaseFileOf } from "@/lib/data/sqlite/folder";
import { dumpOf } from "@/lib/data/sqlite/testing/dump";
import { lab } from "@/lib/data/sqlite/testing/lab";
import { isWhole } from "@/lib/ground/base/testing/sample";
import { isAppError } from "@/lib/shared/errors";
import { isNamedById, isSingle, PARTS, type PartKind } from "@/lib/shared/kinds";
import { sql } from "@/lib/store/db";
import { beginVersion, showBranch } from "@/lib/store/loop/branches";
import { readConversation } from "@/lib/store/loop/conversations";
import { begin } from "@/lib/store/loop/runs";
import { changeFact, storeFact } from "@/lib/store/memory/memories";
import { changing } from "@/lib/store/revisions";
import { putItem } from "./kinds";
import { previewAgentRestore, restoreAgentTo } from "./restore-point";
import { VERSIONS } from "./testing/versions";
import { undoRestore } from "./undo-restore";

fakeCompiler();
fakeSandbox();
vi.setConfig({ testTimeout: 300_000 });

const SEED = Number(process.env.SEED ?? 7);
/** Number of moments that are restored. */
const MOMENTS = Number(process.env.MOMENTS ?? (isWhole ? 200 : 4));
const STEPS = 4 * MOMENTS + 10;

let db: Awaited<ReturnType<typeof lab>>;
const place = { agentId: "", conversationId: randomUUID() };
beforeAll(async () => {
  db = await lab({ isFast: true });
  place.agentId = db.agentId;
});
afterAll(() => db.close());

const by = { author: "person", cause: null } as const;

function random(seed: number) {
  let state = seed;
  const below = (n: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  return { below, pick: <T>(list: readonly T[]): T => list[below(list.length)] as T };
}
type Dice = ReturnType<typeof random>;

const IDS = Array.from({ length: 3 }, () => randomUUID());
const LABELS: Partial<Record<PartKind, string[]>> = {
  component: ["Chart", "List"],
  skill: ["water"],
  block: ["human", "persona"],
};

/** Writes, changes or deletes an item of a random kind. A fact is never forgotten: forgotten facts stay so. */
async function writePart(dice: Dice, step: number): Promise<void> {
  const kind = dice.pick(PARTS);
  const name = isSingle(kind) ? kind : dice.pick(isNamedById(kind) ? IDS : (LABELS[kind] ?? ["a", "b"]));
  const mayGo = !isSingle(kind) && kind !== "memory";
  if (kind === "memory") return exchangeFacts(dice);
  const versions = VERSIONS[kind];
  const text = typeof versions[0] === "string" ? `${dice.pick(versions)} ${step}` : dice.pick(versions);
  const content = mayGo && dice.below(4) === 0 ? null : named(kind, text, name);
  const item = { agentId: db.agentId, kind, name };
  await changing(item, (tx, add) => putItem(tx, add, item, { content, ...by }));
}

/** Stores a fact, or moves the content of one fact to another. */
async function exchangeFacts(dice: Dice): Promise<void> {
  const content = `fact ${dice.below(3)}`;
  const facts = await sql()<{ id: string }[]>`
    select id from memories where agent_id = ${db.agentId} and deleted_at is null order by id`;
  const chosen = facts.length < 2 ? undefined : dice.pick(facts);
  if (chosen) await changeFact(db.agentId, chosen.id, { content: `${content} ${dice.below(2)}` }, by);
  else await storeFact(db.agentId, { layer: "long", content: `${content} 0` }, by);
}

/** Boards and projects need different names. */
const named = (kind: PartKind, content: unknown, name: string): unknown =>
  kind === "board" || kind === "project" ? { ...Object(content), name } : content;

const STATEMENTS = [
  (n: number) => `INSERT INTO plain (a, b) VALUES (${n}, 'text ${n}')`,
  (n: number) => `UPDATE plain SET b = b || '${n % 10}' WHERE a % 3 = ${n % 3}`,
  (n: number) => `DELETE FROM plain WHERE a % 5 = ${n % 5}`,
  (n: number) => `CREATE TABLE t${n} AS SELECT * FROM plain LIMIT 2`,
  (n: number) => `INSERT OR REPLACE INTO keyed VALUES ('k${n % 4}', randomblob(${n}))`,
];

const documents = (operation: DocumentsQuery["operation"], rest: Partial<DocumentsQuery>) =>
  runQuery({ operation, collection: "ai_notes", ...rest }, { agentId: db.agentId, by });

const writeDocuments = (dice: Dice, step: number) =>
  dice.pick([
    () => documents("insertOne", { data: { n: step, text: `note ${step}` } }),
    () =>
      documents("updateMany", {
        filter: { n: { $gt: dice.below(step + 1) } },
        update: { $set: { m: step } },
      }),
    () => documents("deleteOne", { filter: { n: { $gt: dice.below(step + 1) } } }),
  ])();

const message = (text: string) => ({ id: `u${text}`, parts: [{ type: "text", text }] });

/** Ends the run of the conversation with an answer. */
async function answer(step: number): Promise<void> {
  const parts = JSON.stringify([{ type: "text", text: `answer ${step}` }]);
  await sql()`
    with r as (
      update runs set status = 'completed', ended_at = clock_timestamp()
      where conversation_id = ${place.conversationId} and status = 'running' returning message_id
    )
    update messages set parts = ${parts}::json from r where conversation_id = ${place.conversationId} and id = r.message_id`;
}

/** Continues the conversation, edits or retries a message, or shows another branch. */
async function talk(dice: Dice, step: number): Promise<void> {
  const text = `${step}`;
  const all = await sql()<{ id: string; role: string; active: boolean }[]>`
    select id, role, active from messages where conversation_id = ${place.conversationId} order by position`;
  const shown = (role: string) => all.filter((one) => one.active && one.role === role).map(({ id }) => id);
  const [users, answers] = [shown("user"), shown("assistant")];
  const hidden = all.filter((one) => !one.active).map(({ id }) => id);
  const act = users.length === 0 ? 0 : dice.below(5);
  if (act === 3 && hidden.length > 0) return showBranch(place, dice.pick(hidden));
  if (act === 1)
    await beginVersion(place, { replaces: dice.pick(users), message: message(text), title: "Talk" });
  else if (act === 2) await beginVersion(place, { retry: dice.pick(answers) });
  else await begin({ ...place, message: message(text), title: "Talk" });
  await answer(step);
}

const TABLES = [
  "agents",
  "agent_tools",
  "components",
  "skills",
  "state",
  "jobs",
  "memory_blocks",
  "memories",
  "boards",
  "projects",
  "documents",
];
/** Counters of versions, and times of writing. A memory block is identified by its label; its id is new after a deletion. */
const VOLATILE =
  "{version,prompt_version,notes_version,memory_blob_version,db_schema_version,updated_at,created_at,changed_at,last_accessed_at,next_at,position}";

async function dump(): Promise<Record<string, string>> {
  const rows: Record<string, string> = { database: dumpOf(databaseFileOf(db.agentId)) };
  for (const table of TABLES) {
    const found = await sql()<{ row: string }[]>`
      select (to_jsonb(t) - ${VOLATILE}::text[] - ${table === "memory_blocks" ? "id" : ""})::text as row from ${sql()(table)} t
      where ${table === "agents" ? sql()`id` : sql()`agent_id`} = ${db.agentId} and to_jsonb(t)->>'deleted_at' is null order by 1`;
    rows[table] = found.map(({ row }) => row).join("\n");
  }
  const talk = await readConversation(db.agentId, place.conversationId);
  rows.conversation = JSON.stringify(talk?.messages.map(({ id, role, parts }) => [id, role, parts]));
  return rows;
}

/** Waits until the clock shows another millisecond, because a moment includes all changes of that millisecond. */
async function now(): Promise<string> {
  const at = Date.now() + 1;
  while (Date.now() <= at);
  return new Date(at).toISOString();
}

test(`random moments come back exactly, with the database and the conversation (SEED=${SEED} MOMENTS=${MOMENTS})`, async () => {
  const dice = random(SEED);
  const recorded: { at: string; content: Record<string, string> }[] = [];
  await db.run("CREATE TABLE plain (a INTEGER, b TEXT); CREATE TABLE keyed (k PRIMARY KEY, v BLOB)");
  await documents("insertOne", { data: { n: 0 } });
  await talk(dice, 0);
  for (let step = 1; step <= STEPS; step++) {
    const work = dice.pick([
      () => writePart(dice, step),
      () => writePart(dice, step),
      () => db.run(dice.pick(STATEMENTS)(step)),
      () => writeDocuments(dice, step),
      () => talk(dice, step),
    ]);
    await work().catch((error: unknown) => {
      if (!isAppError(error)) throw error;
    });
    if (dice.below(20) === 0 && recorded.length > 0)
      await restoreAgentTo(db.agentId, dice.pick(recorded).at, {
        conversation: { id: place.conversationId },
      });
    if (dice.below(3) === 0) recorded.push({ at: await now(), content: await dump() });
  }
  const before = await dump();
  const chosen = recorded.toSorted(() => dice.below(2) - 0.5).slice(0, MOMENTS);
  const times: number[] = [];
  for (const [nth, { at, content }] of chosen.entries()) {
    const start = performance.now();
    const preview = await previewAgentRestore(db.agentId, at, place.conversationId);
    const done = await restoreAgentTo(db.agentId, at, {
      expect: preview.hash,
      conversation: { id: place.conversationId, expect: preview.conversation?.hash },
    });
    times.push(performance.now() - start);
    expect(await dump(), `moment ${nth}: ${at}`).toEqual(content);
    if (nth % 4 > 0) continue;
    const last = nth === 0 ? before : chosen[nth - 1]?.content;
    const { restore } = done;
    // The versions name the conversation.
    await undoRestore(db.agentId, restore === undefined ? done : { restore });
    expect(await dump(), `undo of moment ${nth}`).toEqual(last);
    await restoreAgentTo(db.agentId, at, { conversation: { id: place.conversationId } });
  }
  if (isWhole || process.env.MOMENTS) {
    const sorted = times.toSorted((a, b) => a - b);
    console.info(
      `${times.length} moments, median ${sorted[times.length >> 1]?.toFixed(0)} ms, slowest ${sorted.at(-1)?.toFixed(0)} ms`,
    );
  }
});
