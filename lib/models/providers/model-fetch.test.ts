import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { explainModelError } from "./errors";
import { eventFetch, modelFetch } from "./model-fetch";
import { modelServer } from "./testing/server";

afterEach(() => vi.unstubAllGlobals());

const events = (url: string) => eventFetch(url, { method: "POST", body: '{"model":"m","stream":true}' });

const answering = (status: number, type: string) =>
  vi.stubGlobal("fetch", async () => new Response("<p>", { status, headers: { "content-type": type } }));

test("points to the address in the settings if the server answers with a web page", async () => {
  answering(200, "text/html; charset=utf-8");
  const error = await modelFetch("http://localhost/v1").catch((thrown: unknown) => thrown);
  expect(explainModelError(error)).toEqual({
    code: "invalid_response",
    message: expect.stringContaining("Settings → Models"),
  });
});

test.each([
  [200, "text/event-stream"],
  [200, "application/json"],
  [502, "text/html"],
])("passes on a response with status %d and type %s", async (status, type) => {
  answering(status, type);
  const response = await modelFetch("http://localhost/v1");
  expect([response.status, await response.text()]).toEqual([status, "<p>"]);
});

test.each([
  ["application/json", '{"error":{"message":"no quota"}}'],
  ["application/json", ' [{"choices":[]}]'],
  ["text/event-stream", "\n<h1>Sign in</h1>"],
  ["text/event-stream", null],
])("a response of type %s with the body %j instead of events is an invalid response", async (type, body) => {
  vi.stubGlobal("fetch", async () => new Response(body, { headers: { "content-type": type } }));
  const error = await events("http://localhost/v1")
    .then(
      (response) => response.text(),
      (thrown: unknown) => thrown,
    )
    .catch((thrown: unknown) => thrown);
  expect(explainModelError(error).code).toBe("invalid_response");
});

const EVENT = 'event: x\ndata: {"type":"x"}\n\n';

test.each(['data: {"type":"x"}\n\n', ": still here\n\n", EVENT, ""])(
  "passes on events of any content type: %j",
  async (text) => {
    vi.stubGlobal("fetch", async () => new Response(text, { headers: { "content-type": "text/plain" } }));
    expect(await (await events("http://localhost/v1")).text()).toBe(text);
  },
);

const MB = new Uint8Array(1_000_000).fill(0x78);

function endless() {
  const produced = { megabytes: 0 };
  const pull = (controller: ReadableStreamDefaultController) => {
    produced.megabytes++;
    controller.enqueue(MB);
  };
  return { given: produced, body: new ReadableStream({ pull }) };
}

test.each([
  [200, events, 40],
  [200, modelFetch, 110],
  [500, events, 5],
])("only a limited part of an endless response with status %d is read", async (status, ask, maxMegabytes) => {
  const { body, given: produced } = endless();
  vi.stubGlobal("fetch", async () => new Response(body, { status }));
  await (await ask("http://localhost/v1")).arrayBuffer().catch((error) => {
    expect(explainModelError(error).code).toBe("invalid_response");
  });
  expect(produced.megabytes).toBeLessThan(maxMegabytes);
});

test("classifies a server that speaks no HTTP as an invalid response", async () => {
  const server = createTcpServer((socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const error = await events(`http://127.0.0.1:${port}/v1`).catch((thrown: unknown) => thrown);
  expect(explainModelError(error).code).toBe("invalid_response");
  server.close();
});

test("returns whole events however the response is split", async () => {
  const pieces = ["da", 'ta: {"type":"1"}\n', "\ndata", ': {"type":"2"}\r\n', "\r\nda", 'ta: {"type":"3"}'];
  const body = new ReadableStream({
    pull(controller) {
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(piece));
    },
  });
  vi.stubGlobal("fetch", async () => new Response(body));
  const stream = (await events("http://localhost/v1")).body ?? new ReadableStream();
  const lines = await Array.fromAsync(stream.pipeThrough(new TextDecoderStream()));
  expect(lines).toEqual(['data: {"type":"1"}\n\n', 'data: {"type":"2"}\n\n', 'data: {"type":"3"}\n']);
});

test("does not follow redirects, so that no key leaks", async () => {
  const thief = await modelServer(() => ({}));
  const pointing = await modelServer(() => ({ status: 307, headers: { location: thief.url } }));
  const headers = { "x-api-key": "a key" };
  const error = await modelFetch(pointing.url, { method: "POST", headers }).catch(
    (thrown: unknown) => thrown,
  );
  expect(explainModelError(error).code).toBe("invalid_response");
  expect(thief.asked).toEqual([]);
  await Promise.all([thief.close(), pointing.close()]);
});

test("keeps everything received before a broken connection, even for a late reader", async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(EVENT);
    setImmediate(() => response.write(EVENT, () => response.destroy()));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  for (let i = 0; i < 10; i++) {
    const { body } = await events(`http://127.0.0.1:${port}/v1`);
    await delay(i);
    expect(await new Response(body).text()).toBe(EVENT + EVENT);
  }
  server.close();
});

test("fails with the original error on timeout or abort", async () => {
  const failing = (error: Error) =>
    vi.stubGlobal("fetch", async () => {
      const body = new ReadableStream({ pull: (controller) => controller.error(error) });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    });
  for (const error of [
    new TypeError("terminated", {
      cause: Object.assign(new Error("late"), { code: "UND_ERR_BODY_TIMEOUT" }),
    }),
    new DOMException("stopped", "AbortError"),
  ]) {
    failing(error);
    const { body } = await modelFetch("http://localhost/v1");
    await expect(new Response(body).text()).rejects.toBe(error);
  }
});

test("reuses a connection even if the response ends after its last event", async () => {
  const sockets: unknown[] = [];
  let end = () => {};
  const server = createServer((request, response) => {
    sockets.push(request.socket);
    response.writeHead(200, { "content-type": "text/event-stream" }).write("data: [DONE]\n\n");
    end = () => response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const ask = async () => (await events(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).text();
  await ask();
  end();
  await vi.waitFor(async () => {
    await ask();
    end();
    expect(new Set(sockets).size).toBeLessThan(sockets.length);
  });
  server.closeAllConnections();
  server.close();
});

test("removes lone surrogates and U+0000 from requests, and keeps pairs and escapes", async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", async (_: unknown, init: RequestInit) => {
    bodies.push(JSON.parse(String(init.body)));
    return new Response("{}");
  });
  const value = { a: "x\ud83d", b: ["\0", "\u{1f600}", "\\ud83d"], "\ude00": 1 };
  await modelFetch("http://localhost/v1", { method: "POST", body: JSON.stringify(value) });
  await events("http://localhost/v1").catch(() => {});
  expect(bodies[0]).toEqual({ a: "x\ufffd", b: ["\ufffd", "\u{1f600}", "\\ud83d"], "\ufffd": 1 });
});

test("removes tag characters from requests", async () => {
  let sent = "";
  vi.stubGlobal("fetch", async (_: unknown, init: RequestInit) => {
    sent = String(init.body);
    return new Response("{}");
  });
  const body = JSON.stringify({ tools: [{ description: "Reads\u{e0061}\u{e0062} files" }], text: "👩‍👧" });
  await modelFetch("http://localhost/v1", { method: "POST", body });
  expect(JSON.parse(sent)).toEqual({ tools: [{ description: "Reads files" }], text: "👩‍👧" });
});
