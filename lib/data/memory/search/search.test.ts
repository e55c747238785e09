import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dialogues, fill } from "@/e2e/retrieval/set";
import { newAgent } from "@/lib/code/history/testing/agents";
import { closeAll } from "@/lib/ground/base/process";
import { isWhole } from "@/lib/ground/base/testing/sample";
import { embed } from "@/lib/models/embedding/embed";
import { bodyOf } from "@/lib/shared/chat/body";
import { tokenize } from "@/lib/shared/text/words";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { ownEmbedder } from "../embedder";
import { facts } from "../facts";
import { indexWritten } from "../indexing";
import { blockStore } from "../postgres";
import { archival } from "../testing/contract";
import { meaningOf, searchMessages } from "./messages";
import { searchPassages } from "./passages";
import { WEIGHTS, type Weights } from "./rank";
import { searchMemory } from "./search";
import { termsOf } from "./terms";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
  process.env.DATABASE_URL = database.url;
});
afterAll(async () => {
  await closeAll();
  await database.drop();
});

const user = { author: "person", cause: null } as const;
const index = () => indexWritten(new AbortController().signal, 120_000);

async function talk(agentId: string, contents: string[], over: { title?: string; readWeb?: string } = {}) {
  const { title = "Talk", readWeb } = over;
  const id = randomUUID();
  await sql()`
    insert into conversations (id, agent_id, title, identity, read_web)
    values (${id}, ${agentId}, ${title}, '', case when ${readWeb ?? null}::text is null then '{}' else array[${readWeb ?? null}::text] end)`;
  for (const [n, text] of contents.entries()) {
    const parts = [{ type: "text", text }];
    await sql()`
      insert into messages (conversation_id, id, agent_id, role, parts, body, created_at)
      values (${id}, ${`m${n}`}, ${agentId}, ${n % 2 ? "assistant" : "user"}, ${JSON.stringify(parts)}::json, ${bodyOf(parts)},
        ${`2026-05-0${n + 1}T12:00:00Z`})`;
  }
  return id;
}

const found = async (agentId: string, q: string, options: Parameters<typeof searchMemory>[2] = {}) =>
  (await searchMemory(agentId, q, { waitMs: 20_000, ...options })).results;
const foundIds = async (...args: Parameters<typeof found>) =>
  (await found(...args)).map(({ message_id }) => message_id);

test("searchMemory finds a new text at once by its meaning, and by a misspelled word", async () => {
  const agent = await newAgent();
  await embed(["The model is there"]);
  await talk(agent, ["Our puppy makes noise all night"]);
  await facts.remember(agent, { layer: "long", content: "Is allergic to peanuts" }, user);
  expect(await foundIds(agent, "The dog barks", { domain: "conversations" })).toEqual(["m0"]);
  expect((await found(agent, "alergic")).map(({ domain }) => domain)).toEqual(["facts"]);
  expect(await facts.recall(agent, "alergic")).toHaveLength(1);
});

test("searchMemory searches archive, facts and conversations together or separately, and lists the reasons for each result", async () => {
  const agent = await newAgent();
  const conversation_id = await talk(agent, ["The boiler was repaired on Monday", "Good."], {
    title: "House",
  });
  const text = "Boiler: model X2, bought in 2019";
  await blockStore.create(
    agent,
    { label: "house", kind: "archival", text, description: "", permission: "read_write", charLimit: 5_000 },
    user,
  );
  const { id } = await facts.remember(agent, { layer: "long", content: "Pays for the boiler herself" }, user);
  await index();
  const all = await found(agent, "boiler repair");
  expect(new Set(all.map(({ domain }) => domain))).toEqual(
    new Set(["archival_memory", "facts", "conversations"]),
  );
  expect(all[0]).toMatchObject({
    domain: "conversations",
    conversation_id,
    message_id: "m0",
    title: "House",
  });
  expect(all[0]?.found_by).toContain("words");
  expect(all.every(({ score }) => score > 0 && score <= 1)).toBe(true);
  expect(await found(agent, "boiler", { domain: "archival_memory" })).toMatchObject([
    { label: "house", excerpt: text },
  ]);
  expect(await found(agent, "boiler", { domain: "facts" })).toMatchObject([{ memory_id: id }]);
  expect(await found(agent, "house", { domain: "archival_memory" })).toMatchObject([
    { found_by: expect.arrayContaining(["name"]) },
  ]);
  expect(await found(agent, "heating broken")).not.toEqual([]);
});

