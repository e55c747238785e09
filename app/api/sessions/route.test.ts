import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { POST as login } from "@/app/api/login/route";
import { POST as logout } from "@/app/api/logout/route";
import { closeAll } from "@/lib/ground/base/process";
import { changes } from "@/lib/platform/http/changes";
import { route } from "@/lib/platform/http/route";
import { testRequest } from "@/lib/platform/http/test-request";
import { sessionsView } from "@/lib/shared/sessions";
import { testDatabase } from "@/lib/store/testing/database";
import { DELETE as endOne } from "./[id]/route";
import { DELETE as endAll, GET } from "./route";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  vi.stubEnv("EASEL_PASSWORD", "open sesame");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await closeAll();
});

async function enter(device: string): Promise<Record<string, string>> {
  const headers = { "user-agent": device };
  const response = await login(
    testRequest("/api/login", { method: "POST", body: { password: "open sesame" }, headers }),
  );
  return { cookie: response.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
}

const list = async (headers: Record<string, string>) =>
  sessionsView.parse(await (await GET(testRequest("/api/sessions", { headers }))).json()).sessions;
const inside = route({}, ({ request }) => changes(request, () => null));
const status = async (headers: Record<string, string>) =>
  (await GET(testRequest("/api/sessions", { headers }))).status;

async function open(headers: Record<string, string>) {
  const stream = { isOver: false };
  const response = await inside(testRequest("/api/events", { headers }));
  expect(response.status).toBe(200);
  void response.text().then(() => {
    stream.isOver = true;
  });
  return stream;
}

test("lists sessions; ending one invalidates its cookie and closes its streams", async () => {
  const [mine, other] = [await enter("curl/8.0"), await enter("Phone")];
  const all = await list(mine);
  expect(all.map(({ userAgent, isOwn }) => [userAgent, isOwn]).sort()).toEqual([
    ["Phone", false],
    ["curl/8.0", true],
  ]);
  const [streamOfMine, streamOfOther] = [await open(mine), await open(other)];
  const id = all.find(({ isOwn }) => !isOwn)?.id ?? "";
  const end = () =>
    endOne(testRequest(`/api/sessions/${id}`, { method: "DELETE", headers: mine }), {
      params: Promise.resolve({ id }),
    });
  expect((await end()).status).toBe(204);
  await vi.waitUntil(() => streamOfOther.isOver);
  expect([await status(other), await status(mine), streamOfMine.isOver]).toEqual([401, 200, false]);
  expect((await end()).status).toBe(404);

  await logout(testRequest("/api/logout", { method: "POST", headers: mine }));
  await vi.waitUntil(() => streamOfMine.isOver);
  expect(await status(mine)).toBe(401);
});

test("ends all sessions, including the caller's", async () => {
  const [mine, other] = [await enter("curl/8.0"), await enter("Phone")];
  const stream = await open(other);
  const response = await endAll(testRequest("/api/sessions", { method: "DELETE", headers: mine }));
  expect([response.status, response.headers.getSetCookie()[0]]).toEqual([
    204,
    expect.stringContaining("Max-Age=0"),
  ]);
  await vi.waitUntil(() => stream.isOver);
  expect([await status(mine), await status(other)]).toEqual([401, 401]);
});

test("returns no sessions when no password is set", async () => {
  vi.stubEnv("EASEL_PASSWORD", "");
  expect(await list({})).toEqual([]);
});
