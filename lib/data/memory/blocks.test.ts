import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAgent } from "@/lib/code/history/testing/agents";
import { MAX_ARCHIVE_CHARS, MAX_ARCHIVE_ENTRIES } from "@/lib/shared/memory/memory";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { blockStore } from "./postgres";
import { archival, blocksContract } from "./testing/contract";
import { inMemoryBlocks } from "./testing/in-memory";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

describe("blocks over Postgres", () => blocksContract(blockStore, newAgent));
describe("blocks in memory", () => blocksContract(inMemoryBlocks(), async () => randomUUID()));

test("blockStore lists a long archive in pages of whole blocks", async () => {
  const agent = await newAgent();
  const user = { author: "person", cause: null } as const;
  for (let n = 0; n < 7; n++)
    await blockStore.create(agent, { label: `n${n}`, ...archival(`${n}`.repeat(190_000)) }, user);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await blockStore.list(agent, { kind: "archival", cursor });
    expect(page.blocks.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(1_000_000);
    seen.push(...page.blocks.map(({ label }) => label));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual(["n0", "n1", "n2", "n3", "n4", "n5", "n6"]);
});

test("blockStore rejects new entries in a full archive, but still appends to one", async () => {
  const agent = await newAgent();
  const user = { author: "person", cause: null } as const;
  await blockStore.create(agent, { label: "last", ...archival("one") }, user);
  await sql()`
    insert into memory_blocks (agent_id, label, kind, text, char_limit, version)
    select ${agent}, 'e' || n, 'archival', '', ${MAX_ARCHIVE_CHARS}, 1 from generate_series(2, ${MAX_ARCHIVE_ENTRIES}::int) n`;
  const more = blockStore.create(agent, { label: "more", ...archival("") }, user);
  await expect(more).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("10000") });
  expect(await blockStore.append(agent, { label: "last", isArchival: true }, "two", user)).toMatchObject({
    text: "one\ntwo",
  });
});
