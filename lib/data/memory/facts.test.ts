import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { restoreVersion } from "@/lib/code/history/restore";
import { previewAgentRestore, restoreAgentTo } from "@/lib/code/history/restore-point";
import { newAgent } from "@/lib/code/history/testing/agents";
import { closeAll } from "@/lib/ground/base/process";
import { sql } from "@/lib/store/db";
import { endConversation } from "@/lib/store/loop/session-ends";
import { sweepFacts } from "@/lib/store/memory/fact-ends";
import { listFacts } from "@/lib/store/memory/fact-list";
import { changeFact } from "@/lib/store/memory/memories";
import { persistBlocks } from "@/lib/store/memory/memory-blocks";
import { listRevisions } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { facts } from "./facts";
import { indexWritten } from "./indexing";
import { recollect } from "./recall";
import { endConversationSession } from "./sessions";
import { factsContract } from "./testing/facts-contract";
import { inMemoryFacts } from "./testing/in-memory-facts";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
  process.env.DATABASE_URL = database.url;
});
afterAll(async () => {
  await closeAll();
  await database.drop();
});

async function newConversation(agentId: string): Promise<string> {
  const id = randomUUID();
  await sql()`insert into conversations (id, agent_id, identity) values (${id}, ${agentId}, '')`;
  return id;
}

describe("facts over Postgres", () => factsContract(facts, { newAgent, newConversation }));
describe("facts in memory", () =>
  factsContract(inMemoryFacts(), {
    newAgent: async () => randomUUID(),
    newConversation: async () => randomUUID(),
  }));

const user = { author: "person", cause: null } as const;
const recalled = async (agent: string, query: string) =>
  (await facts.recall(agent, query)).map(({ content }) => content);

test("a fact is found by meaning, inflected forms and misspellings", async () => {
  const agent = await newAgent();
  await facts.remember(agent, { layer: "long", content: "Is allergic to peanuts" }, user);
  await facts.remember(agent, { layer: "long", content: "The roof was repaired in spring" }, user);
  await indexWritten(new AbortController().signal, 60_000);
  expect((await recalled(agent, "Which nuts make her ill?"))[0]).toBe("Is allergic to peanuts");
  expect((await recalled(agent, "repairs"))[0]).toBe("The roof was repaired in spring");
  expect((await recalled(agent, "alergic"))[0]).toBe("Is allergic to peanuts");
});

test("recollect recalls facts for a message by words, or by meaning if no word matches", async () => {
  const agent = await newAgent();
  await facts.remember(agent, { layer: "long", content: "The dog barks at night" }, user);
  await facts.remember(agent, { layer: "long", content: "Stock prices fell" }, user);
  await indexWritten(new AbortController().signal, 60_000);
  const recalledFor = async (text: string) =>
    (await recollect(agent, { text, conversationId: randomUUID(), waitMs: 10_000 })).facts.map(
      ({ content }) => content,
    );
  expect(await recalledFor("What does the stock say?")).toEqual(["Stock prices fell"]);
  expect(await recalledFor("My puppy makes noise all evening")).toEqual(["The dog barks at night"]);
  expect(await recalledFor("Multiply these numbers")).toEqual([]);
});

const storedWords = async (agent: string) =>
  (await sql()`select word from search_words where agent_id = ${agent} order by word`).map(
    ({ word }) => word,
  );

test("the words and vector of a forgotten fact are deleted, and it is found again only after its version is restored", async () => {
  const agent = await newAgent();
  const { id } = await facts.remember(agent, { layer: "long", content: "Fears zeppelins" }, user);
  await indexWritten(new AbortController().signal, 60_000);
  const [{ at } = { at: "" }] = await sql()<{ at: string }[]>`
    select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`;
  await facts.forget(agent, id, user);
  expect(await sql()`select from embeddings where memory_id = ${id}`).toHaveLength(0);
  await indexWritten(new AbortController().signal, 60_000);
  expect(await sql()`select from embeddings where memory_id = ${id}`).toHaveLength(0);
  expect(await storedWords(agent)).toEqual([]);
  expect((await previewAgentRestore(agent, at)).changes).toEqual([]);
  expect(await restoreAgentTo(agent, at)).toEqual({ revisions: [] });
  expect(await recalled(agent, "zeppelins")).toEqual([]);
  const { revisions } = await listRevisions(agent, { kind: "memory", name: id });
  await restoreVersion(agent, revisions.at(-1)?.id ?? "");
  expect(await recalled(agent, "zeppelins")).toEqual(["Fears zeppelins"]);
});

