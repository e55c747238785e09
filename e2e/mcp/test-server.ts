import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type TestTool = {
  name: string;
  description?: string;
  inputSchema?: object;
  annotations?: object;
  [field: string]: unknown;
};

type Message = {
  id?: number | string;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
};
/** Returns the result of `tools/call`, or responds itself and returns undefined. */
type Answer = (call: {
  args: Record<string, unknown>;
  id: Message["id"];
  response: ServerResponse;
}) => unknown;

export type TestServer = Awaited<ReturnType<typeof testServer>>;

type ServerOptions = {
  port?: number;
  first?: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;
  answering?: (message: Message, response: ServerResponse) => boolean;
};

export async function testServer(options: ServerOptions = {}) {
  const state = {
    tools: [] as unknown[],
    answers: Object.create(null) as Record<string, Answer>,
    instructions: undefined as string | undefined,
    /** Handlers of further methods. Without any, the server has only tools. */
    also: Object.create(null) as Record<string, (params: Record<string, unknown>) => unknown>,
    heard: [] as { message: Message; headers: IncomingMessage["headers"] }[],
  };
  const streams = new Set<ServerResponse>();

  const server = createServer(async (request, response) => {
    if (await options.first?.(request, response)) return;
    if (request.method === "GET") {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      streams.add(response);
      response.on("close", () => streams.delete(response));
      return;
    }
    if (request.method !== "POST") return void response.writeHead(200).end();
    let text = "";
    for await (const piece of request) text += piece;
    const message = JSON.parse(text) as Message;
    state.heard.push({ message, headers: request.headers });
    if (options.answering?.(message, response)) return;
    if (message.id === undefined || message.method === undefined) return void response.writeHead(202).end();
    const result = await answer(message, response);
    if (result !== undefined) reply(response, { id: message.id, ...result });
  });

  async function answer({ id, method, params = {} }: Message, response: ServerResponse) {
    if (method === "initialize")
      return {
        result: {
          protocolVersion: "2025-11-25",
          capabilities: {
            tools: { listChanged: true },
            ...Object.fromEntries(Object.keys(state.also).map((one) => [one.split("/")[0], {}])),
          },
          serverInfo: { name: "test", version: "1" },
          ...(state.instructions && { instructions: state.instructions }),
        },
      };
    if (method === "ping") return { result: {} };
    if (method === "tools/list") return { result: { tools: state.tools } };
    const also = state.also[method ?? ""];
    if (also) return { result: await also(params) };
    if (method !== "tools/call") return { error: { code: -32601, message: `There is no ${method}` } };
    const { name, arguments: args } = params as { name: string; arguments?: Record<string, unknown> };
    const answering = state.answers[name];
    if (!answering) return { error: { code: -32602, message: `There is no tool ${name}` } };
    const result = await answering({ args: args ?? {}, id, response });
    return result === undefined ? undefined : { result };
  }

  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    port,
    url: `http://127.0.0.1:${port}/mcp`,
    offer(
      { inputSchema = { type: "object" }, ...tool }: TestTool,
      answering: Answer = () => textContent("done"),
    ) {
      const others = state.tools.filter((one) => (one as TestTool).name !== tool.name);
      state.tools = [...others, { ...tool, inputSchema }];
      state.answers[tool.name] = answering;
    },
    tellChanged() {
      for (const stream of streams) sendEvent(stream, { method: "notifications/tools/list_changed" });
    },
    listeners: () => streams.size,
    async close() {
      server.closeAllConnections();
      if (!server.listening) return;
      server.close();
      await once(server, "close");
    },
  });
}

export const textContent = (text: string) => ({ content: [{ type: "text", text }] });

const reply = (response: ServerResponse, message: object) =>
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ jsonrpc: "2.0", ...message }));

export const sendEvent = (response: ServerResponse, message: object) =>
  response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`);
