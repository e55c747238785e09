import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { testServer, textContent } from "./test-server.ts";

type Server = Awaited<ReturnType<typeof testServer>>;
type Message = { id?: unknown; method?: string };
/** Returns true if the misdeed has handled the message, so that the test server does not respond. */
type Misdeed = (message: Message, response: ServerResponse, server: Server) => boolean | undefined;

const MB = 1_000_000;
const json = (response: ServerResponse, text: string) =>
  response.writeHead(200, { "content-type": "application/json" }).end(text);
const result = (id: unknown, value: unknown) => JSON.stringify({ jsonrpc: "2.0", id, result: value });
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

function flood(response: ServerResponse, piece: string): void {
  const go = () => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once("drain", go);
  };
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.on("error", () => {});
  go();
}

function drip(response: ServerResponse, piece: string): void {
  const timer = setInterval(() => response.write(piece), 50);
  response.on("close", () => clearInterval(timer));
}

const at =
  (method: string, act: (response: ServerResponse, id: unknown, server: Server) => unknown): Misdeed =>
  (message, response, server) => {
    if (message.method !== method) return;
    act(response, message.id, server);
    return true;
  };
const start = (act: Parameters<typeof at>[1]): Misdeed => {
  const first = at("initialize", act);
  return (...args) => first(...args) ?? at("server/discover", act)(...args);
};
const list = (act: Parameters<typeof at>[1]) => at("tools/list", act);
const call = (act: Parameters<typeof at>[1]) => at("tools/call", act);
const lists = (tools: string) =>
  list((response, id) => json(response, `{"jsonrpc":"2.0","id":${id},"result":{"tools":${tools}}}`));
const gives = (value: string) =>
  call((response, id) => json(response, `{"jsonrpc":"2.0","id":${id},"result":${value}}`));
const ask = (method: string, params: object) => (n: number) =>
  `data: ${JSON.stringify({ jsonrpc: "2.0", id: `x${n}`, method, params })}\n\n`;
const floodOf = (one: (n: number) => string) =>
  call((response) => flood(response, Array.from({ length: 100 }, (_, n) => one(n)).join("")));

const tool = (name: string, schema: string) => `{"name":${JSON.stringify(name)},"inputSchema":${schema}}`;

