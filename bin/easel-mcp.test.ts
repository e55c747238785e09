import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

type ReceivedRequest = { headers: IncomingMessage["headers"]; body: { id?: number; method: string } };

async function bridge(handle: (request: ReceivedRequest, response: ServerResponse) => void) {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: JSON.parse(await text(request)) });
    handle(received.at(-1) as ReceivedRequest, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const child = spawn(process.execPath, [join(import.meta.dirname, "easel-mcp.mjs")], {
    env: { ...process.env, EASEL_MCP_URL: `http://127.0.0.1:${port}/mcp`, EASEL_MCP_TOKEN: "secret" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    heard: received,
    send: (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`),
    next: async () => JSON.parse(String((await lines.next()).value)),
    async close() {
      child.stdin.end();
      await once(child, "exit");
      server.closeAllConnections();
      server.close();
    },
  };
}

test("passes messages both ways with the token and the negotiated version", async () => {
  const {
    send,
    next,
    heard: received,
    close,
  } = await bridge(({ body: { id, method } }, response) => {
    if (id === undefined) return response.writeHead(202).end();
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (method === "tools/call")
      response.write('event: message\ndata: {"method":"notifications/progress"}\n\n: ping\n\n');
    const result = { protocolVersion: "2025-11-25" };
    response.end(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`);
  });
  send({ id: 1, method: "initialize" });
  expect(await next()).toMatchObject({ id: 1, result: { protocolVersion: "2025-11-25" } });
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/call", params: { name: "get_state" } });
  expect(await next()).toMatchObject({ method: "notifications/progress" });
  expect(await next()).toMatchObject({ id: 2 });
  await close();
  expect(received[0]?.headers).toMatchObject({ authorization: "Bearer secret" });
  expect(received.find(({ body }) => body.id === 2)?.headers).toMatchObject({
    ...{ "mcp-protocol-version": "2025-11-25", "mcp-method": "tools/call", "mcp-name": "get_state" },
  });
});

test("a refusal or a closed connection becomes an error of the request", async () => {
  const { send, next, close } = await bridge(({ body: { id } }, response) => {
    if (id === 2) return response.destroy();
    response.writeHead(401, { "content-type": "application/json" });
    response.end('{"error":{"code":"unauthorized","message":"Make a token."}}');
  });
  send({ id: 1, method: "ping" });
  expect(await next()).toMatchObject({ id: 1, error: { message: expect.stringContaining("Make a token.") } });
  send({ id: 2, method: "ping" });
  expect(await next()).toMatchObject({ id: 2, error: { code: -32000 } });
  await close();
});
