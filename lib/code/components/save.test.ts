import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { resolveAgent } from "@/lib/store/agents/agents";
import { readComponent, removeComponent } from "@/lib/store/agents/components";
import { listRevisions } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { readForTool } from "./read";
import { createAuthoredComponent, restoreComponent, updateComponent } from "./save";
import { fakeCompiler, lab } from "./testing/lab";

fakeCompiler();

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await resolveAgent();
});
afterAll(() => database.drop());
afterEach(() => lab.reset());

const cause = { conversationId: "c", messageId: "m", runId: "r", toolCallId: "t" };
const agent = { author: "agent", cause } as const;
const user = { author: "person" } as const;
const fields = (name: string, code = "one") => ({ name, description: "A board", code });
const versions = async (name: string) =>
  (await listRevisions(agentId, { name })).revisions.map(({ version, author, failure }) => [
    version,
    author,
    failure,
  ]);
const invalid = (message: string) => ({ code: "invalid", message: expect.stringContaining(message) });

describe("creating a component", () => {
  test("stores a compiling component with author and cause", async () => {
    expect(await createAuthoredComponent(agentId, fields("Made"), agent)).toEqual({
      name: "Made",
      version: 1,
    });
    const [revision] = (await listRevisions(agentId, { name: "Made" })).revisions;
    expect(revision).toMatchObject({ kind: "component", author: "agent", cause, failure: null });
  });

  test("rejects code that does not compile, with its position, and stores nothing", async () => {
    await expect(createAuthoredComponent(agentId, fields("Not", "broken"), agent)).rejects.toMatchObject({
      ...invalid("Unexpected } (line 3, column 5)\n\n> 3 | }"),
      details: { compile: { line: 3, column: 5 } },
    });
    expect(await versions("Not")).toEqual([]);
  });

  test("rejects an invalid schema", async () => {
    const odd = { ...fields("Odd"), props_schema: { type: "strnig" } };
    await expect(createAuthoredComponent(agentId, odd, agent)).rejects.toMatchObject(
      invalid("props_schema has a type"),
    );
  });

  test("rejects an existing name", async () => {
    await createAuthoredComponent(agentId, fields("Twice"), agent);
    await expect(createAuthoredComponent(agentId, fields("Twice", "two"), agent)).rejects.toMatchObject({
      code: "conflict",
    });
    expect((await readComponent(agentId, "Twice"))?.code).toBe("one");
  });

  test("tests the component with props of its schema", async () => {
    const props_schema = { type: "object", properties: { title: { type: "string" } } };
    await createAuthoredComponent(agentId, { ...fields("Tried"), props_schema }, agent);
    expect(lab.tried).toEqual([{ title: "Example" }]);
  });
});

describe("a version that fails its test", () => {
  test("is stored but not live for the agent, and an update can fix it", async () => {
    lab.fail("x is not defined");
    await expect(createAuthoredComponent(agentId, fields("Frail"), agent)).rejects.toMatchObject(
      invalid("failed its test: x is not defined\nIt is stored as version 1 and is not live."),
    );
    expect(await readComponent(agentId, "Frail")).toBeNull();
    expect(await readForTool(agentId, "Frail", 1)).toMatchObject({ code: "one", version: 1 });
    lab.reset();
    expect(await updateComponent(agentId, "Frail", { code: "two" }, agent)).toEqual({
      name: "Frail",
      version: 2,
    });
    expect(await readComponent(agentId, "Frail")).toMatchObject({ description: "A board", code: "two" });
    lab.fail("again");
    await expect(updateComponent(agentId, "Frail", { code: "three" }, agent)).rejects.toMatchObject(
      invalid("version 2 stays live"),
    );
    expect((await readComponent(agentId, "Frail"))?.version).toBe(2);
  });

  test("is rejected for a user until they accept it", async () => {
    lab.fail("blank");
    await expect(createAuthoredComponent(agentId, fields("Asked"), user)).rejects.toMatchObject({
      ...invalid("blank"),
      details: { gate: { verdict: "failed", message: "blank" } },
    });
    expect(await versions("Asked")).toEqual([]);
    const times = lab.tried.length;
    await createAuthoredComponent(agentId, fields("Asked"), { ...user, accept: true });
    // The known failure is accepted without another test.
    expect(lab.tried).toHaveLength(times);
    expect(await versions("Asked")).toEqual([[1, "person", "blank"]]);
    expect((await readComponent(agentId, "Asked"))?.version).toBe(1);
  });

  test("is accepted if no props fit its schema", async () => {
    lab.fail("props.code.split");
    const props_schema = {
      properties: { code: { type: "string", pattern: "^x-\\d+$" } },
      required: ["code"],
    };
    await createAuthoredComponent(agentId, { ...fields("Strict"), props_schema }, agent);
    expect((await readComponent(agentId, "Strict"))?.version).toBe(1);
  });

  test("is not tested again if only the description changes", async () => {
    await createAuthoredComponent(agentId, fields("Same"), agent);
    lab.fail("no");
    expect(await updateComponent(agentId, "Same", { description: "New" }, agent)).toMatchObject({
      version: 2,
    });
  });
});

