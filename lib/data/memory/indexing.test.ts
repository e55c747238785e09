import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { embed } from "@/lib/models/embedding/embed";
import { cosine } from "@/lib/models/embedding/vector";
import { resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { begin } from "@/lib/store/loop/runs";
import { testDatabase } from "@/lib/store/testing/database";
import { indexPiecesOf, indexWritten } from "./indexing";
import { searchMemory } from "./search/search";

let agentId: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await testDatabase();
  process.env.DATABASE_URL = database.url;
  drop = database.drop;
  agentId = await resolveAgent();
});
afterAll(async () => {
  await closeAll();
  await drop();
});
beforeEach(() => sql()`delete from conversations`);

const { signal } = new AbortController();
const index = () => indexWritten(signal, 60_000);

async function say(text: string): Promise<string> {
  const conversationId = randomUUID();
  const message = { id: "m", parts: [{ type: "text", text }] };
  expect((await begin({ agentId, conversationId, message, title: "" })).outcome).toBe("begun");
  return conversationId;
}

const embedded = () => sql()`
  select message_id as id, part, model, length(signs::text) as bits, encode(vector, 'hex') as vector from embeddings order by message_id, part`;
const queued = async () => (await sql()`select from search_queue`).length;

test("a new message is embedded once, and its vector is deleted with the message", async () => {
  const id = await say("We painted the lake at sunrise");
  expect(await queued()).toBe(1);
  await index();
  await index();
  const [row, ...others] = await embedded();
  expect([row?.id, row?.bits, others.length, await queued()]).toEqual(["m", 512, 0, 0]);
  const [same] = (await embed(["We painted the lake at sunrise"])) ?? [];
  expect(cosine(same ?? new Float32Array(), Buffer.from(row?.vector ?? "", "hex"))).toBeGreaterThan(0.999);
  await sql()`delete from messages where conversation_id = ${id}`;
  expect(await embedded()).toHaveLength(0);
});

test("a changed text is embedded again, and the vector of another model is replaced", async () => {
  const id = await say("We painted the lake");
  await index();
  const [before] = await embedded();
  const parts = JSON.stringify([{ type: "text", text: "The stock market fell" }]);
  await sql()`update messages set parts = ${parts}::json, body = 'the stock market fell' where conversation_id = ${id} and id = 'm'`;
  await index();
  const [after] = await embedded();
  expect(after?.vector).not.toEqual(before?.vector);
  await sql()`update embeddings set model = 'another', vector = '\\x00'`;
  // Only the vectors cannot be compared; word search still works.
  const found = async (q: string) => (await searchMemory(agentId, q)).results.length;
  expect([await found("Shares lost value"), await found("markets")]).toEqual([0, 1]);
  await index();
  expect(await embedded()).toEqual([after]);
  expect(await found("Shares lost value")).toBe(1);
});

test("indexPiecesOf splits a long text at sentences without loss", async () => {
  const text = "This is a sentence of it. ".repeat(200).trim();
  const pieces = indexPiecesOf(text);
  expect(pieces.length).toBeGreaterThan(4);
  expect(pieces.every((piece) => piece.endsWith(".") && piece.length <= 900)).toBe(true);
  expect(pieces.join(" ")).toBe(text);
  expect(indexPiecesOf("x".repeat(2_000)).map(({ length }) => length)).toEqual([900, 900, 200]);
  expect(indexPiecesOf("  ")).toEqual([]);
});
