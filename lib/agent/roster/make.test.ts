import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as arriving from "@/lib/code/history/import";
import { folderOf } from "@/lib/data/sqlite/folder";
import { execute } from "@/lib/data/sqlite/index";
import { lab } from "@/lib/data/sqlite/testing/lab";
import { restoreAgent } from "@/lib/store/agents/agent-making";
import { listAgentIds, listAgents, readAgent, resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { makeAgentFrom } from "./make";
import { purgeBin } from "./remove";

let space: Awaited<ReturnType<typeof lab>>;
beforeAll(async () => {
  space = await lab();
  await space.run("CREATE TABLE trip (place TEXT)");
});
afterAll(() => space.close());

/**
 * Has the next copy wait for `then` between its import and its completion. Resolves with its id once it is
 * imported.
 */
function copyUntil(then: () => Promise<never> | Promise<void>): Promise<string> {
  const { importAgent } = arriving;
  return new Promise((resolve) => {
    vi.spyOn(arriving, "importAgent").mockImplementationOnce(async (id, ...rest) => {
      const done = await importAgent(id, ...rest);
      resolve(id);
      await then();
      return done;
    });
  });
}

test("a copy is visible only when it is complete", async () => {
  let goOn = () => {};
  const half = copyUntil(() => new Promise<void>((resolve) => (goOn = resolve)));
  const making = makeAgentFrom({ name: "Copy", from: space.agentId });
  const id = await half;
  expect(await listAgentIds()).toEqual([space.agentId]);
  expect(await listAgents({ inBin: true })).toEqual([]);
  for (const reach of [resolveAgent, readAgent, restoreAgent])
    await expect(reach(id)).rejects.toMatchObject({ code: "not_found" });
  await purgeBin();
  goOn();
  expect(await making).toMatchObject({ id, name: "Copy" });
  expect(await listAgentIds()).toEqual([space.agentId, id]);
  expect(await execute({ agentId: id, sql: "SELECT * FROM trip" })).toMatchObject({ rows: [] });
});

test("a copy whose server died is never visible, and is removed with its database", async () => {
  const before = await listAgentIds();
  const half = copyUntil(() => new Promise<never>(() => {}));
  void makeAgentFrom({ name: "Half", from: space.agentId });
  const id = await half;
  expect(existsSync(folderOf(id))).toBe(true);
  await sql()`update agents set created_at = now() - interval '2 hours' where id = ${id}`;
  await purgeBin();
  expect(await sql()`select from agents where id = ${id}`).toHaveLength(0);
  expect(existsSync(folderOf(id))).toBe(false);
  expect(await listAgentIds()).toEqual(before);
});

test("a failed copy leaves nothing", async () => {
  const half = copyUntil(() => Promise.reject(new Error("The disk is full")));
  await expect(makeAgentFrom({ name: "Half", from: space.agentId })).rejects.toThrow("The disk is full");
  const id = await half;
  expect(await sql()`select from agents where id = ${id}`).toHaveLength(0);
  expect(existsSync(folderOf(id))).toBe(false);
});
