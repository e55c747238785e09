import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { POST as mcp } from "@/app/mcp/route";
import { program, type Send } from "@/lib/doors/mcp/testing/program";
import { closeAll } from "@/lib/ground/base/process";
import { answer, testRequest } from "@/lib/platform/http/test-request";
import { madeToken, tokensView } from "@/lib/shared/mcp/tokens";
import { testDatabase } from "@/lib/store/testing/database";
import { DELETE } from "./[id]/route";
import { GET, POST } from "./route";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  vi.unstubAllEnvs();
  await closeAll();
});

const create = (body: unknown) => POST(testRequest("/api/mcp/tokens", { method: "POST", body }));
const send: Send = (body, headers) => mcp(testRequest("/mcp", { method: "POST", body, headers }));
const list = async () => tokensView.parse(await (await GET(testRequest("/api/mcp/tokens"))).json()).tokens;
const revoke = (id: string) =>
  DELETE(testRequest(`/api/mcp/tokens/${id}`, { method: "DELETE" }), { params: Promise.resolve({ id }) });

test("returns a token once; it opens /mcp without a session until revoked", async () => {
  const { id, token } = madeToken.parse(
    await (await create({ name: "Editor", tools: ["get_state"] })).json(),
  );
  expect(await list()).toMatchObject([{ id, name: "Editor", tools: ["get_state"], lastUsedAt: null }]);
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  vi.stubEnv("EASEL_PASSWORD", "open sesame");
  await closeAll();
  expect((await GET(testRequest("/api/mcp/tokens"))).status).toBe(401);
  const { ask, call, post } = program(send, token);
  expect((await ask("tools/list")).result?.tools).toMatchObject([{ name: "get_state" }]);
  expect(await call("get_state", { key: "nothing" })).toMatchObject({ isError: false });
  expect((await post({}, { origin: "https://evil.example" })).status).toBe(403);
  expect((await post({}, { host: "evil.example" })).status).toBe(421);
  vi.unstubAllEnvs();
  await closeAll();
  expect((await revoke(id)).status).toBe(204);
  expect((await ask("ping")).status).toBe(401);
  expect(await answer(await revoke(id))).toMatchObject({ status: 404 });
});

test("returns 422 with the reason for an invalid token", async () => {
  for (const [body, message] of [
    [{ name: " " }, "name"],
    [{ name: "x", tools: [] }, "at least one"],
    [{ name: "x", tools: ["no_such_tool"] }, "no_such_tool"],
    [{ name: "x", rights: "all" }, "rights"],
  ] as const) {
    const { status, error } = await answer(await create(body));
    expect(status).toBe(422);
    expect(JSON.stringify(error)).toContain(message);
  }
});