test("searchMemory excludes the current conversation, other branches, deleted conversations and other agents", async () => {
  const [agent, other] = [await newAgent(), await newAgent()];
  const [running, partlyActive, deleted] = [
    await talk(agent, ["zebra one"]),
    await talk(agent, ["zebra two", "zebra three"]),
    await talk(agent, ["zebra four"]),
  ];
  await sql()`update conversations set deleted_at = now() where id = ${deleted}`;
  await sql()`update messages set active = false where conversation_id = ${partlyActive} and id = 'm1'`;
  await facts.remember(agent, { layer: "long", content: "Fears every zebra" }, user);
  await index();
  const hits = await found(agent, "zebra", { domain: "conversations", conversationId: running });
  expect(hits.map(({ conversation_id, message_id }) => [conversation_id, message_id])).toEqual([
    [partlyActive, "m0"],
  ]);
  expect(await found(other, "zebra")).toEqual([]);
  expect(await found(other, "an animal with stripes")).toEqual([]);
});

test("searchMemory filters by time and role, and returns the neighbours of a match", async () => {
  const agent = await newAgent();
  await talk(agent, ["What did the plumber cost?", "Ninety euros.", "The plumber comes again", "Noted."]);
  await index();
  expect(await foundIds(agent, "plumber", { role: "user" })).toEqual(expect.arrayContaining(["m0", "m2"]));
  expect(await foundIds(agent, "plumber", { role: "assistant" })).not.toContain("m0");
  expect(await foundIds(agent, "plumber", { from: "2026-05-03" })).not.toContain("m0");
  expect(await foundIds(agent, "plumber", { to: "2026-05-02" })).not.toContain("m2");
  expect(await foundIds(agent, "plumber", { from: "2026-05-03", to: "2026-05-03" })).toEqual(["m2"]);
  expect(await foundIds(agent, "what did the plumber cost")).toContain("m1");
});

test("searchMemory reports the web origins of the conversations that it finds", async () => {
  const agent = await newAgent();
  await talk(agent, ["The recipe needs saffron"], { readWeb: "https://a.test" });
  expect(await searchMemory(agent, "saffron")).toMatchObject({
    web: ["https://a.test"],
    results: [{ message_id: "m0" }],
  });
});

test("searchMemory finds inflected forms, other languages, missing accents and misspellings", async () => {
  const agent = await newAgent();
  await talk(agent, ["She paints a sunrise", "Die Häuser werden gestrichen", "Das Café schließt um acht"]);
  await index();
  expect((await foundIds(agent, "painting sunrises"))[0]).toBe("m0");
  expect((await foundIds(agent, "Welches Haus wird gestrichen?"))[0]).toBe("m1");
  expect((await foundIds(agent, "cafe"))[0]).toBe("m2");
  expect((await foundIds(agent, "sunrize"))[0]).toBe("m0");
  // A partial query matches prefixes of its last word as well.
  for (const q of ["painting sunrises", "a sunrise is painted", "a sunr"])
    expect((await foundIds(agent, q, { isPartial: true }))[0], q).toBe("m0");
});

test("searchMemory replaces an unknown word by a similar one, or counts it as missing if there is none", async () => {
  const agent = await newAgent();
  await talk(agent, ["We keep the houseboat here", "The lamp fell", "She received a letter"]);
  await index();
  expect((await foundIds(agent, "recieved"))[0]).toBe("m2");
  // "Household" differs from "houseboat" by too many letters, but "lamb" may be a misspelled "lamp".
  expect(await found(agent, "household", { waitMs: 0 })).toEqual([]);
  expect((await found(agent, "lamb", { waitMs: 0 }))[0]).toMatchObject({ message_id: "m1" });
  const [half, whole] = await Promise.all(
    ["zyxwvu lamb", "lamp"].map(async (q) => (await found(agent, q, { waitMs: 0 }))[0]?.score ?? 0),
  );
  expect(half).toBeLessThan(0.7 * (whole ?? 0));
});

test("searchMemory ranks the message after a question above the one before it", async () => {
  const agent = await newAgent();
  await talk(agent, [
    "It was cold in the morning",
    "What did the plumber cost?",
    "Ninety euros, and a coffee",
  ]);
  const order = await foundIds(agent, "cost of the plumber", { waitMs: 0 });
  expect(order.indexOf("m2")).toBeLessThan(order.indexOf("m0"));
});

test("among very many messages, searchMessages looks up rare words alone and frequent words only in pairs", async () => {
  const agent = await newAgent();
  await talk(agent, ["The violet lamp stands on the desk", "A lamp", "The desk"]);
  const terms = await termsOf("violet lamp desk");
  const question = { terms, meaning: Promise.resolve(null), words: new Set(tokenize("violet lamp desk")) };
  const { ranked } = await searchMessages({ agentId: agent }, question, { size: 1_000_000 });
  expect(ranked[0]?.turn.id).toBe("m0");
});

