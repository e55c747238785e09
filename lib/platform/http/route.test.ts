import { afterEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { z } from "zod";
import { closeAll } from "@/lib/ground/base/process";
import { replace } from "@/lib/ground/base/testing/replaced";
import { AppError } from "@/lib/shared/errors";
import * as agents from "@/lib/store/agents/agents";
import { route, routes } from "./route";
import { answer, testRequest } from "./test-request";

const FIRST = "00000000-0000-4000-8000-000000000001";
const OTHER = "00000000-0000-4000-8000-000000000002";

replace(agents, {
  resolveAgent: async (id = FIRST) => {
    if (id !== FIRST) throw new AppError("not_found", `There is no agent ${id}.`);
    return id;
  },
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await closeAll();
});

const context = (params: Record<string, string>) => ({ params: Promise.resolve(params) });

describe("the result of a handler", () => {
  test("is sent as uncached JSON", async () => {
    const response = await route({}, () => ({ entries: [1] }))(testRequest("/api/x"));
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await answer(response)).toEqual({ status: 200, entries: [1] });
  });

  test("is sent as JSON if it is null, and as 204 if it is undefined", async () => {
    expect(await (await route({}, () => null)(testRequest("/api/x"))).json()).toBeNull();
    const response = await route({}, async () => {})(testRequest("/api/x"));
    expect([response.status, await response.text()]).toEqual([204, ""]);
  });

  test("is passed on unchanged if it is a Response", async () => {
    const response = new Response(
      new ReadableStream({ start: (to) => to.enqueue(new TextEncoder().encode("data: 1")) }),
    );
    expect(await route({}, () => response)(testRequest("/api/x"))).toBe(response);
  });

  test("comes from a second call after a lost database connection, but only for reads", async () => {
    const broken = Object.assign(new Error("x"), { code: "CONNECTION_CLOSED" });
    const handle = vi.fn().mockRejectedValueOnce(broken).mockResolvedValue({ n: 1 });
    expect(await answer(await route({}, handle)(testRequest("/api/x")))).toEqual({ status: 200, n: 1 });
    handle.mockRejectedValueOnce(broken).mockClear();
    expect((await route({}, handle)(testRequest("/api/x", { method: "POST" }))).status).toBe(503);
    expect(handle).toHaveBeenCalledOnce();
  });

  test("is cancelled if it is a stream and the request is HEAD", async () => {
    const cancel = vi.fn();
    const headers = { "content-type": "text/event-stream" };
    const handler = route({}, () => new Response(new ReadableStream({ cancel }), { headers }));
    const response = await handler(testRequest("/api/x", { method: "HEAD" }));
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.body).toBeNull();
    expect(cancel).toHaveBeenCalledOnce();
  });
});

describe("access", () => {
  const handler = vi.fn(() => ({ ok: true }));
  const get = route({}, handler);

  test.each([
    [{ host: "evil.example" }, 421, "misdirected"],
    [{ origin: "http://evil.example" }, 403, "forbidden"],
    [{ "sec-fetch-site": "cross-site" }, 403, "forbidden"],
  ])("rejects %o before calling the handler", async (headers, status, code) => {
    handler.mockClear();
    expect(await answer(await get(testRequest("/api/x", { headers })))).toMatchObject({
      status,
      error: { code },
    });
    expect(handler).not.toHaveBeenCalled();
  });

  test("returns 401 without a session, also for unknown paths and methods", async () => {
    vi.stubEnv("EASEL_PASSWORD", "open sesame");
    handler.mockClear();
    const { POST, OPTIONS } = routes({ GET: get });
    const missing = route({ params: z.never() }, () => undefined);
    for (const each of [get, POST, OPTIONS, missing]) {
      expect(await answer(await each(testRequest("/api/x")))).toMatchObject({
        status: 401,
        error: { code: "unauthorized" },
      });
    }
    expect(handler).not.toHaveBeenCalled();
    expect((await route({ public: true }, handler)(testRequest("/api/x"))).status).toBe(200);
  });
});

