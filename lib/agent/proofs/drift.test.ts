import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as gating from "@/lib/code/components/gate";
import { createAuthoredComponent } from "@/lib/code/components/save";
import { createTool, deleteTool } from "@/lib/code/tools/save";
import { changesListed } from "@/lib/data/sqlite/changes";
import { lab } from "@/lib/data/sqlite/testing/lab";
import { closeAll } from "@/lib/ground/base/process";
import { replace } from "@/lib/ground/base/testing/replaced";
import { readComponent } from "@/lib/store/agents/components";
import { addExample } from "@/lib/store/agents/examples";
import { listOpenProofs } from "@/lib/store/agents/proofs";
import { sql } from "@/lib/store/db";
import {
  columnsNow,
  keepInspection,
  lastInspection,
  renamedColumns,
  withAdded,
  withNewNames,
} from "./columns";
import { checkItem, inspectAgent } from "./drift";
import { acceptProof, discardProof } from "./settle";

replace(gating, { gate: async () => ({ verdict: "passed" }) });

const SERIES = process.env.ATTACK === "all" ? 10 : 1;
const user = { author: "person", cause: null } as const;
const signal = new AbortController().signal;

let space: Awaited<ReturnType<typeof lab>>;
let agentId: string;
beforeAll(async () => {
  space = await lab();
  agentId = space.agentId;
});
afterEach(async () => {
  for (const table of ["agent_tools", "components", "examples", "proofs", "revisions", "settings"])
    await sql()`delete from ${sql()(table)} where agent_id = ${agentId}`;
});
afterAll(async () => {
  await closeAll();
  await space.close();
});

const shop = (table: string) => `import { useQuery } from "easel";
export default function Shop() {
  const { rows } = useQuery("SELECT name, price FROM ${table} WHERE name <> 'price' ORDER BY price");
  return <p>{rows?.length}</p>;
}`;
const component = (name: string, code: string) =>
  createAuthoredComponent(agentId, { name, description: "Shows", code }, { author: "person" });
const tool = (name: string, code: string) =>
  createTool(agentId, { name, description: "Does", parameter_schema: { type: "object" }, code }, user);

/** Waits for changes of the database, which the history lists after the write. */
async function liveVersions() {
  await changesListed(agentId);
  return sql()`select kind, name, version, live from revisions where agent_id = ${agentId} and live`;
}

test("a renamed column is found at night, and a mended version waits for the user, who decides", async () => {
  await space.run("CREATE TABLE goods (name TEXT, price REAL)");
  await component("Shop", shop("goods"));
  await keepInspection(agentId, await columnsNow(agentId));
  expect(await inspectAgent(agentId, signal)).toBe(0);
  await space.run("ALTER TABLE goods RENAME COLUMN price TO cost");
  expect(await inspectAgent(agentId, signal)).toBe(1);
  expect(await inspectAgent(agentId, signal)).toBe(0);
  expect(await readComponent(agentId, "Shop")).toMatchObject({ version: 1, code: shop("goods") });
  const [line] = await listOpenProofs(agentId);
  expect(line).toMatchObject({ state: "waiting", verdict: "broken", base: 1, version: 2 });
  expect(line?.reason).toContain("no such column: price");
  await acceptProof(agentId, line?.id ?? "");
  expect((await readComponent(agentId, "Shop"))?.code).toContain(
    "SELECT name, cost FROM goods WHERE name <> 'price' ORDER BY cost",
  );
  expect(await inspectAgent(agentId, signal)).toBe(0);
});