test("among many passages, searchPassages reads only those with all words, unless they are of few files", async () => {
  // Postgres estimates the words of a query only if its statistics have at least 100 words.
  const others = Array.from({ length: 100 }, (_, n) => `other${n}`).join(" ");
  const fill = (agent: string, name: string, count: number, words: string) => sql()`
    with file as (
      insert into files (agent_id, hash, name, media_type, size, origin, text_state)
      values (${agent}, md5(${name}), ${name}, 'text/plain', 1, 'upload', 'indexed') returning id)
    insert into file_passages (agent_id, file_id, ordinal, place, text, words)
    select ${agent}, file.id, n, '{"at": "page", "page": 1}', '', ${`${words} ${others}`}
    from file, generate_series(1, ${count}::int) n`;
  const terms = await termsOf("violet lamp desk");
  const filesOf = async (agentId: string) => {
    const { ranked } = await searchPassages({ agentId }, { terms, meaning: Promise.resolve(null) }, 5_000);
    return new Set(ranked.map(({ entry }) => entry.name));
  };
  const [few, many] = [await newAgent(), await newAgent()];
  for (const agent of [few, many]) await fill(agent, "partly", 10, "violet lamp");
  await fill(few, "wholly", 400, "violet lamp desk");
  for (let n = 0; n < 40; n++) await fill(many, `${n}`, 15, "violet lamp desk");
  await sql()`analyze file_passages`;
  expect(await filesOf(few)).toEqual(new Set(["partly", "wholly"]));
  const files = await filesOf(many);
  expect(files.has("partly")).toBe(false);
  expect(files.size).toBeGreaterThanOrEqual(10);
});

test.each(["'; drop table messages; --", "((&|!:*", "\\", "a:* & b", "😀", "\u202e…", "x".repeat(400)])(
  "searchMemory searches for %j without an error",
  async (q) => {
    const agent = await newAgent();
    await talk(agent, ["hello"]);
    expect(await found(agent, q)).toBeInstanceOf(Array);
  },
);

// `npm run bench -- retrieval` measures all dialogues.
describe.runIf(isWhole)("in dialogues of two people over many sessions", () => {
  test("has answers in the top ten more often by words and meaning than by either alone", async () => {
    const agentId = await newAgent();
    const all = dialogues().slice(0, 1);
    await fill(sql(), agentId, all);
    await index();
    const questions = all.flatMap((dialogue) => dialogue.questions).filter((_, n) => n % 2 === 0);
    const hits = { words: 0, meaning: 0, fused: 0 };
    const alone = { lent: 0, stranger: 0, elsewhere: 0, asking: 0, both: 0, conversation: 0, recency: 0 };
    const ways: Record<keyof typeof hits, Partial<Weights>> = {
      words: { ...alone, meaning: 0 },
      meaning: { ...alone, words: 0 },
      fused: {},
    };
    for (const { text, evidence } of questions) {
      const question = {
        terms: await termsOf(text),
        meaning: meaningOf(ownEmbedder, text, 10_000),
        words: new Set(tokenize(text)),
      };
      for (const way of ["words", "meaning", "fused"] as const) {
        const { ranked } = await searchMessages({ agentId }, question, {
          weights: { ...WEIGHTS, ...ways[way] },
        });
        if (ranked.slice(0, 10).some(({ turn }) => turn.id === evidence)) hits[way]++;
      }
    }
    expect(hits.fused).toBeGreaterThan(Math.max(hits.words, hits.meaning));
    expect(hits.fused / questions.length).toBeGreaterThanOrEqual(0.75);
  });
});

test("searchMemory ranks archive entries by other speakers below those by the named one", async () => {
  const agent = await newAgent();
  for (const [label, text] of [
    ["a", "Ben: Porto is a town, and Ann likes it"],
    ["b", "Ann: Porto is a town, and I like it"],
  ] as const)
    await blockStore.create(agent, { label, ...archival(text) }, user);
  const labels = async (q: string) =>
    (await searchMemory(agent, q, { waitMs: 0 })).results.map(({ label }) => label);
  expect(await labels("Does Ann like Porto?")).toEqual(["b", "a"]);
});

test("searchMemory weighs the topic more than the speaker's name", async () => {
  const agent = await newAgent();
  await talk(agent, ["Ann: Good morning everybody"], { title: "Morning" });
  for (const what of ["sunny", "full of people", "far away"])
    await talk(agent, [`Ben: Porto was ${what}`], { title: "Journey" });
  const titles = async (q: string) => (await found(agent, q, { waitMs: 0 })).map(({ title }) => title);
  expect(await titles("Ann Porto")).toEqual(["Journey", "Journey", "Journey", "Morning"]);
  expect((await titles("Ann"))[0]).toBe("Morning");
  // A conversation with the named speaker ranks above one without.
  await talk(agent, ["Ann: I like it here", "Ben: Porto was loud"], { title: "Both" });
  expect((await titles("Ann Porto"))[0]).toBe("Both");
});
