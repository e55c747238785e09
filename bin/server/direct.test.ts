import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { directRoutes } from "@/lib/platform/http/direct";
import { sse } from "@/lib/platform/http/sse";
import { endedBy } from "@/lib/platform/http/stream";
import { withDirectRoutes } from "./direct";

let server: Server;
let url = "";
const left = vi.fn();
let endSession = () => {};

beforeAll(async () => {
  const handle = withDirectRoutes(async (_, response) => void response.end("next"));
  server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const echo = async (request: Request, { params }: { params: Promise<Record<string, string>> }) => {
    const { id } = await params;
    const query = new URL(request.url).searchParams.get("agent");
    const body = request.body && (await text(request.body));
    return Response.json(
      { id, query, length: body?.length, cookie: request.headers.get("cookie") },
      { status: 201, headers: { "x-own": "yes" } },
    );
  };
  directRoutes().set("/api/echo/[id]", { GET: echo, POST: echo });
  async function* words(signal: AbortSignal) {
    signal.addEventListener("abort", left);
    yield "data: 1\n\n";
    yield "data: 2\n\n";
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  }
  const events = () => sse(words, { failure: "failed" });
  directRoutes().set("/api/events", {
    GET: async () => events(),
    POST: async () =>
      endedBy(events(), (end) => {
        endSession = end;
        return () => {};
      }),
  });
});

afterAll(() => server.close());

test.each([
  ["GET", undefined],
  ["POST", "x".repeat(10)],
  ["POST", "x".repeat(1_000_000)],
])("calls the handler of a direct route with parameters, query and body: %s", async (method, body) => {
  const response = await fetch(`${url}/api/echo/a-1?agent=b`, { method, body, headers: { cookie: "c=d" } });
  expect([response.status, response.headers.get("x-own")]).toEqual([201, "yes"]);
  const length = body?.length;
  expect(await response.json()).toEqual({ id: "a-1", query: "b", cookie: "c=d", ...(length && { length }) });
});

test.each([
  ["GET", "/api/echo"],
  ["GET", "/api/echo/a/b"],
  ["GET", "/api/echo/a%20b"],
  ["PUT", "/api/echo/a"],
  ["GET", "/"],
])("passes %s %s to Next.js", async (method, path) => {
  expect(await (await fetch(url + path, { method })).text()).toBe("next");
});

test("writes events, and ends their source when the client disconnects", async () => {
  left.mockClear();
  const abort = new AbortController();
  const response = await fetch(`${url}/api/events`, { signal: abort.signal });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let read = "";
  while (!read.includes("2")) read += (await reader?.read())?.value ?? "";
  expect(read).toBe("data: 1\n\ndata: 2\n\n");
  expect(left).not.toHaveBeenCalled();
  abort.abort();
  await vi.waitFor(() => expect(left).toHaveBeenCalledOnce());
});

test("ends events when the session ends", async () => {
  left.mockClear();
  const response = await fetch(`${url}/api/events`, { method: "POST" });
  setTimeout(() => endSession(), 50);
  expect(await response.text()).toBe("data: 1\n\ndata: 2\n\n");
  expect(left).toHaveBeenCalledOnce();
});