describe("changing a component", () => {
  test("keeps omitted fields", async () => {
    await createAuthoredComponent(agentId, { ...fields("Kept"), props_schema: { type: "object" } }, agent);
    await updateComponent(agentId, "Kept", { code: "two" }, agent);
    expect(await readComponent(agentId, "Kept")).toMatchObject({
      description: "A board",
      code: "two",
      props_schema: { type: "object" },
    });
    await updateComponent(agentId, "Kept", { props_schema: null }, user);
    expect(await readComponent(agentId, "Kept")).toMatchObject({
      code: "two",
      props_schema: null,
      version: 3,
    });
  });

  test("creates no version without a change", async () => {
    await createAuthoredComponent(agentId, fields("Still"), agent);
    expect(await updateComponent(agentId, "Still", { code: "one" }, agent)).toMatchObject({ version: 1 });
    expect(await updateComponent(agentId, "Still", {}, user)).toMatchObject({ version: 1 });
    expect(await versions("Still")).toHaveLength(1);
  });

  test("rejects an old version with a conflict that names the live one", async () => {
    await createAuthoredComponent(agentId, fields("Stale"), agent);
    await updateComponent(agentId, "Stale", { code: "two" }, agent);
    await expect(
      updateComponent(agentId, "Stale", { version: 1, code: "three" }, user),
    ).rejects.toMatchObject({ code: "conflict", details: { version: 2 } });
    expect(await updateComponent(agentId, "Stale", { version: 2, code: "three" }, user)).toMatchObject({
      version: 3,
    });
  });

  test("keeps all concurrent changes, but only one of those that expect the same version", async () => {
    await createAuthoredComponent(agentId, fields("Many"), agent);
    const edit = (n: number, version?: number) =>
      updateComponent(agentId, "Many", { code: `c${n}`, version }, user);
    const first = await Promise.allSettled([edit(1, 1), edit(2, 1), edit(3, 1)]);
    expect(first.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await Promise.all([edit(4), edit(5), edit(6)]);
    expect((await versions("Many")).map(([version]) => version)).toEqual([5, 4, 3, 2, 1]);
  });

  test("throws not_found for missing and deleted components", async () => {
    const gone = { code: "not_found" };
    await expect(updateComponent(agentId, "Nothing", { code: "x" }, agent)).rejects.toMatchObject(gone);
    await createAuthoredComponent(agentId, fields("Deleted"), agent);
    await removeComponent(agentId, "Deleted", { author: "person", cause: null });
    await expect(updateComponent(agentId, "Deleted", { code: "x" }, agent)).rejects.toMatchObject(gone);
    await expect(readForTool(agentId, "Deleted")).rejects.toMatchObject(gone);
    expect(await readForTool(agentId, "Deleted", 1)).toMatchObject({ code: "one" });
    await expect(readForTool(agentId, "Deleted", 2)).rejects.toMatchObject({
      ...gone,
      message: expect.stringContaining("Version 2 deleted"),
    });
    await expect(readForTool(agentId, "Deleted", 3)).rejects.toMatchObject(gone);
  });
});

describe("restoring a component", () => {
  const revision = async (name: string, version: number) => ({
    name,
    version,
    content: (await readForTool(agentId, name, version)) as unknown,
  });

  test("writes a new version, even from a restored version or for a deleted component", async () => {
    await createAuthoredComponent(agentId, fields("Back"), agent);
    await updateComponent(agentId, "Back", { code: "two", description: "Two" }, agent);
    expect(await restoreComponent(agentId, await revision("Back", 1))).toMatchObject({
      version: 3,
      author: "restore",
      cause: { restored: { version: 1 } },
    });
    await updateComponent(agentId, "Back", { code: "four" }, agent);
    expect(await restoreComponent(agentId, await revision("Back", 3))).toMatchObject({ version: 5 });
    await removeComponent(agentId, "Back", { author: "person", cause: null });
    await restoreComponent(agentId, await revision("Back", 2));
    expect(await readComponent(agentId, "Back")).toMatchObject({
      code: "two",
      description: "Two",
      version: 7,
    });
    expect((await versions("Back")).map(([, author]) => author)).toEqual([
      "restore",
      "person",
      "restore",
      "agent",
      "restore",
      "agent",
      "agent",
    ]);
  });

  test("does not repeat the test of a version that passed", async () => {
    await createAuthoredComponent(agentId, fields("Again", "again"), user);
    await removeComponent(agentId, "Again", { author: "person", cause: null });
    const times = lab.tried.length;
    expect(await restoreComponent(agentId, await revision("Again", 1))).toMatchObject({ version: 3 });
    expect(lab.tried).toHaveLength(times);
  });

  test("rejects restoring a failed version until it is accepted", async () => {
    lab.fail("no");
    await expect(createAuthoredComponent(agentId, fields("Risky"), agent)).rejects.toThrow();
    await expect(restoreComponent(agentId, await revision("Risky", 1))).rejects.toMatchObject({
      details: { gate: { message: "no" } },
    });
    expect(await restoreComponent(agentId, await revision("Risky", 1), true)).toMatchObject({
      version: 2,
      failure: "no",
    });
  });
});
