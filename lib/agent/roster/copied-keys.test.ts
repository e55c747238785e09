import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createTrigger,
  listTriggers,
  readTrigger,
  toggleTrigger,
  updateTrigger,
} from "@/lib/data/schedule/triggers";
import { lab } from "@/lib/data/sqlite/testing/lab";
import { hashOfToken, tokenOf } from "@/lib/ground/base/token";
import { countCall } from "@/lib/store/agents/conditions";
import { sql } from "@/lib/store/db";
import { makeAgentFrom } from "./make";

const user = { author: "person", cause: null } as const;
let space: Awaited<ReturnType<typeof lab>>;
beforeAll(async () => {
  space = await lab();
});
afterAll(() => space.close());

const hook = (name: string) =>
  createTrigger(space.agentId, { kind: "webhook", name, instruction: "Look." }, user);
const tokenIn = (url = "") => url.split("/").at(-1) ?? "";
const called = async (url?: string) => (await countCall(hashOfToken(tokenIn(url)), 60))?.agentId;

test("each copy of an agent has different webhook addresses", async () => {
  const original = await hook("Door");
  const copies = [
    await makeAgentFrom({ name: "Copy", from: space.agentId }),
    await makeAgentFrom({ name: "Another", from: space.agentId }),
  ];
  const urls = new Set([original.url]);
  for (const { id } of copies) {
    const [copied] = await listTriggers(id);
    if (!copied) throw new Error("The trigger was not copied");
    await toggleTrigger(id, copied.id);
    expect(await called(copied.url)).toBe(id);
    urls.add(copied.url);
  }
  expect(urls.size).toBe(3);
  expect(await called(original.url)).toBe(space.agentId);
});

test("a webhook keeps an address that was derived from its id alone, also after a change of the trigger", async () => {
  const { id } = await hook("Early");
  const early = tokenOf("hooks", id);
  await sql()`update jobs set token_hash = ${hashOfToken(early)} where id = ${id}`;
  await updateTrigger(space.agentId, id, { name: "Renamed" }, user);
  const { url } = await readTrigger(space.agentId, id);
  expect(tokenIn(url)).toBe(early);
  expect(await called(url)).toBe(space.agentId);
});

/**
 * Unique keys of the whole workspace except ids, because imports create new ids. Each value is the reason why
 * two agents from one file do not collide.
 */
const GLOBAL_KEYS: Record<string, string> = {
  "app_days: app_id, visitor, day": "stays behind: a file brings no published apps",
  "app_versions: app_id, number": "stays behind: a file brings no published apps",
  "app_visitors: app_id, member_id": "stays behind: a file brings no published apps",
  "app_visitors: token_hash": "stays behind: a file brings no published apps",
  "apps: slug": "stays behind: a file brings no published apps",
  "calendar_addresses: token_hash": "stays behind: a file brings no address of a calendar",
  "file_vectors: passage_id": "is a number of this workspace; a copy reads its files again",
  "files: folder_id, folder_path": "stays behind: a file brings no folders of a machine",
  "jobs: token_hash": "is made of agent and job",
  "mcp_tokens: token_hash": "stays behind: a file brings no tokens",
  "shares: token_hash": "stays behind: a file brings no links",
};

test("each workspace-wide unique key has a reason why two copies of an agent do not collide", async () => {
  const rows = await sql()<{ key: string }[]>`
    select t.relname || ': ' || string_agg(a.attname, ', ' order by a.attnum) as key
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
      join pg_attribute a on a.attrelid = t.oid and a.attnum = any(i.indkey)
    where i.indisunique and n.nspname = 'public' and exists (
      select from pg_attribute o where o.attrelid = t.oid and o.attname = 'agent_id' and not o.attisdropped)
    group by t.relname, i.indexrelid
    having not bool_or(a.attname in ('id', 'agent_id', 'conversation_id', 'block_id', 'memory_id')) order by 1`;
  expect(rows.map(({ key }) => key)).toEqual(Object.keys(GLOBAL_KEYS));
});
