import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UNCHANGED } from "@/lib/shared/history";
import { resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { listRevisions, readVersion } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { toolOf } from "./read";
import { createTool, deleteTool, restoreTool, setToolEnabled, updateTool } from "./save";
import { fakeSandbox } from "./testing/sandbox";

fakeSandbox();

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await resolveAgent();
});
afterAll(() => database.drop());

const cause = { conversationId: "c", messageId: "m", runId: "r", toolCallId: "t" };
const agent = { author: "agent", cause } as const;
const user = { author: "person", cause: null } as const;
const schema = { type: "object", properties: { n: { type: "number" } } };
const fields = (name: string, code = "return args.n") => ({
  name,
  description: "Counts",
  parameter_schema: schema,
  code,
});
const history = async (name: string) =>
  (await listRevisions(agentId, { kind: "tool", name })).revisions.map(({ version, author, deleted }) =>
    [version, author, ...(deleted ? ["deleted"] : [])].join(" "),
  );
const revision = async (name: string, version: number) => {
  const found = await readVersion({ agentId, kind: "tool", name }, version);
  if (!found) throw new Error("There is no such version");
  return found;
};
const invalid = (message: string) => ({ code: "invalid", message: expect.stringContaining(message) });

describe("creating a tool", () => {
  test("stores an enabled tool with author and cause", async () => {
    expect(await createTool(agentId, fields("made"), agent)).toEqual({ name: "made", version: 1 });
    expect(await toolOf(agentId, "made")).toMatchObject({ ...fields("made"), limits: null, enabled: true });
    expect(await revision("made", 1)).toMatchObject({
      author: "agent",
      cause,
      content: { description: "Counts", parameter_schema: schema, code: "return args.n", limits: null },
    });
  });

  test.each([
    ["code that does not compile", fields("not_made", "broken"), "line 1, column 8"],
    ["a built-in's name", fields("set_state"), "built-in"],
    ["the name of another built-in", fields("fetch_url"), "built-in"],
    ["a name that models reject", fields("Über"), "lowercase letter"],
    [
      "a broken schema",
      { ...fields("not_made"), parameter_schema: { type: "objekt" } },
      "parameter_schema has a type",
    ],
    [
      "a schema without a type",
      { ...fields("not_made"), parameter_schema: {} },
      '"type": "object" at its top',
    ],
  ])("rejects %s without storing it", async (_, wrong, message) => {
    await expect(createTool(agentId, wrong, agent)).rejects.toMatchObject(invalid(message));
    expect(await history(wrong.name)).toEqual([]);
  });

  test("rejects a taken name, and accepts one of two concurrent calls", async () => {
    const both = await Promise.allSettled([
      createTool(agentId, fields("twice", "return 1"), agent),
      createTool(agentId, fields("twice", "return 2"), user),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(createTool(agentId, fields("twice"), agent)).rejects.toMatchObject({ code: "conflict" });
    expect(await history("twice")).toHaveLength(1);
  });
});

describe("changing a tool", () => {
  test("keeps omitted fields, and creates no version without a change", async () => {
    await createTool(agentId, fields("kept"), agent);
    const change = { description: "Counts on" };
    expect(await updateTool(agentId, "kept", change, user)).toEqual({ name: "kept", version: 2 });
    expect(await updateTool(agentId, "kept", change, user)).toEqual({
      name: "kept",
      version: 2,
      note: UNCHANGED,
    });
    expect(await toolOf(agentId, "kept")).toMatchObject({ ...fields("kept"), ...change, version: 2 });
    expect(await history("kept")).toEqual(["2 person", "1 agent"]);
  });

  test("rejects an old version with a conflict that names the live one", async () => {
    await createTool(agentId, fields("stale"), agent);
    await updateTool(agentId, "stale", { code: "return 2" }, agent);
    const late = updateTool(agentId, "stale", { code: "return 3", version: 1 }, user);
    await expect(late).rejects.toMatchObject({ code: "conflict", details: { version: 2 } });
    const lateDeletion = deleteTool(agentId, "stale", user, 1);
    await expect(lateDeletion).rejects.toMatchObject({ code: "conflict", details: { version: 2 } });
  });

  test("rejects code that does not compile and keeps the live version", async () => {
    await createTool(agentId, fields("safe"), agent);
    await expect(updateTool(agentId, "safe", { code: "broken" }, agent)).rejects.toMatchObject(
      invalid("column 8"),
    );
    expect(await toolOf(agentId, "safe")).toMatchObject({ code: "return args.n", version: 1 });
  });

  test("keeps all concurrent changes, each as a version", async () => {
    await createTool(agentId, fields("busy"), agent);
    const changes = await Promise.allSettled(
      ["a", "b", "c", "d"].map((code) => updateTool(agentId, "busy", { code: `return "${code}"` }, agent)),
    );
    const done = changes.filter(({ status }) => status === "fulfilled").length;
    expect(await history("busy")).toHaveLength(done + 1);
    expect(await toolOf(agentId, "busy")).toMatchObject((await revision("busy", done + 1)).content as object);
  });

  test("creates no version when a tool is enabled or disabled", async () => {
    await createTool(agentId, fields("switched"), agent);
    expect(await setToolEnabled(agentId, "switched", false)).toEqual({ name: "switched", enabled: false });
    expect(await toolOf(agentId, "switched")).toMatchObject({ enabled: false, version: 1 });
    await updateTool(agentId, "switched", { enabled: true, description: "On" }, user);
    expect(await toolOf(agentId, "switched")).toMatchObject({ enabled: true, version: 2 });
    expect(await history("switched")).toHaveLength(2);
  });
});

describe("deleting a tool", () => {
  test("writes a version, and a recreated tool continues the numbering and is enabled", async () => {
    await createTool(agentId, fields("gone"), agent);
    await setToolEnabled(agentId, "gone", false);
    expect(await deleteTool(agentId, "gone", agent)).toBe(true);
    expect(await deleteTool(agentId, "gone", agent)).toBe(false);
    await expect(toolOf(agentId, "gone")).rejects.toMatchObject({ code: "not_found" });
    expect(await createTool(agentId, fields("gone"), user)).toEqual({ name: "gone", version: 3 });
    expect(await toolOf(agentId, "gone")).toMatchObject({ enabled: true });
    expect(await history("gone")).toEqual(["3 person", "2 agent deleted", "1 agent"]);
  });

  test("can be undone by a restore and repeated by restoring the deletion", async () => {
    await createTool(agentId, fields("back", "return 1"), agent);
    await updateTool(agentId, "back", { code: "return 2" }, agent);
    await deleteTool(agentId, "back", user);
    const restored = await restoreTool(agentId, await revision("back", 1));
    expect(restored).toMatchObject({ version: 4, author: "restore", cause: { restored: { version: 1 } } });
    expect(await toolOf(agentId, "back")).toMatchObject({ code: "return 1", version: 4, enabled: true });
    expect(await restoreTool(agentId, await revision("back", 3))).toMatchObject({
      version: 5,
      deleted: true,
    });
    await expect(toolOf(agentId, "back")).rejects.toMatchObject({ code: "not_found" });
  });
});

test("listRevisions lists only the versions by the given author", async () => {
  await createTool(agentId, fields("shared"), agent);
  await updateTool(agentId, "shared", { description: "Counts on" }, user);
  await updateTool(agentId, "shared", { description: "Counts up" }, agent);
  const by = async (author: "agent" | "person" | "import") =>
    (await listRevisions(agentId, { kind: "tool", name: "shared", author })).revisions.map(
      ({ version }) => version,
    );
  expect([await by("agent"), await by("person"), await by("import")]).toEqual([[3, 1], [2], []]);
});

test("createTool and setToolEnabled reject more enabled tools than models accept", async () => {
  await sql()`
    insert into agent_tools (agent_id, name, description, parameter_schema, code, version)
    select ${agentId}, 'filler_' || n, 'Fills', '{"type":"object"}', 'return n', 1 from generate_series(1, 64) n`;
  await expect(createTool(agentId, fields("too_many"), agent)).rejects.toMatchObject({ code: "conflict" });
  await setToolEnabled(agentId, "made", false);
  await expect(setToolEnabled(agentId, "made", true)).rejects.toMatchObject({ code: "conflict" });
});
