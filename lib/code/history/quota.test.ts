import { afterAll, beforeAll, expect, test } from "vitest";
import { createTool, deleteTool, restoreTool } from "@/lib/code/tools/save";
import { fakeSandbox } from "@/lib/code/tools/testing/sandbox";
import { MAX_TOOLS } from "@/lib/shared/agent-tools/fields";
import { listAgentTools } from "@/lib/store/agents/agent-tools";
import { readVersion } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { importAgent, previewImport } from "./import";
import { previewAgentRestore, restoreAgentTo } from "./restore-point";
import { exported, newAgent, tool, user } from "./testing/agents";

fakeSandbox();

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const OVER = 2;
const NAMES = Array.from({ length: MAX_TOOLS + OVER }, (_, n) => `tool_${String(n).padStart(2, "0")}`);
const LATE = NAMES.slice(MAX_TOOLS);

async function crowded() {
  const file = await exported(await newAgent());
  for (const each of NAMES) {
    const { name, ...content } = { ...tool(each), limits: null };
    file.tools.push({ name, ...content, enabled: true });
    const createdAt = file.exportedAt;
    const revision = { kind: "tool", name, version: 1, author: "agent", content, failure: null, live: true };
    file.history.push({ ...revision, createdAt });
  }
  return file;
}

const off = (changes: { name: string; disabled?: true }[]) =>
  changes.filter(({ disabled }) => disabled).map(({ name }) => name);
const offOf = async (agentId: string) =>
  (await listAgentTools(agentId)).filter(({ enabled }) => !enabled).map(({ name }) => name);

test("importAgent disables new tools beyond the quota, and the preview marks them", async () => {
  const agentId = await newAgent();
  const file = await crowded();
  const preview = await previewImport(agentId, file);
  expect(off(preview.changes)).toEqual(LATE);
  const { at } = await importAgent(agentId, file, preview.hash);
  expect(await listAgentTools(agentId)).toHaveLength(NAMES.length);
  expect(await offOf(agentId)).toEqual(LATE);

  for (const name of NAMES) await deleteTool(agentId, name, user);
  await createTool(agentId, tool("another"), user);
  const back = await previewAgentRestore(agentId, at ?? "");
  expect(off(back.changes)).toEqual(LATE);
  await restoreAgentTo(agentId, at ?? "", { expect: back.hash });
  expect((await listAgentTools(agentId)).map(({ name }) => name)).toEqual(NAMES);
  expect(await offOf(agentId)).toEqual(LATE);
});

test("importAgent rejects a preview after which another tool was created, because fewer new tools fit the quota", async () => {
  const agentId = await newAgent();
  const file = await crowded();
  const { hash } = await previewImport(agentId, file);
  await createTool(agentId, tool("another"), user);
  await expect(importAgent(agentId, file, hash)).rejects.toMatchObject({ code: "conflict" });
  expect(off((await previewImport(agentId, file)).changes)).toEqual(NAMES.slice(MAX_TOOLS - 1));
});

test("restoreTool rejects a single tool beyond the quota", async () => {
  const agentId = await newAgent();
  await createTool(agentId, tool("gone"), user);
  await deleteTool(agentId, "gone", user);
  await importAgent(agentId, await crowded());
  const gone = await readVersion({ agentId, kind: "tool", name: "gone" }, 1);
  if (!gone) throw new Error("There is no such version");
  await expect(restoreTool(agentId, gone)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("Disable or delete one first"),
  });
  await deleteTool(agentId, NAMES[0] ?? "", user);
  expect(await restoreTool(agentId, gone)).toMatchObject({ name: "gone", version: 3 });
});
