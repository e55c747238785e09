import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { closeAll } from "@/lib/ground/base/process";
import { route } from "./route";
import { answer, testRequest } from "./test-request";

afterEach(closeAll);

const ID = "00000000-0000-4000-8000-000000000001";

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
  ])("is rejected if its type is %j", async (type) => {
    expect(await send('{"title":"a"}', { "content-type": type })).toMatchObject({
      status: 415,
      error: { code: "unsupported_media_type", message: expect.stringContaining("application/json") },
    });
  });

  test("is rejected without a content type, because foreign pages can send such a body", async () => {
    const bare = new Blob(['{"title":"a"}']);
    const request = new Request("http://localhost:3000/api/x", {
      method: "POST",
      body: bare,
      headers: { host: "localhost:3000" },
    });
    expect((await post(request)).status).toBe(415);
  });

  test("is rejected if compressed", async () => {
    expect((await send('{"title":"a"}', { "content-encoding": "gzip" })).status).toBe(415);
  });

  test.each([
    ['{"title": }', "line 1, column 11 (position 10)"],
    ['{\n  "title": "a",\n}', "line 3, column 1 (position 18)"],
    ['{"title": "a"', "ends too early, at line 1, column 14 (position 13)"],
    ["{'title': 'a'}", "line 1, column 2 (position 1)"],
    ["not json", "position 0"],
  ])("is rejected with the position if it is %j", async (text, place) => {
    expect(await send(text)).toMatchObject({
      status: 400,
      error: { code: "bad_request", message: expect.stringContaining(place) },
    });
  });

  test("is reported if empty", async () => {
    expect(await send("")).toMatchObject({
      status: 400,
      error: { message: expect.stringContaining("empty") },
    });
  });

  test("is rejected if it is not UTF-8", async () => {
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
  ])("is rejected with the path if it is %j", async (body, path) => {
    expect(await send(body)).toMatchObject({
      status: 422,
      error: { code: "invalid", details: [{ path, message: expect.any(String) }] },
    });
    expect({}).not.toHaveProperty("admin");
  });

  test("is reported with the errors of the closest shape of a union", async () => {
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
    const chatBody = { id: ID, message: { role: "admin", parts: [] } };
    expect(
      await answer(await chat(testRequest("/api/chat", { method: "POST", body: chatBody }))),
    ).toMatchObject({
      status: 422,
      error: { details: [{ path: "message.role" }] },
    });
  });

  test("is reported with the first twenty of a hundred thousand errors and the number of the others", async () => {
    const tags = Array.from({ length: 100_000 }, () => 1);
    const { error } = await send({ title: "a", tags });
    expect(error.details).toHaveLength(20);
    expect(error.message).toMatch(/and 99999 more/);
  });

  test("may be empty or {} on a route that expects none", async () => {
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

  /** Sends `bytes` in chunks and counts how many were read. */
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
    "is rejected but read to its end, so that clients that send everything first get the error (%o)",
    async (headers) => {
      expect(await stream(25_000_000, headers)).toMatchObject({
        ...refusal,
        sent: 25_000_000,
        cancelled: false,
      });
    },
  );

  test("is not read if its Content-Length is far too large", async () => {
    expect(await stream(25e9, { "content-length": "25000000000" })).toMatchObject({ ...refusal, sent: 0 });
  });

  test("is aborted if it never ends", async () => {
    const result = await stream(25e9);
    expect(result).toMatchObject({ ...refusal, cancelled: true });
    expect(result.sent).toBeLessThan(70e6);
  });

  test("is discarded if the request is rejected for another reason", async () => {
    expect(await stream(25_000_000, { host: "evil.example" })).toMatchObject({
      status: 421,
      sent: 25_000_000,
    });
  });

  test("is accepted up to the exact limit", async () => {
    const text = "x".repeat(2_000_000 - '{"text":""}'.length);
    expect((await post(testRequest("/api/x", { method: "POST", body: { text } }))).status).toBe(200);
    expect((await post(testRequest("/api/x", { method: "POST", body: { text: `${text}x` } }))).status).toBe(
      413,
    );
  });

  test("is also rejected on a route without a body", async () => {
    const get = route({}, () => ({}));
    const headers = { "content-length": "25000000" };
    expect((await get(testRequest("/api/x", { headers }))).status).toBe(413);
    expect((await get(testRequest("/api/x", { method: "DELETE", headers }))).status).toBe(413);
  });
});