test("a check now proposes a break once, proposes a dismissed one again, and forgets it when the version works", async () => {
  await space.run("CREATE TABLE wares (name TEXT, price REAL); CREATE TABLE other (old TEXT)");
  const item = { agentId, kind: "tool", name: "wares" } as const;
  await tool("wares", "return await tools.db_sql({ sql: 'SELECT price FROM wares' });");
  expect(await checkItem(item)).toEqual({ reason: null, tried: 0, skipped: 0 });
  await space.run(
    "ALTER TABLE wares RENAME COLUMN price TO cost; ALTER TABLE other RENAME COLUMN old TO new",
  );
  const checks = await Promise.all([checkItem(item), inspectAgent(agentId, signal), checkItem(item)]);
  expect(checks[0]).toEqual(checks[2]);
  expect(checks[0].reason).toContain("no such column: price");
  const [line, ...more] = await listOpenProofs(agentId);
  expect([line?.state, line?.version, more]).toEqual(["waiting", 2, []]);
  await discardProof(agentId, line?.id ?? "");
  expect(await inspectAgent(agentId, signal)).toBe(0);
  await checkItem(item);
  expect(await listOpenProofs(agentId)).toMatchObject([{ state: "found", version: 1 }]);
  await space.run("ALTER TABLE wares RENAME COLUMN cost TO price");
  expect((await checkItem(item)).reason).toBeNull();
  expect(await listOpenProofs(agentId)).toEqual([]);
  await expect(checkItem({ ...item, name: "none" })).rejects.toThrow('There is no tool "none"');
});

test("a check now keeps the columns with which the night compares", () => {
  const before = { a: [["old", "TEXT"]], b: [["x", "TEXT"]] } as Parameters<typeof withAdded>[0];
  const now = {
    a: [["new", "TEXT"]],
    b: [
      ["x", "TEXT"],
      ["y", "TEXT"],
    ],
    c: [],
  } as typeof before;
  expect(withAdded(before, now)).toEqual({ ...now, a: before.a });
});

test("seeded drifts of columns, tools, keys and examples are found, and nothing is changed", async () => {
  const names = Array.from({ length: SERIES }, (_, index) => `${index}`);
  for (const name of names) {
    await space.run(`CREATE TABLE drift_${name} (name TEXT, price REAL)`);
    await component(`Drift${name}`, shop(`drift_${name}`));
    await tool(`part_${name}`, "return 1;");
    await tool(`uses_${name}`, `return await tools.part_${name}({});`);
    await tool(`asks_${name}`, `return await tools.generate_image({ prompt: "a cat" });`);
  }
  await keepInspection(agentId, await columnsNow(agentId));
  for (const name of names) {
    await space.run(`ALTER TABLE drift_${name} DROP COLUMN price`);
    await deleteTool(agentId, `part_${name}`, user);
  }
  await tool("double", "return args.n * 3;");
  const example = {
    input: { n: 2 },
    expected: { as: "equal", value: 4 },
    origins: [],
    source: null,
  } as const;
  await addExample({ agentId, kind: "tool", name: "double" }, example);
  const before = await liveVersions();
  expect(await inspectAgent(agentId, signal)).toBe(3 * SERIES + 1);
  expect(await liveVersions()).toEqual(before);
  const lines = await listOpenProofs(agentId);
  const reasons = lines.map(({ reason }) => reason).join("\n");
  for (const part of [
    "no such column: price",
    "part_0 is gone",
    "generate_image does not work",
    "An example fails: 6",
  ])
    expect(reasons).toContain(part);
  for (const { id } of lines) await discardProof(agentId, id);
  expect(await inspectAgent(agentId, signal)).toBe(0);
  expect(await lastInspection(agentId)).not.toBeNull();
});

test("columns count as renamed only if table, position and type stayed, and texts in SQL keep their words", () => {
  const before = {
    a: [
      ["id", "INTEGER"],
      ["old", "TEXT"],
    ],
    b: [["x", "TEXT"]],
  } as const;
  const now = {
    a: [
      ["id", "INTEGER"],
      ["new", "TEXT"],
    ],
    b: [["y", "REAL"]],
  } as const;
  const columns = (all: unknown) => all as Parameters<typeof renamedColumns>[0];
  expect([...renamedColumns(columns(before), columns(now))]).toEqual([["old", "new"]]);
  const renamed = new Map([["old", "two words"]]);
  expect(withNewNames(`SELECT a.old, "old", older FROM a WHERE old = 'old' -- old`, renamed)).toBe(
    `SELECT a."two words", "two words", older FROM a WHERE "two words" = 'old' -- old`,
  );
});
