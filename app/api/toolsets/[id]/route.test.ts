import { afterAll, expect, test, vi } from "vitest";
import { createTool } from "@/lib/authored/tools/save";
import { answer, testRequest } from "@/lib/http/test-request";
import { resolveAgent } from "@/lib/store/agents";
import { testDatabase } from "@/lib/store/testing/database";
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

test("what becomes of writes after the web is set for the built-in and for the authored tools", async () => {
  expect(await change("state", { afterWeb: "deny" })).toMatchObject({ toolset: { afterWeb: "deny" } });
  expect(await change("own", { afterWeb: "deny" })).toMatchObject({ status: 422 });
  const tool = { name: "double", description: "Doubles.", parameter_schema: { type: "object" } };
  await createTool(await resolveAgent(), { ...tool, code: "return 2" }, { author: "person", cause: null });
  expect(await change("own", { afterWeb: "deny" })).toMatchObject({
    toolset: { id: "own", afterWeb: "deny" },
  });
  expect(await change("nothing", {})).toMatchObject({ status: 404 });
});
