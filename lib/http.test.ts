import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { z } from "zod";
import { route, routes } from "./http";
import { closeAll } from "./process";
import { AppError } from "./shared/errors";
import { testRequest } from "./test-request";

const FIRST = "00000000-0000-4000-8000-000000000001";
const OTHER = "00000000-0000-4000-8000-000000000002";

vi.mock("@/lib/store/agents", () => ({
  resolveAgent: async (id = FIRST) => {
    if (id !== FIRST) throw new AppError("not_found", `There is no agent ${id}.`);
    return id;
  },
}));

let logged: string[];
beforeEach(() => {
  logged = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => logged.push(String(line)) > 0);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await closeAll();
});

const context = (params: Record<string, string>) => ({ params: Promise.resolve(params) });

async function answer(response: Response) {
  return { status: response.status, ...(await response.json()) };
}

describe("what a handler returns", () => {
  test("a value is sent as JSON that nobody keeps", async () => {
    const response = await route({}, () => ({ entries: [1] }))(testRequest("/api/x"));
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await answer(response)).toEqual({ status: 200, entries: [1] });
  });

  test("null is a value, and nothing is 204", async () => {
    expect(await (await route({}, () => null)(testRequest("/api/x"))).json()).toBeNull();
    const response = await route({}, async () => {})(testRequest("/api/x"));
    expect([response.status, await response.text()]).toEqual([204, ""]);
  });

  test("a Response passes unchanged, a stream too", async () => {
    const given = new Response(
      new ReadableStream({ start: (to) => to.enqueue(new TextEncoder().encode("data: 1")) }),
    );
    expect(await route({}, () => given)(testRequest("/api/x"))).toBe(given);
  });

  test("HEAD gets the head, and the stream behind it ends", async () => {
    const cancel = vi.fn();
    const headers = { "content-type": "text/event-stream" };
    const handler = route({}, () => new Response(new ReadableStream({ cancel }), { headers }));
    const response = await handler(testRequest("/api/x", { method: "HEAD" }));
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.body).toBeNull();
    expect(cancel).toHaveBeenCalledOnce();
  });
});