export const MISDEEDS: Record<string, Misdeed> = {
  "never answers": start(() => {}),
  "sends its body byte by byte": start((response) => {
    response.writeHead(200, { "content-type": "application/json" });
    drip(response, " ");
  }),
  "sends its headers byte by byte": start(({ socket }) => {
    const timer = setInterval(() => socket?.write("HTTP/1.1 200 OK\r\nx: ".slice(0, 1)), 50);
    socket?.on("close", () => clearInterval(timer));
    socket?.on("error", () => {});
  }),
  "answers with broken JSON": start((response) => json(response, "{")),
  "answers with a web page": start((response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
  ),
  "answers with 50 MB": start((response) => json(response, "x".repeat(50 * MB))),
  "answers with a gzip bomb of a gigabyte": start((response) =>
    response
      .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
      .end(Buffer.concat(Array.from({ length: 100 }, () => PACKED))),
  ),
  "streams endless comments": start((response) => flood(response, `:${"x".repeat(10_000)}\n`)),
  "streams endless notifications": start((response) =>
    flood(
      response,
      `data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}\n\n`,
    ),
  ),
  "answers with a wrong id": start((response) => json(response, result(4_711, {}))),
  "answers without an id": start((response) => json(response, result(null, {}))),
  "answers with a batch of garbage": start((response) => json(response, `[${"null,".repeat(1_000)}{}]`)),
  "answers with a string as the result": start((response, id) => json(response, result(id, "hello"))),
  "answers with an unknown protocol version": start((response, id) =>
    json(
      response,
      result(id, {
        protocolVersion: "9999-01-01",
        capabilities: {},
        serverInfo: { name: "x", version: "1" },
      }),
    ),
  ),
  "redirects in a loop": start((response) => response.writeHead(307, { location: "/mcp" }).end()),
  "redirects to the metadata service": start((response) =>
    response.writeHead(307, { location: "http://169.254.169.254/latest" }).end(),
  ),
  "rejects every request with 401": start((response) => response.writeHead(401).end()),
  fails: start((response) => response.writeHead(500).end("oops")),
  "closes the connection": start((response) => response.destroy()),
  "closes the connection in the middle of a response": start((response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"jsonrpc"', () => response.destroy());
  }),
  "never answers a listing": list(() => {}),
  "lists tools on endless pages": list((response, id) =>
    json(
      response,
      result(id, {
        tools: [{ name: `t${Math.random()}`, inputSchema: { type: "object" } }],
        nextCursor: "more",
      }),
    ),
  ),
  "lists 50,000 tools": lists(
    `[${Array.from({ length: 50_000 }, (_, n) => tool(`t${n}`, '{"type":"object"}')).join()}]`,
  ),
  "lists a string instead of tools": lists('"all"'),
  "has a schema of 5 MB": lists(
    `[${tool("wide", `{"type":"object","description":"${"x".repeat(5 * MB)}"}`)}]`,
  ),
  "has a schema 20,000 levels deep": lists(`[${tool("deep", deep(20_000))}]`),
  "has a schema that refers to itself": lists(
    `[${tool("loop", '{"type":"object","properties":{"a":{"$ref":"#"}},"allOf":[{"$ref":"#"}]}')}]`,
  ),
  "has a pattern that backtracks": lists(
    `[${tool("slow", '{"type":"object","properties":{"a":{"type":"string","pattern":"^(a+)+$"}}}')}]`,
  ),
  "uses reserved and hostile names": lists(
    `[${[
      "__proto__",
      "constructor",
      "load_toolset",
      "good_work",
      "\u202Eevil",
      "a\u0000b",
      "x".repeat(199),
      " ",
    ]
      .map((name) => tool(name, '{"type":"object"}'))
      .join()}]`,
  ),
  "reports changed tools endlessly": (message, response, server) => {
    if (message.method === "notifications/initialized")
      setTimeout(() => {
        for (let n = 0; n < 1_000; n++) server.tellChanged();
      }, 100);
    return at("tools/never", () => response)(message, response, server);
  },
  "never answers a call": call(() => {}),
  "answers a call with a wrong id": call((response) => json(response, result(4_711, textContent("wrong")))),
  "answers a call with broken JSON": call((response) => json(response, "}{")),
  "answers a call with null": gives("null"),
  "answers a call with a string as content": gives('{"content":"text"}'),
  "answers a call with 50 MB": call((response) => json(response, "x".repeat(50 * MB))),
  "answers a call with 50,000 content parts": gives(
    `{"content":[${Array(50_000).fill('{"type":"text","text":"a"}').join()}]}`,
  ),
  "answers a call with invalid content parts": gives(
    '{"content":[null,1,{"type":"dance"},{"type":"image","data":"%","mimeType":"image/png"}]}',
  ),
  "answers a call with 20,000 nested levels": gives(`{"content":[],"structuredContent":${deep(20_000)}}`),
  "answers a call with an error of 1 MB": call((response, id) =>
    json(response, JSON.stringify({ jsonrpc: "2.0", id, error: { code: 1, message: "x".repeat(MB) } })),
  ),
  "shuts down in a call": call((_response, _id, server) => void server.close()),
  "closes the connection in a call": call((response) => response.destroy()),
  "reports progress endlessly": floodOf(
    (n) =>
      `data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":${n}}}\n\n`,
  ),
  "asks the user endlessly": floodOf(
    ask("elicitation/create", { message: "Well?", requestedSchema: { type: "object", properties: {} } }),
  ),
  "asks models endlessly": floodOf(
    ask("sampling/createMessage", {
      maxTokens: 9,
      messages: [{ role: "user", content: { type: "text", text: "?" } }],
    }),
  ),
  "sends unknown requests endlessly": floodOf(ask("no/such", {})),
  "streams 12 MB as one event in a call": call((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.on("error", () => {});
    response.end(`data: ${"x".repeat(12 * MB)}`);
  }),
  "sends endless comments instead of a result": call((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    drip(response, ":\n");
  }),
};

const PACKED = gzipSync(Buffer.alloc(10 * MB));

export async function misbehaving(misdeed: Misdeed): Promise<Server> {
  const server: Server = await testServer({
    answering: (message, response) => misdeed(message, response, server) ?? false,
  });
  server.offer({ name: "work", annotations: { readOnlyHint: true } }, () => textContent("done"));
  return server;
}
