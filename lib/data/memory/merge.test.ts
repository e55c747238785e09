import { afterAll, beforeAll, expect, test } from "vitest";
import { BLOCK_LIMIT, type NewBlock } from "@/lib/shared/memory/memory";
import { resolveAgent } from "@/lib/store/agents/agents";
import { testDatabase } from "@/lib/store/testing/database";
import { mergeMemoryBlocks } from "./merge";
import { blockStore } from "./postgres";

let agentId: string;
let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await resolveAgent();
});
afterAll(() => database.drop());

const make = (label: string, text: string, rest: Partial<NewBlock> = {}, origins: string[] = []) =>
  blockStore.create(
    agentId,
    {
      ...{ label, kind: "working", text, description: "", permission: "read_write", charLimit: BLOCK_LIMIT },
      ...rest,
    },
    { author: "agent", cause: null, origins },
  );
const get = (label: string, isArchival = false) => blockStore.get(agentId, { label, isArchival });

test("mergeMemoryBlocks appends a block and its origins to another, deletes the first, and rejects changed blocks", async () => {
  const from = await make("garden", "Tomatoes", {}, ["https://seeds.example"]);
  const into = await make("plans", "Peas", { kind: "archival", charLimit: 200_000 });
  await expect(mergeMemoryBlocks(agentId, { from, into: { ...into, version: 9 } })).rejects.toMatchObject({
    code: "conflict",
    details: { version: 1 },
  });
  expect(await get("garden")).not.toBeNull();
  expect(await mergeMemoryBlocks(agentId, { from, into })).toMatchObject({
    ...{ label: "plans", text: "Peas\nTomatoes", version: 2 },
    origins: ["https://seeds.example"],
  });
  expect(await get("garden")).toBeNull();
});

test("mergeMemoryBlocks changes nothing if the text does not fit", async () => {
  const from = await make("long", "x".repeat(4_000));
  const into = await make("longer", "y".repeat(1_000));
  await expect(mergeMemoryBlocks(agentId, { from, into })).rejects.toMatchObject({ code: "invalid" });
  expect([await get("long"), await get("longer")]).toMatchObject([{ version: 1 }, { version: 1 }]);
});
