import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testRequest } from "@/lib/platform/http/test-request";
import { resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import * as restore from "../history/[id]/restore/route";
import * as history from "../history/route";
import * as family from "../model-families/[id]/route";
import * as families from "../model-families/route";
import * as toolset from "../toolsets/[id]/route";
import * as tool from "./[name]/route";

const database = await testDatabase();
beforeAll(() => resolveAgent());
beforeEach(() => sql()`delete from settings`);
afterAll(() => database.drop());

type Handler = (request: Request, context: { params: Promise<never> }) => Promise<Response>;
async function ask(handler: unknown, method: string, path: string, params: object, body?: unknown) {
  const request = testRequest(path, {
    method,
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  const response = await (handler as Handler)(request, { params: Promise.resolve(params) as Promise<never> });
  return { status: response.status, body: await response.json() };
}
const changeTool = (name: string, body: unknown) =>
  ask(tool.PATCH, "PATCH", `/api/tools/${name}`, { name }, body);
const changeFamily = (id: string, instructions: unknown) =>
  ask(family.PATCH, "PATCH", `/api/model-families/${id}`, { id }, { instructions });

describe("limits of a tool", () => {
  test("are stored, returned, and removed by null or a reset of the toolset", async () => {
    const limits = { timeoutSeconds: 5, rateLimit: { calls: 3, per: "hour" } };
    const { status, body } = await changeTool("fetch_url", limits);
    expect(status).toBe(200);
    expect(body.tool).toMatchObject({ ...limits, maxTimeoutSeconds: expect.any(Number) });
    expect((await changeTool("fetch_url", { policy: "ask" })).body.tool).toMatchObject(limits);
    expect((await changeTool("fetch_url", { rateLimit: null })).body.tool).toMatchObject({
      timeoutSeconds: 5,
      rateLimit: null,
    });
    const reset = await ask(toolset.PATCH, "PATCH", "/api/toolsets/web", { id: "web" }, { reset: true });
    const found = reset.body.toolset.tools.find(({ name }: { name: string }) => name === "fetch_url");
    expect(found).toMatchObject({ timeoutSeconds: null, rateLimit: null });
    expect(reset.body.toolset.tokens).toBeGreaterThan(100);
  });

  test("must be whole numbers within their bounds; the error names the field", async () => {
    const max = (await changeTool("fetch_url", { timeoutSeconds: null })).body.tool.maxTimeoutSeconds;
    for (const timeoutSeconds of [1, max])
      expect((await changeTool("fetch_url", { timeoutSeconds })).status).toBe(200);
    for (const timeoutSeconds of [0, max + 1, 1.5, "5", -1]) {
      const { status, body } = await changeTool("fetch_url", { timeoutSeconds });
      expect(status).toBe(422);
      expect(body.error.message).toContain("timeoutSeconds");
    }
    for (const calls of [1, 1_000])
      expect((await changeTool("fetch_url", { rateLimit: { calls, per: "day" } })).status).toBe(200);
    for (const rateLimit of [
      { calls: 0, per: "day" },
      { calls: 1_001, per: "day" },
      { calls: 1.5, per: "day" },
      { calls: 3, per: "week" },
      { calls: 3 },
      { calls: 3, per: "day", burst: 1 },
      7,
    ]) {
      const { status, body } = await changeTool("fetch_url", { rateLimit });
      expect(status).toBe(422);
      expect(body.error.message).toContain("rateLimit");
    }
  });

  test("allow a rate but no timeout for a tool that waits for the user", async () => {
    const { status, body } = await changeTool("ask_user", { timeoutSeconds: 5 });
    expect(status).toBe(422);
    expect(body.error.message).toContain("waits for your answer");
    const rateLimit = { calls: 3, per: "minute" };
    expect((await changeTool("ask_user", { rateLimit })).body.tool).toMatchObject({ rateLimit });
  });
});

describe("instructions for a family of models", () => {
  const all = async () => (await ask(families.GET, "GET", "/api/model-families", {})).body.families;
  const versions = async () =>
    (await ask(history.GET, "GET", "/api/history?kind=model_family&name=gpt", {})).body.revisions;

  test("replace the built-in ones, have versions, and can be restored", async () => {
    expect((await all()).map(({ id, instructions }: Record<string, unknown>) => [id, instructions])).toEqual([
      ["gpt", null],
      ["claude", null],
      ["gemini", null],
      ["other", null],
    ]);
    expect((await changeFamily("gpt", " Be brief. ")).body.family).toMatchObject({
      id: "gpt",
      prompt: expect.stringMatching(/./),
      instructions: "Be brief.",
    });
    await changeFamily("gpt", "Be brief.");
    await changeFamily("gpt", "");
    expect((await all())[0]).toMatchObject({ instructions: "" });
    await changeFamily("gpt", null);
    expect((await all())[0]).toMatchObject({ instructions: null });
    const [last, , first] = await versions();
    expect(last).toMatchObject({ version: 3, deleted: true, author: "person" });
    const { id } = first;
    expect((await ask(restore.POST, "POST", `/api/history/${id}/restore`, { id }, {})).status).toBe(200);
    expect((await all())[0]).toMatchObject({ instructions: "Be brief." });
    expect((await versions())[0]).toMatchObject({ version: 4, author: "restore" });
  });

  test("are limited to 4,000 characters and known families", async () => {
    expect((await changeFamily("claude", "a".repeat(4_000))).status).toBe(200);
    for (const wrong of ["a".repeat(4_001), "a\0", 7, undefined]) {
      const { status, body } = await changeFamily("claude", wrong);
      expect(status).toBe(422);
      expect(body.error.message).toContain("instructions");
    }
    const { status, body } = await changeFamily("llama", "x");
    expect(status).toBe(404);
    expect(body.error.message).toContain("gpt, claude, gemini, other");
  });
});
