import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { explainModelError } from "./errors";
import { modelFetch } from "./model-fetch";
import { modelServer } from "./testing/server";

afterEach(() => vi.unstubAllGlobals());

const answering = (status: number, type: string) =>
  vi.stubGlobal("fetch", async () => new Response("<p>", { status, headers: { "content-type": type } }));

test("a web page in place of an answer leads to the address that was given", async () => {
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
])("%d with %s is passed on", async (status, type) => {
  answering(status, type);
  const response = await modelFetch("http://localhost/v1");
  expect([response.status, await response.text()]).toEqual([status, "<p>"]);
});

test("where a server points to is not asked, so that no key gets there", async () => {
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

test("what came before a connection broke can be read, however late one reads", async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: 1\n\n");
    setImmediate(() => response.write("data: 2\n\n", () => response.destroy()));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  for (let i = 0; i < 10; i++) {
    const { body } = await modelFetch(`http://127.0.0.1:${port}/v1`);
    await delay(i);
    expect(await new Response(body).text()).toBe("data: 1\n\ndata: 2\n\n");
  }
  server.close();
});

test("an answer that takes too long, or is stopped, fails as it is", async () => {
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
