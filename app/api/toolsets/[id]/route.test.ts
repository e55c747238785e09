import { afterAll, expect, test, vi } from "vitest";
import { createTool } from "@/lib/code/tools/save";
import { answer, testRequest } from "@/lib/platform/http/test-request";
import type { ToolsetView } from "@/lib/shared/tools/view";
import { resolveAgent } from "@/lib/store/agents/agents";
import { readSettings } from "@/lib/store/agents/settings";
import { testDatabase } from "@/lib/store/testing/database";
import { PATCH as patchTool } from "../../tools/[name]/route";
import { PATCH } from "./route";

const database = await testDatabase();
afterAll(async () => {
  await database.drop();
  vi.unstubAllEnvs();
});

const change = async (id: string, body: unknown) =>
  answer(
    await PATCH(testRequest(`/api/toolsets/${id}`, { method: "PATCH", body }), {
      params: Promise.resolve({ id }),
    }),
  );

test("sets the policy for writes after web content for built-in and authored toolsets", async () => {
  expect(await change("state", { afterWeb: "deny" })).toMatchObject({ toolset: { afterWeb: "deny" } });
  expect(await change("own", { afterWeb: "deny" })).toMatchObject({ status: 422 });
  const tool = { name: "double", description: "Doubles.", parameter_schema: { type: "object" } };
  await createTool(await resolveAgent(), { ...tool, code: "return 2" }, { author: "person", cause: null });
  expect(await change("own", { afterWeb: "deny" })).toMatchObject({
    toolset: { id: "own", afterWeb: "deny" },
  });
  expect(await change("nothing", {})).toMatchObject({ status: 404 });
});

test("allows packages only for the code toolset, until a reset", async () => {
  const off = { toolset: expect.not.objectContaining({ packages: true }) };
  expect(await change("code", {})).toMatchObject(off);
  expect(await change("code", { packages: true })).toMatchObject({ toolset: { packages: true } });
  expect(await change("code", { reset: true })).toMatchObject(off);
  expect(await change("state", { packages: true })).toMatchObject({ status: 422 });
});

const changeTool = async (name: string, body: unknown) =>
  answer(
    await patchTool(testRequest(`/api/tools/${name}`, { method: "PATCH", body }), {
      params: Promise.resolve({ name }),
    }),
  );

test("switches all tools of a toolset, and a reset restores the defaults", async () => {
  await change("memory", { mode: "off", instructions: "Names first." });
  await changeTool("save_memory", { policy: "deny", instructions: "Be brief." });
  const off = await change("memory", { enabled: false });
  expect(switches(off)).toEqual(new Set([false]));
  expect(await change("memory", { reset: true })).toMatchObject({
    toolset: { mode: "on", instructions: "Names first." },
  });
  const { toolsets, tools } = await readSettings(await resolveAgent());
  expect(toolsets.memory).toEqual({ instructions: "Names first." });
  expect(tools.save_memory).toEqual({ instructions: "Be brief." });
  expect(tools.search).toEqual({});
  expect(switches(await change("memory", {}))).toEqual(new Set([true]));
});

test("switches all agent-made tools", async () => {
  expect(switches(await change("own", { enabled: false }))).toEqual(new Set([false]));
  expect(switches(await change("own", { enabled: true }))).toEqual(new Set([true]));
});

test("stores instructions for a tool of up to 4,000 characters", async () => {
  expect(await changeTool("get_state", { instructions: "Ask for the town." })).toMatchObject({
    tool: { instructions: "Ask for the town." },
  });
  expect(await changeTool("get_state", { instructions: "x".repeat(4_001) })).toMatchObject({ status: 422 });
  expect(await changeTool("get_state", { instructions: "" })).toMatchObject({ tool: { instructions: "" } });
});

const switches = ({ toolset }: { toolset?: ToolsetView }) =>
  new Set(toolset?.tools.map(({ enabled }) => enabled));