describe("params", () => {
  const get = route({ params: z.object({ id: z.uuid() }) }, ({ params }) => params);

  test("are validated and passed to the handler", async () => {
    expect(await answer(await get(testRequest("/api/x"), context({ id: FIRST })))).toEqual({
      status: 200,
      id: FIRST,
    });
  });

  test.each(["1", "", "%00", "' or 1=1", `${FIRST}x`, "../x"])(
    "returns 404 for the invalid id %j",
    async (id) => {
      const result = await answer(await get(testRequest("/api/x"), context({ id })));
      expect(result).toMatchObject({ status: 404, error: { code: "not_found" } });
    },
  );

  test("returns 404 for unstorable text, whatever the schema", async () => {
    const any = route({ params: z.object({ key: z.string() }) }, ({ params }) => params);
    expect((await any(testRequest("/api/x"), context({ key: "a\0b" }))).status).toBe(404);
  });
});

describe("the query string", () => {
  const query = z.object({ limit: z.coerce.number().int().max(100).optional(), q: z.string().optional() });
  const get = route({ query }, ({ query }) => query);

  test("validates known keys and ignores unknown ones", async () => {
    const result = await answer(await get(testRequest("/api/x?limit=5&utm=1&__proto__=x&constructor=y")));
    expect(result).toEqual({ status: 200, limit: 5 });
  });

  test.each([
    ["limit=many", "limit"],
    ["limit=101", "limit"],
    ["q=a&q=b", "q"],
  ])("returns 422 naming the parameter of %s", async (search, path) => {
    expect(await answer(await get(testRequest(`/api/x?${search}`)))).toMatchObject({
      status: 422,
      error: { code: "invalid", details: [{ path }] },
    });
  });

  test("returns 422 for a NUL", async () => {
    expect((await get(testRequest("/api/x?q=%00"))).status).toBe(422);
  });
});

describe("the agent", () => {
  const get = route({ agent: true }, ({ agentId }) => ({ agentId }));

  test.each([
    ["", 200, FIRST],
    [`?agent=${FIRST}`, 200, FIRST],
    [`?agent=${OTHER}`, 404, undefined],
    ["?agent=1", 404, undefined],
    ["?agent=", 404, undefined],
  ])("returns for the query %j the status %i", async (search, status, agentId) => {
    const result = await answer(await get(testRequest(`/api/x${search}`)));
    expect([result.status, result.agentId]).toEqual([status, agentId]);
  });
});

describe("routes", () => {
  const all = routes({ GET: route({}, () => ({})), PUT: route({}, () => ({})) });

  test("responds 405 to a missing method and lists the existing ones", async () => {
    for (const method of ["POST", "PATCH", "DELETE"] as const) {
      const response = await all[method](testRequest("/api/x", { method }));
      expect(response.headers.get("allow")).toBe("OPTIONS, GET, PUT, HEAD");
      expect(await answer(response)).toMatchObject({ status: 405, error: { code: "method_not_allowed" } });
    }
  });

  test("lists methods on OPTIONS, but not to a foreign page", async () => {
    const ask = (headers?: Record<string, string>) =>
      all.OPTIONS(testRequest("/api/x", { method: "OPTIONS", headers }));
    const response = await ask();
    expect([response.status, response.headers.get("allow")]).toEqual([204, "OPTIONS, GET, PUT, HEAD"]);
    const preflight = await ask({ origin: "http://evil.example", "access-control-request-method": "PUT" });
    expect(preflight.status).toBe(403);
    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
  });
});

test("route infers the handler's input types from its schemas", () => {
  const params = z.object({ id: z.uuid() });
  const body = z.strictObject({ n: z.number().default(1) });
  route({ params, body, agent: true }, (input) => {
    expectTypeOf(input.params).toEqualTypeOf<{ id: string }>();
    expectTypeOf(input.body).toEqualTypeOf<{ n: number }>();
    expectTypeOf(input.agentId).toEqualTypeOf<string>();
  });
  route({}, (input) => {
    expectTypeOf(input).not.toHaveProperty("agentId");
    expectTypeOf(input.request).toEqualTypeOf<Request>();
  });
});