describe("who asks", () => {
  const handler = vi.fn(() => ({ ok: true }));
  const get = route({}, handler);

  test.each([
    [{ host: "evil.example" }, 421, "misdirected"],
    [{ origin: "http://evil.example" }, 403, "forbidden"],
    [{ "sec-fetch-site": "cross-site" }, 403, "forbidden"],
  ])("%o is refused before the handler", async (headers, status, code) => {
    handler.mockClear();
    expect(await answer(await get(testRequest("/api/x", { headers })))).toMatchObject({
      status,
      error: { code },
    });
    expect(handler).not.toHaveBeenCalled();
  });

  test("with a password nobody gets in without a session, also where nothing is or no method fits", async () => {
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

  test("are parsed", async () => {
    expect(await answer(await get(testRequest("/api/x"), context({ id: FIRST })))).toEqual({
      status: 200,
      id: FIRST,
    });
  });

  test.each(["1", "", "%00", "' or 1=1", `${FIRST}x`, "../x"])(
    "%j is no id, so nothing is there",
    async (id) => {
      const given = await answer(await get(testRequest("/api/x"), context({ id })));
      expect(given).toMatchObject({ status: 404, error: { code: "not_found" } });
    },
  );

  test("a text that cannot be stored is nowhere, whatever the schema", async () => {
    const any = route({ params: z.object({ key: z.string() }) }, ({ params }) => params);
    expect((await any(testRequest("/api/x"), context({ key: "a\0b" }))).status).toBe(404);
  });
});

describe("the query", () => {
  const query = z.object({ limit: z.coerce.number().int().max(100).optional(), q: z.string().optional() });
  const get = route({ query }, ({ query }) => query);

  test("known keys are parsed and unknown ones ignored", async () => {
    const given = await answer(await get(testRequest("/api/x?limit=5&utm=1&__proto__=x&constructor=y")));
    expect(given).toEqual({ status: 200, limit: 5 });
  });

  test.each([
    ["limit=many", "limit"],
    ["limit=101", "limit"],
    ["q=a&q=b", "q"],
  ])("%s is refused by name", async (search, path) => {
    expect(await answer(await get(testRequest(`/api/x?${search}`)))).toMatchObject({
      status: 422,
      error: { code: "invalid", details: [{ path }] },
    });
  });

  test("a NUL is refused", async () => {
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
  ])("%s leads to %i", async (search, status, agentId) => {
    const given = await answer(await get(testRequest(`/api/x${search}`)));
    expect([given.status, given.agentId]).toEqual([status, agentId]);
  });
});

describe("the body", () => {
  const body = z.strictObject({
    title: z.string().max(10),
    tags: z.array(z.strictObject({ name: z.string() })).optional(),
  });
  const post = route({ body }, ({ body }) => ({ body }));
  const send = async (body: unknown, headers?: Record<string, string>) =>
    answer(await post(testRequest("/api/x", { method: "POST", body, headers })));

  test("is parsed", async () => {
    expect(await send({ title: "a" })).toEqual({ status: 200, body: { title: "a" } });
    expect(
      await send({ title: "a" }, { "content-type": 'Application/JSON; charset="UTF-8"' }),
    ).toHaveProperty("body");
  });

  test.each([
    ["text/plain"],
    ["application/x-www-form-urlencoded"],
    ["multipart/form-data; boundary=x"],
    ["application/json; charset=utf-16"],
    ["application/jsonp"],
    [""],
  ])("of the type %j is not taken", async (type) => {
    expect(await send('{"title":"a"}', { "content-type": type })).toMatchObject({
      status: 415,
      error: { code: "unsupported_media_type", message: expect.stringContaining("application/json") },
    });
  });

  test("a body without a type is not taken, for a foreign page could send one", async () => {
    const bare = new Blob(['{"title":"a"}']);
    const request = new Request("http://localhost:3000/api/x", {
      method: "POST",
      body: bare,
      headers: { host: "localhost:3000" },
    });
    expect((await post(request)).status).toBe(415);
  });

  test("a compressed body is not taken", async () => {
    expect((await send('{"title":"a"}', { "content-encoding": "gzip" })).status).toBe(415);
  });

  test.each([
    ['{"title": }', "line 1, column 11 (position 10)"],
    ['{\n  "title": "a",\n}', "line 3, column 1 (position 18)"],
    ['{"title": "a"', "ends too early, at line 1, column 14 (position 13)"],
    ["{'title': 'a'}", "line 1, column 2 (position 1)"],
    ["not json", "position 0"],
  ])("%j is not JSON, and the place is named", async (text, place) => {
    expect(await send(text)).toMatchObject({
      status: 400,
      error: { code: "bad_request", message: expect.stringContaining(place) },
    });
  });

  test("an empty body is named as such", async () => {
    expect(await send("")).toMatchObject({
      status: 400,
      error: { message: expect.stringContaining("empty") },
    });
  });

  test("bytes that are not UTF-8 are refused", async () => {
    const request = testRequest("/api/x", { method: "POST", body: "x" });
    const broken = new Request(request, { body: new Uint8Array([0x22, 0xff, 0x22]), method: "POST" });
    expect((await post(broken)).status).toBe(400);
  });

  test.each([
    [{ title: 1 }, "title"],
    [{}, "title"],
    [{ title: "a", nope: 1 }, "nope"],
    [{ title: "a", tags: [{ name: "x" }, { name: "y", evil: 1 }] }, "tags[1].evil"],
    [{ title: "a".repeat(11) }, "title"],
    ["[]", ""],
    ["null", ""],
    ['"text"', ""],
    ['{"title":"a","__proto__":{"admin":true}}', "__proto__"],
    ['{"title":"a\\u0000"}', "title"],
  ])("%j is refused, naming the path", async (body, path) => {
    expect(await send(body)).toMatchObject({
      status: 422,
      error: { code: "invalid", details: [{ path, message: expect.any(String) }] },
    });
    expect({}).not.toHaveProperty("admin");
  });

  test("of a union, the shape that fits best is explained", async () => {
    const id = z.uuid();
    const message = z.strictObject({
      id,
      message: z.strictObject({ role: z.literal("user"), parts: z.array(z.unknown()) }),
    });
    const reply = z.strictObject({
      id,
      answer: z.strictObject({ toolCallId: z.string(), output: z.unknown() }),
    });
    const chat = route({ body: z.union([message, reply]) }, () => ({}));
    const given = { id: FIRST, message: { role: "admin", parts: [] } };
    expect(await answer(await chat(testRequest("/api/chat", { method: "POST", body: given })))).toMatchObject(
      {
        status: 422,
        error: { details: [{ path: "message.role" }] },
      },
    );
  });

  test("a hundred thousand mistakes make a short answer", async () => {
    const tags = Array.from({ length: 100_000 }, () => 1);
    const { error } = await send({ title: "a", tags });
    expect(error.details).toHaveLength(20);
    expect(error.message).toMatch(/and 99999 more/);
  });

  test("a route that takes none takes an empty one or {}", async () => {
    const stop = route({}, () => ({}));
    const post = async (body?: unknown, headers?: Record<string, string>) =>
      (await stop(testRequest("/api/x", { method: "POST", body, headers }))).status;
    expect(await post()).toBe(200);
    expect(await post("", { "content-type": "text/plain" })).toBe(200);
    expect(await post({})).toBe(200);
    expect(await post({ a: 1 })).toBe(422);
    expect(await post("{")).toBe(400);
  });
});

describe("a body that is too large", () => {
  const post = route({ body: z.strictObject({ text: z.string() }), maxBytes: 2_000_000 }, () => ({}));
  const chunk = new Uint8Array(100_000).fill(0x20);

  /** Sends `bytes` in chunks and counts how many were asked for. */
  async function stream(bytes: number, headers: Record<string, string> = {}) {
    let sent = 0;
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (to) => {
          if (sent >= bytes) return to.close();
          to.enqueue(chunk);
          sent += chunk.length;
        },
        cancel: () => {
          cancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    const init = { method: "POST", body, duplex: "half", headers: { host: "localhost:3000", ...headers } };
    const request = new Request("http://localhost:3000/api/x", init);
    request.headers.set("content-type", "application/json");
    return { ...(await answer(await post(request))), sent, cancelled };
  }

  const refusal = { status: 413, error: { code: "too_large", message: expect.stringContaining("2 MB") } };

  test.each([undefined, { "content-length": "25000000" }, { "content-length": "10" }])(
    "is refused and read to its end, so that a client which sends before it listens hears why (%o)",
    async (headers) => {
      expect(await stream(25_000_000, headers)).toMatchObject({
        ...refusal,
        sent: 25_000_000,
        cancelled: false,
      });
    },
  );

  test("is not read when it announces more than anybody would wait for", async () => {
    expect(await stream(25e9, { "content-length": "25000000000" })).toMatchObject({ ...refusal, sent: 0 });
  });

  test("is cut when it does not end", async () => {
    const given = await stream(25e9);
    expect(given).toMatchObject({ ...refusal, cancelled: true });
    expect(given.sent).toBeLessThan(70e6);
  });

  test("is dropped where the request is refused for another reason", async () => {
    expect(await stream(25_000_000, { host: "evil.example" })).toMatchObject({
      status: 421,
      sent: 25_000_000,
    });
  });

  test("is taken up to the last byte", async () => {
    const text = "x".repeat(2_000_000 - '{"text":""}'.length);
    expect((await post(testRequest("/api/x", { method: "POST", body: { text } }))).status).toBe(200);
    expect((await post(testRequest("/api/x", { method: "POST", body: { text: `${text}x` } }))).status).toBe(
      413,
    );
  });

  test("is refused where none is taken, too", async () => {
    const get = route({}, () => ({}));
    const headers = { "content-length": "25000000" };
    expect((await get(testRequest("/api/x", { headers }))).status).toBe(413);
    expect((await get(testRequest("/api/x", { method: "DELETE", headers }))).status).toBe(413);
  });
});

describe("what goes wrong", () => {
  const failing = (error: unknown) =>
    route({}, () => {
      throw error;
    })(testRequest("/api/x?token=abc"));

  test("an AppError is told as it is", async () => {
    const error = new AppError("conflict", "Answered already.", { details: { at: 1 } });
    expect(await answer(await failing(error))).toEqual({
      status: 409,
      error: { code: "conflict", message: "Answered already.", details: { at: 1 } },
    });
    expect(logged).toEqual([]);
  });

  test("an AppError of another bundle's class is one, too", async () => {
    const error = Object.assign(new Error("Answered already."), { name: "AppError", code: "conflict" });
    expect(await answer(await failing(error))).toMatchObject({ status: 409, error: { code: "conflict" } });
  });

  test("waiting time is told as a header", async () => {
    const response = await failing(
      new AppError("too_many_requests", "Wait.", { details: { retryAfter: 7 } }),
    );
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "7"]);
  });

  test.each([
    new Error("secret detail", { cause: new Error("root") }),
    "secret detail",
    undefined,
    { secret: "detail" },
  ])("anything else is logged and shown as an id (%s)", async (error) => {
    const { status, error: told } = await answer(await failing(error));
    const id = /\(id ([0-9a-f]{8})\)/.exec(told.message)?.[1];
    expect([status, told.code]).toEqual([500, "internal"]);
    expect(JSON.stringify(told)).not.toContain("detail");
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain(`id="${id}"`);
    expect(logged[0]).toContain("GET /api/x failed");
    expect(logged[0]).not.toContain("token=abc");
    if (error instanceof Error) expect(logged[0]).toMatch(/secret detail.* <- Error: root/);
  });

  test.each([
    Object.assign(new Error("x"), { code: "ECONNREFUSED" }),
    Object.assign(new Error("x"), { code: "ENOENT", syscall: "connect" }),
    Object.assign(new AggregateError([], "x"), { code: "ECONNREFUSED" }),
    Object.assign(new Error("x"), { code: "CONNECTION_CLOSED" }),
    Object.assign(new Error("x"), { code: "57P01" }),
    new Error("Failed query", { cause: Object.assign(new Error("x"), { code: "CONNECT_TIMEOUT" }) }),
  ])("a database that is down is a 503 (%o)", async (error) => {
    expect(await answer(await failing(error))).toMatchObject({
      status: 503,
      error: { code: "unavailable", message: expect.stringContaining("database") },
    });
    expect(logged).toHaveLength(1);
  });

  test("a missing file is no missing database", async () => {
    expect((await failing(Object.assign(new Error("x"), { code: "ENOENT", syscall: "open" }))).status).toBe(
      500,
    );
  });

  test("a client that went away is no failure of ours", async () => {
    const request = testRequest("/api/x", { signal: AbortSignal.abort() });
    await route({}, ({ request }) => request.signal.throwIfAborted())(request);
    expect(logged).toEqual([]);
  });
});

describe("methods", () => {
  const all = routes({ GET: route({}, () => ({})), PUT: route({}, () => ({})) });

  test("one that is not there is refused with those that are", async () => {
    for (const method of ["POST", "PATCH", "DELETE"] as const) {
      const response = await all[method](testRequest("/api/x", { method }));
      expect(response.headers.get("allow")).toBe("OPTIONS, GET, PUT, HEAD");
      expect(await answer(response)).toMatchObject({ status: 405, error: { code: "method_not_allowed" } });
    }
  });

  test("OPTIONS tells them, but not to a foreign page", async () => {
    const ask = (headers?: Record<string, string>) =>
      all.OPTIONS(testRequest("/api/x", { method: "OPTIONS", headers }));
    const response = await ask();
    expect([response.status, response.headers.get("allow")]).toEqual([204, "OPTIONS, GET, PUT, HEAD"]);
    const preflight = await ask({ origin: "http://evil.example", "access-control-request-method": "PUT" });
    expect(preflight.status).toBe(403);
    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
  });
});

test("the handler's input has the types of its schemas", () => {
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