test("a fact that was forgotten a month ago is deleted with its versions and the words that only it contained", async () => {
  const agent = await newAgent();
  const { id } = await facts.remember(agent, { layer: "short", content: "Loves xylophones" }, user);
  await indexWritten(new AbortController().signal, 60_000);
  await sql()`update memories set expires_at = now() - interval '1 second' where id = ${id}`;
  expect(await recalled(agent, "xylophones")).toEqual([]);
  await sweepFacts();
  expect(
    (await listRevisions(agent, { kind: "memory", name: id })).revisions.map(({ deleted }) => deleted),
  ).toEqual([true, false]);
  await sql()`update memories set deleted_at = now() - interval '31 days' where id = ${id}`;
  await sweepFacts();
  expect(await sql()`select from memories where id = ${id}`).toHaveLength(0);
  expect(await sql()`select from revisions where name = ${id}`).toHaveLength(0);
  await indexWritten(new AbortController().signal, 60_000);
  expect(await storedWords(agent)).toEqual([]);
});

test("words that only a rewritten, archived or deleted block contained are deleted", async () => {
  const agent = await newAgent();
  const write = (label: string, isArchival: boolean, text: string | null) =>
    persistBlocks(
      agent,
      [{ label, isArchival }],
      () => [
        text === null
          ? null
          : {
              ...{ kind: isArchival ? "archival" : "working", text, description: "" },
              ...{ permission: "admin", charLimit: 5_000 },
            },
      ],
      user,
    );
  await facts.remember(agent, { layer: "long", content: "Plays theremin" }, user);
  await write("kept", true, "theremin marimba celesta");
  await indexWritten(new AbortController().signal, 60_000);
  expect(await storedWords(agent)).toEqual(["celesta", "marimba", "plays", "theremin"]);
  await write("kept", true, "theremin celesta");
  await indexWritten(new AbortController().signal, 60_000);
  expect(await storedWords(agent)).toEqual(["celesta", "plays", "theremin"]);
  await write("kept", true, null);
  await indexWritten(new AbortController().signal, 60_000);
  expect(await storedWords(agent)).toEqual(["plays", "theremin"]);
});

test("the end of a session forgets the session's facts and keeps long-term facts", async () => {
  const agent = await newAgent();
  const conversationId = await newConversation(agent);
  await facts.remember(agent, { layer: "session", content: "In refactor mode", conversationId }, user);
  await facts.remember(agent, { layer: "long", content: "Prefers refactoring", conversationId }, user);
  await endConversationSession(agent, conversationId);
  await endConversation({ agentId: agent, conversationId }, { summary: "", through: "0", fact: null });
  // A server may die after it has ended the session. The sweep then forgets the session's facts.
  await sweepFacts();
  expect((await listFacts(agent)).facts.map(({ content }) => content)).toEqual(["Prefers refactoring"]);
});

test("the user can change facts and list them in pages, but not create duplicates", async () => {
  const agent = await newAgent();
  const made = [];
  for (const content of ["one", "two", "three"])
    made.push(await facts.remember(agent, { layer: "long", content }, user));
  const [one, two] = made;
  expect(
    await changeFact(agent, two?.id ?? "", { content: "2", certainty: 0.5, pinned: true }, user),
  ).toMatchObject({
    ...{ content: "2", certainty: 0.5, version: 2, pinnedAt: expect.any(String) },
  });
  await expect(changeFact(agent, one?.id ?? "", { content: "2" }, user)).rejects.toMatchObject({
    code: "conflict",
  });
  const first = await listFacts(agent, { limit: 2 });
  const rest = await listFacts(agent, { limit: 2, cursor: first.nextCursor ?? "" });
  expect([...first.facts, ...rest.facts].map(({ content }) => content)).toEqual(["three", "2", "one"]);
  expect(rest.nextCursor).toBeUndefined();
});

test("ten concurrent writes of the same fact store it once", async () => {
  const agent = await newAgent();
  const stored = Array.from({ length: 10 }, () =>
    facts.remember(agent, { layer: "long", content: "same" }, user),
  );
  expect(new Set((await Promise.all(stored)).map(({ id }) => id)).size).toBe(1);
});
